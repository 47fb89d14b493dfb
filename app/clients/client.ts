import { folded } from "#app/platform/search-text.ts";

/** One person across their bookings, with their latest name, address and number. Instants are epoch ms UTC. */
export type Client = {
  id: string;
  name: string | null;
  email: string | null;
  phone: string | null;
  createdAt: number;
  bookedAt: number;
  erasedAt: number | null;
  contactVersion: number;
  /** What to know before they come, never about their health: `parks at the back`. */
  practicalNote: string | null;
  /** Since when they book nothing online; null: they may. */
  blockedAt: number | null;
  /** 1: an alert is kept about them, of which only who treats them reads more; null: none. */
  alert?: number | null;
  /** For the team alone. */
  blockedReason: string | null;
};

/** The person's details in a booking. The phone is E.164. */
export type Contact = { userId: string | null; name: string | null; email: string | null; phone: string | null };

export type ClientKey = { kind: "account" | "email" | "phone"; value: string };

export type Details = Pick<Client, "name" | "email" | "phone">;

/** Which typed details differ from the record, ignoring case, accents and spaces. Empty fields don't count. */
export function otherDetails(record: Details, typed: Details): Partial<Details> {
  const { name, email, phone } = typed;
  return {
    ...(foldedName(name) && foldedName(name) !== foldedName(record.name) && { name }),
    ...(email && email.toLowerCase() !== record.email?.toLowerCase() && { email }),
    ...(phone && phone !== record.phone && { phone }),
  };
}

/** The keys in a booking's details, the surest first: account, email address, phone. */
export function keysOf({ userId, email, phone }: Omit<Contact, "name">): ClientKey[] {
  const keys: ClientKey[] = [];
  if (userId) keys.push({ kind: "account", value: userId });
  if (email?.trim()) keys.push({ kind: "email", value: email.trim().toLowerCase() });
  if (phone?.trim()) keys.push({ kind: "phone", value: phone.trim() });
  return keys;
}

/** A name without case and accents, so that `JOSÉ  Silva` is found as `jose silva`. */
export function foldedName(name: string | null): string {
  return folded(name ?? "");
}

/** The text that a search reads. The folded name comes first, as the order by name uses it too. */
export function searchTextOf(name: string | null, keys: readonly ClientKey[]): string {
  const known = keys.filter(({ kind }) => kind !== "account").map(({ value }) => value);
  return [foldedName(name), ...new Set(known.map(folded))].join(" ").slice(0, LONGEST_SEARCH).trim();
}

// It is indexed, and PostgreSQL limits an index entry to 2,704 bytes: one number with a hundred addresses could not
// book.
const LONGEST_SEARCH = 600;

/** The name as a page shows it (fallback: specification section 3). */
export function viewName(client: Pick<Client, "name" | "erasedAt">): string {
  if (client.erasedAt !== null) return "Erased client";
  return client.name ?? "Unknown";
}

/** What the practice notes about a client for itself. `author`: their name at the time; `actor`: as in the audit. */
export type ClientNote = { id: string; words: string; at: number; author: string; actor: string };

export const LONGEST_CLIENT_NOTE = 4000;

export const LONGEST_BLOCK_REASON = 300;

/** What whoever writes an alert about a client ticks, and what is kept beside it. */
export const ALERT_CONSENT = "The client agreed to us keeping this";

export const LONGEST_ALERT = 200;

/** In characters: it is read at a glance, on Today. */
export const LONGEST_PRACTICAL_CLIENT_NOTE = 200;

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
