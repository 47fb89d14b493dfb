import { isConflict } from "#app/platform/database/conflict.ts";

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
