import { changeDeadline } from "#app/appointments/change-window.ts";
import { localeTimes } from "#app/appointments/time-words.ts";
import { dayInWords } from "#app/platform/day-in-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";

/** What happens if plans change: `lead` stands out, `rest` follows it. */
export type ChangeRule = { lead: string; rest: string };

/**
 * The practice's rule for one start, the same before the Confirm button and on the booking's page. Nobody is charged
 * for a late cancellation: there is no such setting.
 */
export function changeRule(
  start: number,
  { now, rules, locale }: { now: number; rules: { zone: string; changeNotice: number }; locale: string },
): ChangeRule {
  const until = changeDeadline(start, rules.changeNotice);
  if (now >= until) {
    return {
      lead: "It is too close to change or cancel online: please ring us.",
      rest: "There is nothing to pay.",
    };
  }
  const day = dayInWords(localDateOf(until, rules.zone), { locale });
  return {
    lead: `Free to change or cancel until ${localeTimes(until, rules.zone, locale).time} on ${day}.`,
    rest: "Later than that, tell us as soon as you can: there is nothing to pay.",
  };
}
