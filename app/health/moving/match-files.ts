import { foldedName } from "#app/clients/client.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";

export const MOST_FILES = 200;

/** A client, as a file's name may mean them. */
export type Person = { id: string; name: string | null; emails: readonly string[] };

export type FileMatch =
  | { found: "email" | "number" | "name"; clientId: string; candidates: readonly [] }
  | { found: "several" | "unknown"; clientId: null; candidates: readonly string[] };

/** Everyone by what a name of a file may hold of them. `numbers`: what the other system calls them. */
export type PeopleIndex = {
  emails: ReadonlyMap<string, ReadonlySet<string>>;
  names: ReadonlyMap<string, ReadonlySet<string>>;
  numbers: ReadonlyMap<string, ReadonlySet<string>>;
};

const EMAIL = /[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
const MOST_WORDS = 6;

function wordsOf(text: string): string[] {
  const bare = foldedName(text).replaceAll(/['’‘`´]/g, "");
  return bare.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** `Jane Ann Doe` is also `doe jane ann` and `ann doe jane`. One word alone means nobody. */
function ordersOf(name: string): string[] {
  const words = wordsOf(name);
  if (words.length < 2 || words.length > MOST_WORDS) return [];
  return words.map((_, at) => [...words.slice(at), ...words.slice(0, at)].join(" "));
}

/** `list`: a client of the other system a line, their number there, and then their email address or name. */
export function indexPeople(people: readonly Person[], list = ""): PeopleIndex {
  const [emails, names, numbers] = [new Index(), new Index(), new Index()];
  for (const { id, name, emails: own } of people) {
    for (const email of own) emails.add(email.toLowerCase(), id);
    for (const order of ordersOf(name ?? "")) names.add(order, id);
  }
  for (const line of list.split("\n")) {
    const [, number = "", who = ""] = /^\s*"?#?0*(\d{1,18})"?\s*[,;\t ]\s*(.+)$/.exec(line) ?? [];
    const named = wordsOf(who.replaceAll(EMAIL, " ")).join(" ");
    const found = [...(who.match(EMAIL) ?? []).map((email) => emails.get(email.toLowerCase())), names.get(named)];
    if (number) for (const id of union(found)) numbers.add(number, id);
  }
  return { emails, names, numbers };
}

class Index extends Map<string, Set<string>> {
  add(key: string, id: string): void {
    const ids = this.get(key);
    if (ids) ids.add(id);
    else this.set(key, new Set([id]));
  }
}

/** Whose a file is, by its name and its folders. What they say must mean one client, or a person chooses. */
export function matchFile(path: string, index: PeopleIndex): FileMatch {
  const { bare, emails } = withoutEmails(path, index.emails);
  const found = [
    ["email", union(emails.map((email) => index.emails.get(email)))],
    ["number", union((bare.match(/\d+/g) ?? []).map((digits) => index.numbers.get(digits.replace(/^0+/, ""))))],
    ["name", namesIn(bare, index)],
  ] as const;
  const hits = found.filter(([, ids]) => ids.size > 0);
  const [first] = hits;
  if (!first) return { found: "unknown", clientId: null, candidates: [] };
  const common = [...first[1]].filter((id) => hits.every(([, ids]) => ids.has(id)));
  const [only, another] = common;
  // An address that is not theirs may be a namesake's.
  const isSure = first[0] === "email" || emails.length === 0;
  if (only !== undefined && another === undefined && isSure) return { found: first[0], clientId: only, candidates: [] };
  const candidates = common.length > 0 ? common : [...union(hits.map(([, ids]) => ids))];
  return { found: "several", clientId: null, candidates: candidates.sort() };
}

function withoutEmails(path: string, known: PeopleIndex["emails"]) {
  const emails: string[] = [];
  const plain = path.replace(/\.(pdf|jpe?g|png|webp|avif|zip)$/i, "");
  const bare = plain.replaceAll(EMAIL, (found) => {
    const email = found.toLowerCase();
    // `Doe_jane@example.com` may be both.
    const words = email.split("_");
    const ends = words.map((_, at) => words.slice(at).join("_"));
    emails.push(ends.find((end) => known.has(end)) ?? email);
    return " / ";
  });
  return { bare, emails };
}

const union = (sets: readonly (ReadonlySet<string> | undefined)[]) => new Set(sets.flatMap((ids) => [...(ids ?? [])]));

/** A longer name wins over one that stands inside it: `Jo Ann Lee` is not also Ann Lee. */
function namesIn(path: string, { names }: PeopleIndex): Set<string> {
  const found = path.split("/").flatMap((segment) => {
    const split = segment.replaceAll(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");
    return [segment, split].flatMap((text) => longestIn(wordsOf(text), names));
  });
  return union(found);
}

function longestIn(words: readonly string[], names: PeopleIndex["names"]): ReadonlySet<string>[] {
  const hits: { from: number; to: number; ids: ReadonlySet<string> }[] = [];
  for (let from = 0; from < words.length; from++)
    for (let to = Math.min(words.length, from + MOST_WORDS); to >= from + 2; to--) {
      const ids = names.get(words.slice(from, to).join(" "));
      if (ids) hits.push({ from, to, ids });
    }
  const isInside = (one: (typeof hits)[number]) =>
    hits.some((other) => other !== one && other.from <= one.from && other.to >= one.to);
  return hits.filter((one) => !isInside(one)).map(({ ids }) => ids);
}

const OLDEST = "1950-01-01";

/** The date in a file's name, or else in its folders; days come before months, as in the UK. Null: none, or a later one. */
export function dateIn(path: string, today: string): string | null {
  const dates = path.split("/").map((segment) => {
    const [, year, month, day] = /(?<!\d)(\d{4})[-_. ]?(\d{2})[-_. ]?(\d{2})(?!\d)/.exec(segment) ?? [];
    const [, ukDay, ukMonth, ukYear] = /(?<!\d)(\d{1,2})[-_. ](\d{1,2})[-_. ](\d{4})(?!\d)/.exec(segment) ?? [];
    const uk = ukYear && `${ukYear}-${ukMonth?.padStart(2, "0")}-${ukDay?.padStart(2, "0")}`;
    return [year && `${year}-${month}-${day}`, uk].find(
      (date) => date && isLocalDate(date) && date >= OLDEST && date <= today,
    );
  });
  return dates.reverse().find(Boolean) ?? null;
}
