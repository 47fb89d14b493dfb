import { instantOf } from "#app/platform/date-time.ts";
import type { ReportTotals } from "#app/reports/report-totals.ts";
import type { PastVisit } from "#tests/support/past-visits.ts";

const DAY_MS = 86_400_000;
const LONDON = "Europe/London";
const dayIn = (zone: string) => {
  const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
  return (instant: number) => format.format(instant);
};

/** A year and a half of visits of every kind, the same each time, some of them at midnight and six weeks apart. */
export function anyVisits(count = 260): PastVisit[] {
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const pick = <T>(choices: readonly T[]): T => choices[random(choices.length)] as T;
  return Array.from({ length: count }, (_, index): PastVisit => {
    const date = new Date(
      Date.UTC(2025, 11, 1) + pick([0, 7, 14, 21, 42, 43, random(540)]) * DAY_MS + random(13) * 42 * DAY_MS,
    );
    const start = instantOf(date.toISOString().slice(0, 10), pick([0, 30, 600, 615, 840, 1410]), LONDON);
    const status = pick(["Confirmed", "Confirmed", "Confirmed", "confirmed", "Asked for", "Cancelled", "CANCELLED"]);
    const isCancelled = status.toLowerCase() === "cancelled";
    const actor = pick(["admin:a", "client:b", "link", "system"]);
    const at = start - pick([0, 10, 24, 24, 25, 200]) * 3_600_000 + pick([-1, 0, 1]);
    return {
      id: `visit-${index}`,
      client: random(25) === 0 ? null : `client-${random(30)}`,
      start,
      minutes: pick([30, 60, 90]),
      pence: pick([3200, 5800, 8250]),
      therapist: pick(["demo-imogen-hartley", "demo-tom-ellery", "demo-priya-sandhu"]),
      service: pick(["demo-deep-tissue-massage", "demo-sport-foot-massage"]),
      status,
      state: pick(["finished", "finished", "arrived", "missed", null]),
      source: pick(["website", "practice", "api", null]),
      cancelled:
        isCancelled && random(5) > 0
          ? { at, actor, askedBy: pick(["client", "practice", null]), late: pick([true, false, null, null]) }
          : null,
    };
  });
}

type Terms = { from: string; to: string; now: number; changeNotice: number; zone?: string };
type Check = (visit: PastVisit) => boolean;

/** Whether a visit is what a filter of the list asks for, by looking at all visits. */
export function slowChecks(
  visits: readonly PastVisit[],
  { now, changeNotice, zone = LONDON }: Omit<Terms, "from" | "to">,
) {
  const dayOf = dayIn(zone);
  const dayNumber = (instant: number) => Date.parse(dayOf(instant)) / DAY_MS;
  const came: Check = (visit) => stands(visit) && (visit.state === "finished" || visit.state === "arrived");
  const unmarked: Check = (visit) => stands(visit) && visit.state === null;
  const isOver: Check = ({ start, minutes }) => start + minutes * 60_000 <= now;
  const judged: Check = (visit) => came(visit) && dayNumber(now) - dayNumber(visit.start) > 42;
  const followed: Check = (visit) =>
    visits.some((other) => {
      const days = dayNumber(other.start) - dayNumber(visit.start);
      return isSameClient(other, visit) && stands(other) && other.start > visit.start && days <= 42;
    });
  return {
    came,
    unrecorded: (visit) => unmarked(visit) && isOver(visit),
    ahead: (visit) => unmarked(visit) && !isOver(visit),
    missed: (visit) => stands(visit) && visit.state === "missed",
    late: (visit) => isLate(visit, changeNotice),
    judged,
    again: (visit) => judged(visit) && followed(visit),
    booked: stands,
    first: (visit) => isFirst(visit, visits),
  } satisfies Record<string, Check>;
}

/** The figures of these days, by looking at every visit once for each. `of`: which are counted, all without it. */
export function slowTally(
  visits: readonly PastVisit[],
  { from, to, of = () => true, ...terms }: Terms & { of?: Check },
): ReportTotals {
  const dayOf = dayIn(terms.zone ?? LONDON);
  const within = visits.filter((visit) => from <= dayOf(visit.start) && dayOf(visit.start) <= to && of(visit));
  const count = (is: Check) => within.filter(is).length;
  const pence = (is: Check) => within.filter(is).reduce((sum, visit) => sum + visit.pence, 0);
  const is = slowChecks(visits, terms);
  return {
    all: within.length,
    came: count(is.came),
    unrecorded: count(is.unrecorded),
    ahead: count(is.ahead),
    missed: count(is.missed),
    cancelled: count((visit) => !stands(visit)),
    late: count(is.late),
    newClients: count((visit) => stands(visit) && is.first(visit)),
    judged: count(is.judged),
    again: count(is.again),
    takenPence: pence(is.came),
    aheadPence: pence(is.ahead),
  };
}

export function stands({ status }: PastVisit): boolean {
  return status.toLowerCase() !== "cancelled";
}

function isSameClient(one: PastVisit, other: PastVisit): boolean {
  return one.client !== null && one.client === other.client;
}

/** Whether no visit of its client that stands came before it. */
export function isFirst(visit: PastVisit, visits: readonly PastVisit[]): boolean {
  const before = (other: PastVisit) =>
    other.start < visit.start || (other.start === visit.start && other.id < visit.id);
  return visit.client !== null && !visits.some((other) => isSameClient(other, visit) && stands(other) && before(other));
}

function isLate(visit: PastVisit, changeNotice: number): boolean {
  const { cancelled } = visit;
  if (stands(visit) || !cancelled) return false;
  if (cancelled.late !== null) return cancelled.late;
  const byPractice = cancelled.askedBy
    ? cancelled.askedBy === "practice"
    : /^(admin|staff|system$)/.test(cancelled.actor);
  return !byPractice && cancelled.at >= visit.start - changeNotice * 60_000;
}
