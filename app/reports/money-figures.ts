import type { CommissionRates } from "#app/payments/money.ts";
import { addDays } from "#app/platform/date-time.ts";
import type { Period } from "#app/reports/period.ts";

/** What was taken on a day by one method, for one therapist's service; both null: nothing has been paid with it yet. */
export type TakenShare = {
  day: string;
  method: string;
  therapistId: string | null;
  serviceId: string | null;
  pence: number;
  tipPence: number;
};

/** Payments of a day and method. Pence, the tip within. */
export type DayPayments = {
  day: string;
  method: string;
  tipTherapistId: string | null;
  pence: number;
  tipPence: number;
};

/**
 * Every penny that was taken stands in one part: what bills have of it, the tips, and the rest, which is credit.
 * `allocated` has no tips.
 */
export function splitTakings(
  payments: readonly DayPayments[],
  allocated: readonly Omit<TakenShare, "tipPence">[],
): TakenShare[] {
  const tips = payments
    .filter(({ tipPence }) => tipPence !== 0)
    .map(({ day, method, tipTherapistId, tipPence }) => ({
      ...{ day, method, therapistId: tipTherapistId, serviceId: null, pence: 0, tipPence },
    }));
  const rests = new Map<string, TakenShare>();
  const restOf = (day: string, method: string) => {
    const key = `${day} ${method}`;
    const rest = rests.get(key) ?? { day, method, therapistId: null, serviceId: null, pence: 0, tipPence: 0 };
    rests.set(key, rest);
    return rest;
  };
  for (const { day, method, pence, tipPence } of payments) restOf(day, method).pence += pence - tipPence;
  for (const { day, method, pence } of allocated) restOf(day, method).pence -= pence;
  return [
    ...allocated.map((part) => ({ ...part, tipPence: 0 })),
    ...tips,
    ...[...rests.values()].filter(({ pence }) => pence !== 0),
  ];
}

export type Sum = { key: string; pence: number; tipPence: number };

/** The takings added up by one of their properties, in the order of its values. */
export function sumBy(takings: readonly TakenShare[], by: "day" | "method" | "therapistId" | "serviceId"): Sum[] {
  const groups = Map.groupBy(takings, (part) => part[by] ?? "");
  return [...groups]
    .map(([key, group]) => ({
      key,
      pence: group.reduce((all, { pence }) => all + pence, 0),
      tipPence: group.reduce((all, { tipPence }) => all + tipPence, 0),
    }))
    .filter(({ pence, tipPence }) => pence !== 0 || tipPence !== 0)
    .sort((one, other) => (one.key < other.key ? -1 : 1));
}

export type Commission = { therapistId: string; paidPence: number; pence: number };

/** What each therapist earns of what was paid for their appointments, without tips. Rounded once for each service. */
export function commissionsOf(
  takings: readonly TakenShare[],
  ratesOf: (therapistId: string) => CommissionRates | null,
): Commission[] {
  const therapists = Map.groupBy(takings, ({ therapistId }) => therapistId ?? "");
  return [...therapists].flatMap(([therapistId, own]) => {
    const rates = therapistId === "" ? null : ratesOf(therapistId);
    if (!rates || (rates.rate === null && Object.keys(rates.services).length === 0)) return [];
    const lines = sumBy(own, "serviceId").map(({ key, pence }) => ({
      pence,
      earned: Math.round((pence * (rates.services[key] ?? rates.rate ?? 0)) / 10_000),
    }));
    const paidPence = lines.reduce((all, { pence }) => all + pence, 0);
    return [{ therapistId, paidPence, pence: lines.reduce((all, { earned }) => all + earned, 0) }];
  });
}

/** Rent is due on the first of each month: how many of them lie within. */
export function rentDaysIn({ from, to }: Pick<Period, "from" | "to">): number {
  let days = 0;
  for (let day = from; day <= to; day = addDays(day, 1)) if (day.endsWith("-01")) days += 1;
  return days;
}

export const AGES = ["Up to 30 days", "31 to 60 days", "61 to 90 days", "Over 90 days"] as const;
const DAYS_EACH = 30;
const DAY_MS = 86_400_000;

/** Owed pence by the age of what it is owed for, in the order of `AGES`. */
export function agesOf(
  owed: readonly { since: number; pence: number }[],
  now: number,
): { count: number; pence: number }[] {
  const ages = AGES.map(() => ({ count: 0, pence: 0 }));
  for (const { since, pence } of owed) {
    const days = Math.max(0, Math.floor((now - since) / DAY_MS));
    const age = ages[Math.min(AGES.length - 1, Math.max(0, Math.ceil(days / DAYS_EACH) - 1))];
    if (!age) continue;
    age.count += 1;
    age.pence += pence;
  }
  return ages;
}
