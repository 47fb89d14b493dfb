import { foldedName, keysOf } from "#app/clients/client.ts";
import { clientsWithin, getKnownClient } from "#app/clients/clients.db.server.ts";
import type { PracticeBookingInput } from "#app/diary/booking/practice-booking.form.ts";
import type { Queries } from "#app/platform/app-context.server.ts";
import type { Scope } from "#app/platform/permissions.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

type Typed = Pick<PracticeBookingInput, "client" | "name" | "phone" | "email">;

/** Warns of a number or an address that a client within scope has under another name. Nobody to warn of when a client was chosen. */
export async function knownDetails(
  db: Queries,
  { client, name, phone, email }: Typed,
  scope: Scope,
): Promise<string[]> {
  if (client) return [];
  const everyone = await getKnownClient(db, keysOf({ userId: null, phone, email }));
  const ids = everyone.map(({ clientId }) => clientId);
  const theirs = new Set((await clientsWithin(db, ids, scope)).map(({ id }) => id));
  const known = everyone.filter(({ clientId }) => theirs.has(clientId));
  const others = known.filter((key) => foldedName(key.name) !== foldedName(name));
  const address = others.find(({ kind }) => kind === "email");
  const number = others.find(({ kind, clientId }) => kind === "phone" && clientId !== address?.clientId);
  const messages: string[] = [];
  if (address && name) {
    messages.push(`${email} is the address of ${address.name ?? "Unknown"}, whose record will be called ${name}.`);
  }
  if (number && phone) {
    const who = `${readablePhone(phone)} is the number of ${number.name ?? "Unknown"}.`;
    messages.push(known.some(({ kind }) => kind === "email") ? who : `${who} This makes a new client.`);
  }
  return messages;
}
