import type { Interval } from "#app/availability/interval.ts";
import { addDays, addMonths, dateInWords, daysBetween, monthInWords, startOfDay } from "#app/platform/date-time.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";

export const PERIOD_KINDS = ["month", "quarter", "tax-quarter", "dates"] as const;
/** VAT quarters by the month in which the first of a year ends. Those of March are calendar quarters. */
export const VAT_KINDS = ["vat-01", "vat-02", "vat-03"] as const;

export type PeriodKind = (typeof PERIOD_KINDS)[number] | "day" | (typeof VAT_KINDS)[number];

/** Inclusive local dates. */
export type Period = { kind: PeriodKind; from: string; to: string };

/** Three years, leap day and all: more is a question for a spreadsheet. */
export const LONGEST_DAYS = 1096;

// The tax year begins on 6 April: its quarters begin on the sixth.
const TAX_DAY = 6;

/** From the first instant of the first day to that of the day after the last. */
export function instantsOf({ from, to }: Pick<Period, "from" | "to">, zone: string): Interval {
  return { start: startOfDay(from, zone), end: startOfDay(addDays(to, 1), zone) };
}

/** The period of a kind that a local date lies in; of free dates, that one day. */
export function periodAround(kind: PeriodKind, date: string): Period {
  if (kind === "dates" || kind === "day") return { kind, from: date, to: date };
  const shifted = kind === "tax-quarter" ? addDays(date, 1 - TAX_DAY) : date;
  const month = shifted.slice(0, 7);
  const first = kind === "month" ? month : addMonths(month, -((Number(month.slice(5)) - 1 + vatShift(kind)) % 3));
  return fromMonth(kind, first);
}

/** By how many months these quarters begin earlier than those of the calendar. */
function vatShift(kind: PeriodKind): number {
  return { "vat-01": 2, "vat-02": 1 }[kind as string] ?? 0;
}

export function previousPeriod({ kind, from, to }: Period): Period {
  if (kind !== "dates") return periodAround(kind, addDays(from, -1));
  return { kind, from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) };
}

export function nextPeriod({ kind, from, to }: Period): Period {
  if (kind !== "dates") return periodAround(kind, addDays(to, 1));
  return { kind, from: addDays(to, 1), to: addDays(to, 1 + daysBetween(from, to)) };
}

/** The same dates a year before. */
export function yearBefore({ kind, from, to }: Period): Period {
  if (kind !== "dates") return periodAround(kind, dateYearBefore(from));
  return { kind, from: dateYearBefore(from), to: dateYearBefore(to) };
}

/** The part up to and including today, if today lies within; a period that runs is compared by the same days. */
export function countedPart(period: Period, today: string): Period {
  return period.from <= today && today < period.to ? { ...period, to: today } : period;
}

/** As many days of an earlier period, from its beginning, as were counted. */
export function sameDays(earlier: Period, { period, counted }: { period: Period; counted: Period }): Period {
  if (counted.to === period.to) return earlier;
  const to = addDays(earlier.from, daysBetween(counted.from, counted.to));
  return { ...earlier, to: firstOf(to, earlier.to) };
}

/** What an address asks for; this month without one. Dates in the wrong order are turned round. */
export function periodFrom(query: URLSearchParams, today: string, kinds: readonly PeriodKind[] = PERIOD_KINDS): Period {
  const kind = kinds.find((candidate) => candidate === query.get("period")) ?? "month";
  const dateOf = (name: string) => [query.get(name)].find(isLocalDate) ?? null;
  const from = dateOf("from") ?? today;
  if (kind !== "dates") return periodAround(kind, from);
  const [first, last] = [from, dateOf("to") ?? from].sort() as [string, string];
  return { kind, from: first, to: firstOf(last, addDays(first, LONGEST_DAYS - 1)) };
}

/** `November 2026`, `October to December 2026`, `6 October 2026 to 5 January 2027`. */
export function periodInWords({ kind, from, to }: Period): string {
  if (kind === "month" && from.endsWith("-01") && addDays(to, 1).endsWith("-01")) return monthInWords(from.slice(0, 7));
  const isWhole =
    kind !== "month" && kind !== "dates" && kind !== "day" && from.endsWith("-01") && addDays(to, 1).endsWith("-01");
  if (isWhole) {
    const first =
      from.slice(0, 4) === to.slice(0, 4) ? dateInWords(from, { month: "long" }) : monthInWords(from.slice(0, 7));
    return `${first} to ${monthInWords(to.slice(0, 7))}`;
  }
  return from === to ? dayInFull(from) : `${dayInFull(from)} to ${dayInFull(to)}`;
}

function firstOf(one: string, other: string): string {
  return [one, other].sort()[0] as string;
}

function dayInFull(date: string): string {
  return dateInWords(date, { day: "numeric", month: "long", year: "numeric" });
}

function fromMonth(kind: PeriodKind, first: string): Period {
  const day = kind === "tax-quarter" ? TAX_DAY : 1;
  const next = addMonths(first, kind === "month" ? 1 : 3);
  return { kind, from: `${first}-0${day}`, to: addDays(`${next}-0${day}`, -1) };
}

/** 29 February becomes the 28th. */
function dateYearBefore(date: string): string {
  const before = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`;
  return date.endsWith("-02-29") ? before.replace(/29$/, "28") : before;
}

const CHOICES_BACK = 35;

/** For a list to choose from: the next one, this one and those before, newest first, with the chosen one. */
export function periodChoices(chosen: Period, today: string): Period[] {
  if (chosen.kind === "dates" || chosen.kind === "day") return [];
  const choices = [nextPeriod(periodAround(chosen.kind, today))];
  for (let left = CHOICES_BACK; left >= 0; left--) choices.push(previousPeriod(choices.at(-1) as Period));
  const rest = choices.filter(({ from }) => from !== chosen.from);
  return [...rest, chosen].sort((a, b) => (a.from < b.from ? 1 : -1));
}
