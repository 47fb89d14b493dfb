/**
 * A failure that is no fault of the code: the database can't work for now (`full`, `away`), somebody did the same at
 * the same moment (`raced`), PostgreSQL can't store the text (`bad-input`: NUL), or too much work was queued (`crowded`:
 * password hashing). `unclear`: it went away during a commit, which it may have carried out.
 */
export type DatabaseError = "full" | "away" | "unclear" | "raced" | "bad-input" | "crowded";

/** PostgreSQL's code for a change on a server that only reads. */
export const READ_ONLY = "25006";

// SQLite's result codes, the lower byte: busy, locked, I/O, full, can't open.
const SQLITE: Record<number, DatabaseError> = { 5: "away", 6: "away", 10: "away", 13: "full", 14: "away" };
const SQLITE_RACED = [1555, 2067];
// PostgreSQL's codes: disk full; duplicate key, deadlock; NUL in a text; shutting down, starting, connection lost,
// too many connections, cancelled by a timeout; no longer the primary.
const POSTGRES: [RegExp, DatabaseError][] = [
  [/^53100$/, "full"],
  [/^(23505|40001|40P01)$/, "raced"],
  [/^22021$/, "bad-input"],
  [/^(57P0[1-5]|08\w{3}|53\w{3}|57014|25006)$/, "away"],
];
const SYSTEM: Record<string, DatabaseError> = {
  ENOSPC: "full",
  ECONNREFUSED: "away",
  ECONNRESET: "away",
  EPIPE: "away",
  ETIMEDOUT: "away",
  ENOTFOUND: "away",
  ECROWDED: "crowded",
  EUNCLEAR: "unclear",
};
// Errors that the driver only describes in words.
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client .* is not queryable|Query read timeout)/;

/** The kind of database error, or null for any other error. Looks through causes. */
export function databaseErrorOf(error: unknown): DatabaseError | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return SQLITE_RACED.includes(errcode) ? "raced" : (SQLITE[errcode & 0xff] ?? null);
  if (typeof code === "string") {
    const known = SYSTEM[code] ?? POSTGRES.find(([pattern]) => pattern.test(code))?.[1];
    if (known) return known;
  }
  return WORDS.test(error.message) ? "away" : databaseErrorOf(error.cause);
}
