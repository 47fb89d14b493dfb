import { AsyncLocalStorage } from "node:async_hooks";

// PostgreSQL cancels a long statement itself; only one that was stopped, or is cut off, says nothing for longer.
const SILENCE = 35_000;
// With a queue of ten seconds and ten for a new connection before it, an answer comes within thirty.
const USUAL = { within: 20_000, least: 8000 };
export type AnswerLimits = Partial<typeof USUAL>;
const HOUR = 3_600_000;

type Due = { at: number; least: number; isOver: boolean };
const due = new AsyncLocalStorage<Due>();

/**
 * For work that somebody waits for: a database that falls silent meanwhile is given up so soon that they get an answer.
 * `least`: what each statement may take however late it is. What goes on after the answer has the usual patience.
 */
export async function answerWithin<Answer>(work: () => Promise<Answer>, limits: AnswerLimits = {}) {
  const { within, least } = { ...USUAL, ...limits };
  const asked: Due = { at: performance.now() + within, least, isOver: false };
  return due.run(asked, work).finally(() => {
    asked.isOver = true;
  });
}

/** For work on all rows of a table, which nobody waits for: an index of millions takes minutes, and says nothing. */
export function longWork<Result>(work: () => Promise<Result>): Promise<Result> {
  return answerWithin(work, { within: HOUR, least: HOUR });
}

/** How long a statement that begins now may be silent, in ms. */
export function silenceAllowed(): number {
  const asked = due.getStore();
  return !asked || asked.isOver ? SILENCE : Math.max(asked.least, asked.at - performance.now());
}
