import { changeDeadline } from "#app/appointments/change-window.ts";
import { addDays, dateWords, dayInWords, localDateOf, localeTimes, relativeDay } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

/** What happens if plans change: `lead` stands out, `rest` follows it. */
export type ChangeRule = { lead: string; rest: string };

/** What the rule depends on. */
export type ChangeTerms = {
  now: number;
  /** `feePercent`: the most that a late change costs, of the price; none while no payments are taken. */
  rules: Pick<BookingRules, "zone" | "changeNotice" | "chargesLate"> & { feePercent?: number };
  locale: string;
};

/** The practice's rule for one start, the same before the Confirm button and on the booking's page. */
export function changeRule(start: number, { now, rules, locale }: ChangeTerms): ChangeRule {
  const until = changeDeadline(start, rules.changeNotice);
  if (now >= until) {
    return {
      lead: "You can cancel online until it begins, and move it by phone.",
      rest: rules.chargesLate ? feeInWords(rules).trim() : "There is nothing to pay.",
    };
  }
  const day = localDateOf(until, rules.zone);
  const today = localDateOf(now, rules.zone);
  const isNear = day < addDays(today, 7);
  const named = isNear ? dateWords(day, locale, { weekday: "long" }) : dayInWords(day, { locale });
  const dayWords = relativeDay(day, today)?.toLowerCase() ?? `on ${named}`;
  // Servers and browsers put different blanks before AM.
  const time = localeTimes(until, rules.zone, locale).time.replace(/\s/g, " ");
  return { lead: `Free to change or cancel until ${time} ${dayWords}.`, rest: restOf(rules) };
}

/** The same while no time is chosen. */
export function changeRuleOfAny({ rules }: { rules: Omit<ChangeTerms["rules"], "zone"> }): ChangeRule {
  const { changeNotice } = rules;
  const before = changeNotice % 60 === 0 ? `${changeNotice / 60} hours` : `${changeNotice} minutes`;
  const until = changeNotice === 0 ? "it begins" : `${before} before it begins`;
  return { lead: `Free to change or cancel until ${until}.`, rest: restOf(rules) };
}

function restOf({ chargesLate, ...rules }: Omit<ChangeTerms["rules"], "zone">): string {
  if (chargesLate) return `After that, cancel as soon as you can.${feeInWords(rules)}`;
  return "After that, cancel as soon as you can: there is nothing to pay.";
}

/** What a late cancellation costs by the practice's rule, before it is made: `upTo` is `£29.00`. */
export type LateCost = { title: string; why: string; upTo: string | null };

export function lateCost(
  pricePence: number,
  { feePercent, chargesLate }: { feePercent: number; chargesLate: boolean },
): LateCost {
  const most = Math.floor((pricePence * feePercent) / 100);
  if (chargesLate && most > 0) {
    const upTo = priceInFull(most);
    const why = `That is ${feePercent}% of ${priceInFull(pricePence)}. If someone else books the time, there is nothing to pay.`;
    return { title: `You may pay up to ${upTo}`, why, upTo };
  }
  if (chargesLate) {
    return {
      title: "You may be asked to pay",
      why: "Nothing is taken now. The policy says what it may cost.",
      upTo: null,
    };
  }
  const why = "There is no fee for a late cancellation. Thank you: someone else may want the time.";
  return { title: "Nothing to pay", why, upTo: null };
}

function feeInWords({ feePercent = 0 }: { feePercent?: number }): string {
  if (feePercent === 0) return "";
  return ` A late cancellation or a missed appointment may cost up to ${feePercent}% of the price, and nothing if someone else books the time.`;
}
