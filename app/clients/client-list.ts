import { foldedName } from "#app/clients/client.ts";

export const CLIENTS_PER_PAGE = 25;

export const CLIENT_SORTS = ["name", "booked", "since"] as const;
export type ClientSort = (typeof CLIENT_SORTS)[number];

/** `quiet`: no appointment for eight weeks, and none ahead. */
export const CLIENT_LISTS = {
  quiet: "Nothing booked for 8 weeks",
  missed: "Missed two or more",
  late: "Cancelled late two or more",
  "no-email": "No email",
};
export type ClientListName = keyof typeof CLIENT_LISTS;

export const QUIET_MS = 8 * 7 * 24 * 3_600_000;

/** The words to find (all of them), an order and a page (from 1). `only`: one of the lists; null for everyone. */
export type ClientQuestion = {
  text: string;
  only?: { list: ClientListName; now: number } | null;
  sort: ClientSort;
  down: boolean;
  page: number;
};

export function clientListFrom(text: string | null): ClientListName | null {
  return text !== null && Object.hasOwn(CLIENT_LISTS, text) ? (text as ClientListName) : null;
}

const LONGEST_SEARCH = 100;
const FEWEST_DIGITS = 3;

/** The parts to find, all of them. A phone number is one part however it is spaced, without its 0 or +44. */
export function searchParts(typed: string): string[] {
  const text = typed.slice(0, LONGEST_SEARCH).trim();
  const digits = text.replace(/[\s()+.-]/g, "");
  if (/^\d+$/.test(digits) && digits.length >= FEWEST_DIGITS) return [digits.replace(/^(?:0044|44)?0?(?=\d{3})/, "")];
  return foldedName(text).split(" ").filter(Boolean);
}

const LONGEST_BEGINNING = 3;

/** Whether a part may stand inside a word. A few letters would match half of all clients: they must begin one. */
export function isFoundAnywhere(part: string): boolean {
  return part.length > LONGEST_BEGINNING || new RegExp(`^\\d{${FEWEST_DIGITS},}$`).test(part);
}
