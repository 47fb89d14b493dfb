import { addDays, localDateOf } from "#app/platform/date-time.ts";

/** A rule about late changes as a client could read it. `notice` in minutes, `percent` of the price; ms UTC. */
export type FeeRule = { at: number; words: string; notice: number; percent: number };

/** Why an appointment may cost a fee: it was cancelled late, or nobody came. `at`: then, in ms UTC. */
export type Occasion = { occasion: "late" | "missed"; at: number };

export type FeeFacts = Occasion & {
  bookedAt: number;
  start: number;
  end: number;
  pricePence: number;
  /** The one in force when it was booked; null: there was none yet. */
  rule: FeeRule | null;
  /** The practice's share today, in percent. */
  percentNow: number;
  isLeisure: boolean;
  /** What stands in its therapist's diary at its time now. */
  others: readonly { start: number; end: number }[];
  zone: string;
};

/** What may be charged at most, in pence. `why` nothing may; null: something may. */
export type FeeVerdict = { mostPence: number; why: keyof typeof WHY_NONE | null };

export const WHY_NONE = {
  "sold-again": "The time was sold again, so nothing is lost and nothing is charged.",
  "within-14-days":
    "They booked less than 14 days before and may still withdraw, so nothing is charged. If your adviser says that this service is a leisure activity, state it under Settings, Payments.",
  "no-rule": "No rule about fees was shown when they booked, so nothing is charged.",
  "in-time": "By the rule that was shown when they booked, they cancelled in time.",
} as const;

const WITHDRAWAL_DAYS = 14;

/** No fee is more than the rule that was read, nor than today's, and none is charged for time that was sold again. */
export function judgeFee(facts: FeeFacts): FeeVerdict {
  const { rule, occasion, at, start, zone } = facts;
  if (isSoldAgain(facts)) return { mostPence: 0, why: "sold-again" };
  const percent = Math.min(rule?.percent ?? 0, facts.percentNow);
  const mostPence = Math.floor((facts.pricePence * percent) / 100);
  if (rule === null || mostPence <= 0) return { mostPence: 0, why: "no-rule" };
  if (occasion === "late" && at < start - rule.notice * 60_000) return { mostPence: 0, why: "in-time" };
  const lastDay = addDays(localDateOf(facts.bookedAt, zone), WITHDRAWAL_DAYS);
  if (!facts.isLeisure && localDateOf(at, zone) <= lastDay) return { mostPence: 0, why: "within-14-days" };
  return { mostPence, why: null };
}

/** At least half of its minutes are someone else's now. */
export function isSoldAgain({
  occasion,
  start,
  end,
  others,
}: Pick<FeeFacts, "occasion" | "start" | "end" | "others">): boolean {
  if (occasion !== "late") return false;
  const shared = others.map((other) => Math.max(0, Math.min(end, other.end) - Math.max(start, other.start)));
  return shared.reduce((all, part) => all + part, 0) * 2 >= end - start;
}
