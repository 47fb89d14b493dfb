/**
 * Why something was not done, through no fault of the code: the database can't for now (`full`, `away`), somebody else
 * was doing the same at the same moment (`raced`), a text holds what no text can (`unfit`: PostgreSQL and NUL), or too
 * many were waiting for the same work (`crowded`: hashing passwords).
 */
export type Trouble = "full" | "away" | "raced" | "unfit" | "crowded";

// SQLite's result codes, the lower byte: busy, locked, I/O, full, can't open.
const SQLITE: Record<number, Trouble> = { 5: "away", 6: "away", 10: "away", 13: "full", 14: "away" };
const SQLITE_RACED = [1555, 2067];
// PostgreSQL's: disk full; a key taken meanwhile, a deadlock; NUL in a text; shutting down, starting, connection lost, too many connections, cancelled by a timeout.
const POSTGRES: [RegExp, Trouble][] = [
  [/^53100$/, "full"],
  [/^(23505|40001|40P01)$/, "raced"],
  [/^22021$/, "unfit"],
  [/^(57P0[1-5]|08\w{3}|53\w{3}|57014)$/, "away"],
];
const SYSTEM: Record<string, Trouble> = {
  ENOSPC: "full",
  ECONNREFUSED: "away",
  ECONNRESET: "away",
  EPIPE: "away",
  ETIMEDOUT: "away",
  ENOTFOUND: "away",
  ECROWDED: "crowded",
};
// What the driver says in words alone.
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether this error is such a trouble; null for any other error. Looks through causes. */
export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof Error)) return null;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return SQLITE_RACED.includes(errcode) ? "raced" : (SQLITE[errcode & 0xff] ?? null);
  if (typeof code === "string") {
    const known = SYSTEM[code] ?? POSTGRES.find(([pattern]) => pattern.test(code))?.[1];
    if (known) return known;
  }
  return WORDS.test(error.message) ? "away" : troubleOf(error.cause);
}
