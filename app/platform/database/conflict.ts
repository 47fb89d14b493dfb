// PostgreSQL's words for "somebody else's work crossed yours; do it again": serialization failure, deadlock.
const CODES = ["40001", "40P01"];
// SQLite's SQLITE_BUSY and its kin (BUSY_SNAPSHOT, BUSY_RECOVERY), by the lower byte.
const BUSY = 5;

/** Whether the database rolled the work back only because of somebody else's at the same moment. Looks through causes. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown };
  if (typeof errcode === "number") return (errcode & 0xff) === BUSY;
  return CODES.includes(String(code)) || isConflict(error.cause);
}

/** Thrown by a transaction that has waited, and whose view of the database is from before: it should begin anew. */
export class ViewTooOld extends Error {
  readonly code = "40001";
}

/** Thrown by a transaction that was taken back with somebody else's, whose failure took the whole group with it. */
export class TakenBack extends Error {
  readonly code = "40001";
}
