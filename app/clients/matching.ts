import { type ClientKey, type Contact, foldedName, keysOf } from "#app/clients/client.ts";

export type Known = ClientKey & { clientId: string; name: string | null };

/**
 * The client of a booking, or null for a new one. An account is certain, an address nearly so. A phone is often
 * shared, and anybody can type one: it counts only with the same name, and only if the practice typed it.
 */
export function clientAmong(known: readonly Known[], contact: Contact): string | null {
  for (const { kind, value } of keysOf(contact)) {
    const match = known.find((key) => key.kind === kind && key.value === value);
    if (match && (kind !== "phone" || isSamePerson(match, contact))) return match.clientId;
  }
  return null;
}

function isSamePerson(match: Known, contact: Contact): boolean {
  const name = foldedName(contact.name);
  return name !== "" && name === foldedName(match.name);
}
