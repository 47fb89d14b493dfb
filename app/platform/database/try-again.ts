/** What became of conflicts since the start, for /metrics: tries made again, and work given up after the last. */
export type Conflicts = { retried: number; givenUp: number };

/** `tries`: in all. `within`: ms since the first, after which no other begins. */
export type Patience = { tries: number; within: number };

export type Trying = {
  patience: Patience;
  conflicts: Conflicts;
  now: () => number;
  /** From 0 to 1, so that two that crossed don't cross again. */
  random: () => number;
  pause: (ms: number) => Promise<unknown>;
};

const FIRST_PAUSE = 8;
const LONGEST_PAUSE = 400;

/**
 * Does the work again while the database answers that it crossed somebody else's; any other failure is thrown at once.
 * Each pause is drawn from a range that doubles.
 */
export async function tryAgain<Outcome>(
  work: () => Promise<Outcome>,
  { patience, conflicts, now, random, pause }: Trying,
): Promise<Outcome> {
  const started = now();
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error)) throw error;
      const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tried - 1));
      const wait = Math.ceil(longest * random());
      if (tried >= patience.tries || now() + wait - started >= patience.within) {
        conflicts.givenUp += 1;
        throw error;
      }
      conflicts.retried += 1;
      await pause(wait);
    }
  }
}

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
