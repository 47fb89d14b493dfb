import { type ClientKey, type Contact, foldedName, keysOf } from "#app/clients/client.ts";

/** A key that is known already, and whose it is. */
export type Known = ClientKey & { clientId: string; name: string | null };

/**
 * Whose booking this is, or null for somebody new. An account is sure, an address nearly so. A phone is shared in
 * many a family: it counts when the name is the same, or when the booking says nothing else to go by.
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
  return name === "" || name === foldedName(match.name);
}
