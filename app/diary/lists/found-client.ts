import { folded } from "#app/platform/search-text.ts";

/** A client as the finder shows them, in words; `again` is what they had last, by slug. */
export type FoundClient = {
  id: string;
  name: string;
  contact: { name: string; phone: string; email: string };
  /** What tells them from others of the name: `07700 900 127 · last 10 Nov, Deep Tissue Massage`. */
  line: string;
  visits: string;
  next: string;
  last: string;
  missed: string;
  /** What to know before they come. */
  practicalNote: string | null;
  /** Who reads the alert that is kept about them: `ask Imogen`; null: there is none. */
  alert: string | null;
  /** The first line of the latest note. */
  note: string | null;
  /** They have booked before. */
  isKnown: boolean;
  again: { service: string; minutes: string; therapist: string } | null;
};

/** `more`: others match too. */
export type Found = { clients: FoundClient[]; more: boolean };

/** Someone who may like to come into a gap, and why. */
export type Suggestion = { client: FoundClient; why: string };

/**
 * Whom to book after an appointment or a message, from which day on and after which hour (`11`, or `any`). `contact`: of
 * someone who is no client yet.
 */
export type NextBooking = {
  client: FoundClient | null;
  contact?: FoundClient["contact"];
  from: string;
  hour: string;
};

/** Whether a client found a moment ago still fits what has been typed since. */
export function stillFits({ contact }: FoundClient, typed: string): boolean {
  const known = folded(`${contact.name} ${contact.email}`);
  const digits = contact.phone.replace(/\D/g, "");
  const typedDigits = typed.replace(/[\s()+.-]/g, "");
  if (/^\d+$/.test(typedDigits)) return digits.includes(typedDigits);
  return folded(typed)
    .split(" ")
    .every((part) => known.includes(part) || digits.includes(part));
}

/** What was typed and is nobody's yet, as the detail of a new client that it looks like. */
export function newContact(typed: string): { name: string; phone: string; email: string } {
  const blank = { name: "", phone: "", email: "" };
  if (typed.includes("@")) return { ...blank, email: typed };
  return /^[\d\s()+.-]+$/.test(typed) ? { ...blank, phone: typed } : { ...blank, name: typed };
}
