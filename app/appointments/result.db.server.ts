import { type RawBuilder, type SqlBool, sql } from "kysely";
import {
  type AppointmentResult,
  type ClientFilter,
  REBOOKING_DAYS,
  type ResultFilter,
} from "#app/appointments/attendance.ts";
import type { Interval } from "#app/availability/interval.ts";
import { addDays, localDateOf, offsetsWithin, startOfDay } from "#app/platform/date-time.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
// Longer than six weeks of local days can be, whatever the clocks do.
const WITHOUT_DAYS = (REBOOKING_DAYS + 2) * DAY_MS;

/** `within`: the time of the appointments that are asked about; `changeNotice` is in minutes. */
export type ResultTerms = { now: number; zone: string; changeNotice: number; within: Interval };

type Condition = RawBuilder<SqlBool>;

// Changes no answer. PostgreSQL would read all attendances, or all appointments, for those of a few thousand rows.
const ROW_BY_ROW = sql.raw("limit 1 offset 0");

// The rules of `resultOf` in SQL, so that a report and the list behind its figure can't disagree.
const stands = sql<SqlBool>`lower(appointments.status) <> 'cancelled'`;
const isOver = (now: number) => sql<SqlBool>`appointments.ends_at <= ${sql.lit(now)}`;
const isMarked = marked(sql`'arrived', 'finished', 'missed'`);
const isClients = sql`coalesce(asked_by, case when actor like 'admin%' or actor like 'staff%' or actor = 'system' then 'practice' else 'client' end) = 'client'`;

/** For queries of the table `appointments` under its own name. */
export function isResult(filter: ResultFilter, terms: ResultTerms): Condition {
  switch (filter) {
    case "came":
      return sql<SqlBool>`(${stands} and ${marked(sql`'arrived', 'finished'`)})`;
    case "missed":
      return sql<SqlBool>`(${stands} and ${marked(sql`'missed'`)})`;
    case "unrecorded":
      return sql<SqlBool>`(${stands} and not ${isMarked} and ${isOver(terms.now)})`;
    case "ahead":
      return sql<SqlBool>`(${stands} and not ${isMarked} and not ${isOver(terms.now)})`;
    case "booked":
      return stands;
    case "late":
      return isCancelledLate(terms.changeNotice);
    case "again":
      return sql<SqlBool>`(${isResult("came", terms)} and ${isJudged(terms)} and ${isFollowed(terms)})`;
  }
}

/** What became of each, by the same rules, with one look at its attendance. */
export function resultIn({ now }: Pick<ResultTerms, "now">): RawBuilder<AppointmentResult> {
  return sql`case when not ${stands} then 'cancelled' else coalesce(
    (select case when state = 'missed' then 'missed' else 'came' end
      from attendances where attendances.appointment_id = appointments.id),
    case when ${isOver(now)} then 'unrecorded' else 'ahead' end) end`;
}

/** Whether its six weeks are over: before, nobody knows. */
export function isJudged(terms: Pick<ResultTerms, "now" | "zone">): Condition {
  return sql<SqlBool>`appointments.starts_at < ${sql.lit(judgedUntil(terms))}`;
}

/** The local midnight before which all six weeks are over. */
export function judgedUntil({ now, zone }: Pick<ResultTerms, "now" | "zone">): number {
  return startOfDay(addDays(localDateOf(now, zone), -REBOOKING_DAYS), zone);
}

/** A record of no client is neither new nor returning. Whoever came before this site knew them is returning at once. */
export function isOfClient(filter: ClientFilter): Condition {
  const before = sql<SqlBool>`exists (
    select 1 from appointments as earlier
    where earlier.client_id = appointments.client_id
      and earlier.starts_at <= appointments.starts_at
      and (earlier.starts_at < appointments.starts_at or earlier.id < appointments.id)
      and lower(earlier.status) <> 'cancelled' ${ROW_BY_ROW})`;
  const isBack = sql<SqlBool>`(${before} or exists (
    select 1 from clients
    where clients.id = appointments.client_id and clients.is_existing = 1 ${ROW_BY_ROW}))`;
  return filter === "returning" ? isBack : sql<SqlBool>`(appointments.client_id is not null and not ${isBack})`;
}

function marked(states: RawBuilder<unknown>): Condition {
  return sql<SqlBool>`exists (
    select 1 from attendances where attendances.appointment_id = appointments.id and attendances.state in (${states})
    ${ROW_BY_ROW})`;
}

/** As it was recorded; before that was done, by the change window as it is now. */
function isCancelledLate(changeNotice: number): Condition {
  const deadline = sql`appointments.starts_at - ${sql.lit(changeNotice * MINUTE_MS)}`;
  return sql<SqlBool>`(lower(appointments.status) = 'cancelled' and exists (
    select 1 from cancellations where cancellations.appointment_id = appointments.id
      and case when cancellations.late is null then cancellations.at >= ${deadline} and ${isClients}
        else cancellations.late = 1 end ${ROW_BY_ROW}))`;
}

/** Whether its client has another within six weeks, counted in local days. */
export function isFollowed({ zone, within }: Pick<ResultTerms, "zone" | "within">): Condition {
  const offsets = offsetsWithin({ start: within.start, end: within.end + WITHOUT_DAYS }, zone);
  const day = (instant: RawBuilder<unknown>) => localDay(instant, offsets);
  return sql<SqlBool>`exists (
    select 1 from appointments as later
    where later.client_id = appointments.client_id
      and later.starts_at > appointments.starts_at
      and later.starts_at < appointments.starts_at + ${sql.lit(WITHOUT_DAYS)}
      and ${day(sql`later.starts_at`)} - ${day(sql`appointments.starts_at`)} <= ${sql.lit(REBOOKING_DAYS)}
      and lower(later.status) <> 'cancelled' ${ROW_BY_ROW})`;
}

/** The number of the local date of an instant. Literals, because a bound number makes SQLite divide without rounding. */
function localDay(
  instant: RawBuilder<unknown>,
  offsets: readonly { until: number; offset: number }[],
): RawBuilder<unknown> {
  const last = sql.lit(offsets.at(-1)?.offset ?? 0);
  if (offsets.length === 1) return sql`((${instant} + ${last}) / ${sql.lit(DAY_MS)})`;
  const cases = offsets
    .slice(0, -1)
    .map(({ until, offset }) => sql`when ${instant} < ${sql.lit(until)} then ${sql.lit(offset)}`);
  return sql`((${instant} + case ${sql.join(cases, sql` `)} else ${last} end) / ${sql.lit(DAY_MS)})`;
}
