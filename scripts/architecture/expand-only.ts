import { type KnownSchema, schemaOf, withoutComments } from "#scripts/architecture/known-schema.ts";
import type { Finding, Rule } from "#scripts/architecture/rule.ts";

/** What the last release reads: written by `npm run released` when a release is made. */
export const RELEASED = "migrations/released.json";

export const expandOnly: Rule = {
  name: "Migrations only expand",
  why: "While a new version is rolled out, the one before still runs on the same database: what it reads must be there, and what it writes must be taken.",
  wayOut:
    "Add beside it and write both. Take the old away one release after the last that reads it (docs/decisions/0368). A new column is null or has a default.",
  check: ({ files }) => {
    const released: KnownSchema = JSON.parse(files.get(RELEASED) ?? "{}").tables ?? {};
    const known = [released, schemaOf(files)];
    const reads = (table: string | null, column?: string) =>
      table === null || known.some((schema) => (column ? schema[table]?.includes(column) : table in schema));
    return [...files]
      .filter(([path]) => /^migrations\/\d{4}-[\w-]+\.ts$/.test(path))
      .flatMap(([path, text]) => {
        const bare = withoutComments(text);
        const rebuilt = rebuiltIn(bare, known);
        return findingsIn(path, bare, reads).filter(({ what }) => !rebuilt.has(what));
      });
  },
};

/**
 * What is said of tables that are written anew under their own name, with every column that is read and none that must be
 * filled: SQLite widens a column in no other way.
 */
