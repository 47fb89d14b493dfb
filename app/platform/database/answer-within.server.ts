import { AsyncLocalStorage } from "node:async_hooks";

// PostgreSQL cancels a long statement itself; only one that was stopped, or is cut off, says nothing for longer.
const SILENCE = 35_000;
// With a queue of ten seconds and ten for a new connection before it, an answer comes within thirty.
const USUAL = { within: 20_000, least: 8000 };
export type AnswerLimits = Partial<typeof USUAL>;
const HOUR = 3_600_000;

type Due = { at: number; least: number; isOver: boolean; open: number; hasChanged: boolean };
const due = new AsyncLocalStorage<Due>();

/**
 * For work that somebody waits for: a database that falls silent meanwhile is given up so soon that they get an answer.
 * `least`: what each statement may take however late it is. What goes on after the answer has the usual patience.
 */
export async function answerWithin<Answer>(work: () => Promise<Answer>, limits: AnswerLimits = {}) {
  const { within, least } = { ...USUAL, ...limits };
  const asked: Due = { at: performance.now() + within, least, isOver: false, open: 0, hasChanged: false };
  return due.run(asked, work).finally(() => {
    asked.isOver = true;
  });
}

/** For work on all rows of a table, which nobody waits for: an index of millions takes minutes, and says nothing. */
export function longWork<Result>(work: () => Promise<Result>): Promise<Result> {
  return answerWithin(work, { within: HOUR, least: HOUR });
}

/** Counts a transaction of this work as a change once it is committed; what is rolled back changes nothing. */
export async function noteTransaction<Result>(work: () => Promise<Result>): Promise<Result> {
  const asked = due.getStore();
  if (!asked) return work();
  asked.open += 1;
  try {
    const result = await work();
    asked.hasChanged = true;
    return result;
  } finally {
    asked.open -= 1;
  }
}

/** Counts a statement that is a transaction of its own. */
export function noteWrite(): void {
  const asked = due.getStore();
  if (asked?.open === 0) asked.hasChanged = true;
}

/** Whether this work may have changed something; false only where that is certain. */
export function mayHaveChanged(): boolean {
  return due.getStore()?.hasChanged ?? true;
}

/** How long a statement that begins now may be silent, in ms. */
export function silenceAllowed(): number {
  const asked = due.getStore();
  return !asked || asked.isOver ? SILENCE : Math.max(asked.least, asked.at - performance.now());
}
