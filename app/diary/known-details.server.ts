import { foldedName, keysOf } from "#app/clients/client.ts";
import { getKnownClient } from "#app/clients/clients.db.server.ts";
import type { PracticeBookingInput } from "#app/diary/practice-booking.form.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

type Typed = Pick<PracticeBookingInput, "client" | "name" | "phone" | "email">;

/** Warns of a number or an address that a client of another name has. Nobody to warn of when a client was chosen. */
export async function knownDetails(db: Queries, { client, name, phone, email }: Typed): Promise<string[]> {
  if (client) return [];
  const known = await getKnownClient(db, keysOf({ userId: null, phone, email }));
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
