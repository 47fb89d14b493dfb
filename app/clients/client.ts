/** One person across their bookings, as they last gave their name, address and number. Instants are epoch ms UTC. */
export type Client = {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  createdAt: number;
  /** When they last made a booking. */
  bookedAt: number;
  erasedAt: number | null;
  /** How often name, address and number were saved. */
  contactVersion: number;
};

/** What a booking says of the person. The phone is E.164. */
export type Contact = { userId: string | null; name: string | null; email: string | null; phone: string | null };

/** What a person is known by. A key belongs to one client at most. */
export type ClientKey = { kind: "account" | "email" | "phone"; value: string };

/** The keys in what a booking says, the surest first: account, e-mail address, phone. */
export function keysOf({ userId, email, phone }: Omit<Contact, "name">): ClientKey[] {
  const keys: ClientKey[] = [];
  if (userId) keys.push({ kind: "account", value: userId });
  if (email?.trim()) keys.push({ kind: "email", value: email.trim().toLowerCase() });
  if (phone?.trim()) keys.push({ kind: "phone", value: phone.trim() });
  return keys;
}

/** A name without case and accents, so that `JOSÉ  Silva` is found as `jose silva`. */
export function foldedName(name: string | null): string {
  const plain = (name ?? "").normalize("NFD").replace(/\p{M}/gu, "");
  return plain.toLowerCase().replace(/\s+/g, " ").trim();
}

/** What a search looks through: the folded name first, as the list's order by name stands on it too. */
export function searchTextOf(name: string | null, keys: readonly ClientKey[]): string {
  const known = keys.filter(({ kind }) => kind !== "account").map(({ value }) => value);
  return [foldedName(name), ...new Set(known)].join(" ").slice(0, LONGEST_SEARCH).trim();
}

// It stands in an index, and PostgreSQL takes 2,704 bytes there: one number with a hundred addresses could not book.
const LONGEST_SEARCH = 600;

/** The name as a page shows it (fallback: specification section 3). */
export function shownName(client: Pick<Client, "name" | "erasedAt">): string {
  if (client.erasedAt !== null) return "Erased client";
  return client.name ?? "Unknown";
}
