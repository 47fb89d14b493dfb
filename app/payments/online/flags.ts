import { addDays, addMonths, dayInWords, localDateOf, localeMoment } from "#app/platform/date-time.ts";

/** What a client did that counts: cancelled late, did not come, or had an appointment moved inside the notice. */
export type FlagOccasion = {
  occasion: keyof typeof OCCASION_WORDS;
  /** When it happened, and when the appointment was to begin: epoch ms. */
  at: number;
  start: number;
  service: string;
};

export const OCCASION_WORDS = { late: "cancelled late", missed: "did not attend", moved: "moved late" } as const;

/** `count` of them within so many months; `zone` tells their days. */
export type FlagRule = { count: number; months: number; zone: string };

/** Why someone pays when they book. `occasions`: those that count, newest first; `until`: the day from which it ends by itself. */
export type Flag = { occasions: FlagOccasion[]; until: string };

/** Null: fewer than the rule's number count. Nothing but these dates bears on it, and what was lifted counts no more. */
export function flagFrom(
  occasions: readonly FlagOccasion[],
  { count, months, zone }: FlagRule,
  { now, liftedAt }: { now: number; liftedAt: number },
): Flag | null {
  const today = localDateOf(now, zone);
  const endOf = ({ at }: FlagOccasion) => monthsAfter(localDateOf(at, zone), months);
  const counting = occasions
    .filter((one) => one.at > liftedAt && one.at <= now && endOf(one) > today)
    .toSorted((one, other) => other.at - one.at);
  const last = counting[count - 1];
  return last ? { occasions: counting, until: endOf(last) } : null;
}

/** The same day of a later month, or that month's last. */
function monthsAfter(day: string, months: number): string {
  const month = addMonths(day.slice(0, 7), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
}

/** `2 late cancellations, missed appointments or late moves in 6 months` */
export function flagRuleInWords({ count, months }: Pick<FlagRule, "count" | "months">): string {
  const what =
    count === 1
      ? "1 late cancellation, missed appointment or late move"
      : `${count} late cancellations, missed appointments or late moves`;
  return `${what} in ${months === 1 ? "a month" : `${months} months`}`;
}

/** As its client and the practice read it: `Tue 3 Nov, 10:30, Deep Tissue Massage: cancelled late`. */
export function flagInWords(
  { occasions, until }: Flag,
  { zone, locale }: { zone: string; locale: string },
): { lines: string[]; end: string } {
  return {
    lines: occasions.map(
      ({ occasion, start, service }) => `${localeMoment(start, zone, locale)}, ${service}: ${OCCASION_WORDS[occasion]}`,
    ),
    end: `This ends by itself on ${dayInWords(until, { locale })}.`,
  };
}