function rebuiltIn(text: string, known: readonly KnownSchema[]): Set<string> {
  const made = callsIn(text, "createTable");
  const renamed = callsIn(text, "alterTable").flatMap(({ args, end }) => {
    const [to] = callsIn(text.slice(end, endOfChain(text, end)), "renameTo");
    return to ? [{ from: nameIn(args), to: nameIn(to.args) }] : [];
  });
  const whole = renamed.filter(({ from, to }) => {
    const table = made.find(({ args }) => nameIn(args) === from);
    if (!table || to === null) return false;
    const columns = callsIn(text.slice(table.end, endOfChain(text, table.end)), "addColumn");
    const names = columns.map(({ args }) => nameIn(args));
    const read = new Set(known.flatMap((schema) => schema[to] ?? []));
    const isFilled = columns.every(
      ({ args }) => read.has(nameIn(args) ?? "") || !/notNull\(/.test(args) || /defaultTo\(/.test(args),
    );
    return isFilled && [...read].every((column) => names.includes(column));
  });
  return new Set(whole.map(({ to }) => `drops "${to}", which the last release reads`));
}

/** Whether the last release or this one reads a table or column; one whose name is not written out may be any. */
type Reads = (table: string | null, column?: string) => boolean;
type Found = { at: number; what: string };

function findingsIn(path: string, text: string, reads: Reads): Finding[] {
  const made = new Set(callsIn(text, "createTable").map(({ args }) => nameIn(args)));
  const readsBefore: Reads = (table, column) => !(table !== null && made.has(table)) && reads(table, column);
  const found = [...droppedIn(text, readsBefore), ...alteredIn(text, readsBefore), ...uniqueIn(text, readsBefore)];
  found.push(...rawIn(text, readsBefore));
  return found.map(({ at, what }) => ({ path, line: text.slice(0, at).split("\n").length, what }));
}

function droppedIn(text: string, reads: Reads): Found[] {
  return ["dropTable", "dropView"]
    .flatMap((method) => callsIn(text, method))
    .filter(({ args }) => reads(nameIn(args)))
    .map(({ at, args }) => ({ at, what: `drops ${args.trim()}, which the last release reads` }));
}

function alteredIn(text: string, reads: Reads): Found[] {
  return callsIn(text, "alterTable").flatMap(({ at, args, end }) => {
    const table = nameIn(args);
    const chain = text.slice(end, endOfChain(text, end));
    const say = (words: string) => ({ at, what: `${words} ${args.trim()}` });
    const found: Found[] = [];
    for (const { args: column } of [...callsIn(chain, "dropColumn"), ...callsIn(chain, "renameColumn")]) {
      if (reads(table, nameIn(column) ?? undefined)) found.push(say(`drops or renames ${column.trim()} of`));
    }
    if (!reads(table)) return found;
    if (callsIn(chain, "renameTo").length > 0) found.push(say("renames"));
    for (const { args: column } of callsIn(chain, "alterColumn")) {
      if (/setNotNull|setDataType|dropDefault/.test(column)) found.push(say(`narrows ${nameIn(column)} of`));
    }
    for (const { args: column } of callsIn(chain, "addColumn")) {
      if (/notNull\(/.test(column) && !/defaultTo\(/.test(column)) {
        found.push(say(`adds ${nameIn(column)}, which is not null and has no default, to`));
      }
    }
    if (/\.add(Unique|Check|ForeignKey|PrimaryKey)Constraint/.test(chain)) found.push(say("adds a constraint to"));
    return found;
  });
}

// A unique index over columns that this migration adds refuses nothing: the release before leaves them null.
function uniqueIn(text: string, reads: Reads): Found[] {
  const added = new Set(callsIn(text, "addColumn").map(({ args }) => nameIn(args)));
  return callsIn(text, "createIndex").flatMap(({ at, end }) => {
    const chain = text.slice(end, endOfChain(text, end));
    const table = callsIn(chain, "on").map(({ args }) => nameIn(args))[0] ?? null;
    const columns = [...callsIn(chain, "columns"), ...callsIn(chain, "column")].flatMap(({ args }) => namesIn(args));
    const isNew = columns.length > 0 && columns.every((column) => added.has(column));
    if (!/\.unique\(/.test(chain) || isNew || !reads(table)) return [];
    return [{ at, what: `makes ${columns.join(", ") || "an expression"} of ${table ?? "a table"} unique` }];
  });
}

const RAW = [
  /\bdrop\s+(?:table|view)\s+(?:if\s+exists\s+)?(?<table>"?\w+|\$\{)/gi,
  /\balter\s+table\s+(?:if\s+exists\s+)?(?:only\s+)?(?<table>"?\w+|\$\{)[^`;]*?\b(?:drop\s+(?:column\s+)?(?!constraint|default|not)(?:if\s+exists\s+)?(?<column>\w+)|rename|alter\s+(?:column\s+)?\S+\s+(?:set\s+not\s+null|type|set\s+data|drop\s+default)|add\s+constraint)/gi,
  /\bcreate\s+unique\s+index\b[^`;]*?\bon\s+(?<table>"?\w+|\$\{)/gi,
];

function rawIn(text: string, reads: Reads): Found[] {
  return RAW.flatMap((pattern) =>
    [...text.matchAll(pattern)].flatMap(({ 0: words, index, groups = {} }) => {
      const table = groups.table?.startsWith("$") ? null : (groups.table?.replace('"', "") ?? null);
      return reads(table, groups.column) ? [{ at: index, what: words.replace(/\s+/g, " ") }] : [];
    }),
  );
}

type Call = { at: number; args: string; end: number };

/** The calls of a method, with the text between their parentheses. */
function callsIn(text: string, method: string): Call[] {
  return [...text.matchAll(new RegExp(`\\.${method}\\(`, "g"))].map(({ 0: { length }, index }) => {
    const end = closing(text, index + length);
    return { at: index, args: text.slice(index + length, end), end: end + 1 };
  });
}

function closing(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "(") open += 1;
    else if (text[at] === ")") open -= 1;
    if (open === 0) return at;
  }
  return text.length;
}

function endOfChain(text: string, from: number): number {
  const end = text.slice(from).search(/\.execute\(|;/);
  return end === -1 ? text.length : from + end;
}

function nameIn(args: string): string | null {
  return /^\s*["'](\w+)["']/.exec(args)?.[1] ?? null;
}

function namesIn(args: string): string[] {
  return [...args.matchAll(/["'](\w+)["']/g)].map(([, name = ""]) => name);
}
