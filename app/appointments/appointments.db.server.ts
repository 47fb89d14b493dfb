import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Appointment, type StatusView, seriesPlaceFrom, viewStatus } from "#app/appointments/appointment.ts";
import { type Cancellation, cancelReasonFrom } from "#app/appointments/cancellation.ts";
import { venueFrom } from "#app/appointments/venue.ts";
import type { Block, Interval } from "#app/availability/interval.ts";
import { BEEN_BEFORE } from "#app/catalogue/service.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Idempotency } from "#app/platform/form-draft.server.ts";
import type { Scope } from "#app/platform/permissions.ts";

const DAY_MS = 86_400_000;

export type Busy = Block & { therapistId: string };

/**
 * Blocks (appointments with buffers, times held without one, and busy times of calendars elsewhere) that overlap
 * `within`, in one read for all therapists. `except`: the appointments that are being moved, or a hold. `bookedOnly`
 * leaves the busy times out. A block lasts at most 24 hours, so both ends of the index read are bounded.
 */
export async function listBusy(
  db: Queries,
  {
    therapistIds,
    within,
    except = null,
    bookedOnly = false,
  }: {
    therapistIds: readonly string[];
    within: Interval;
    except?: string | readonly string[] | null;
    bookedOnly?: boolean;
  },
): Promise<Busy[]> {
  const those = <Table extends "appointments" | "time_holds" | "busy_times">(table: Table) =>
    db
      .selectFrom<"appointments" | "time_holds" | "busy_times">(table)
      .select(["therapist_id as therapistId", "block_start as start", "block_end as end"])
      .where("therapist_id", "in", [...therapistIds])
      .where("block_start", ">", within.start - DAY_MS)
      .where("block_start", "<", within.end)
      .where("block_end", ">", within.start);
  const booked = <Table extends "appointments" | "time_holds">(table: Table) =>
    those(table)
      .select(sql<Busy["elsewhere"]>`cast(null as text)`.as("elsewhere"))
      .$if(except !== null && except.length > 0, (query) =>
        query.where(sql.ref("id"), "not in", [except ?? []].flat()),
      );
  const blocks = booked("appointments").where(isStanding).unionAll(booked("time_holds"));
  const busy = those("busy_times").select(sql<Busy["elsewhere"]>`elsewhere`.as("elsewhere"));
  return db
    .selectFrom((bookedOnly ? blocks : blocks.unionAll(busy)).as("blocks"))
    .select(["therapistId", "start", "end", "elsewhere"])
    .orderBy("therapistId")
    .orderBy("start")
    .orderBy("end")
    .execute();
}

export async function getAppointment(db: Queries, id: string): Promise<Appointment | null> {
  const row = await db.selectFrom("appointments").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? appointmentFrom(row) : null;
}

/** The next appointment of anybody who gave a name, as an example; null while there is none. */
export async function getNextNamed(db: Queries, now: number): Promise<Appointment | null> {
  const row = await db
    .selectFrom("appointments")
    .selectAll()
    .where("starts_at", ">", now)
    .where("name", "is not", null)
    .where(isStanding)
    .orderBy("starts_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  return row ? appointmentFrom(row) : null;
}

/** The appointment already booked with this key, if any, and whether its content was the same. */
export async function getByIdempotency(
  db: Queries,
  { key, body }: Idempotency,
): Promise<{ appointment: Appointment; isSame: boolean } | null> {
  const row = await db.selectFrom("appointments").selectAll().where("idempotency_key", "=", key).executeTakeFirst();
  return row ? { appointment: appointmentFrom(row), isSame: row.idempotency_body === body } : null;
}

/** `isBlocked`: its client moves nothing online. */
export async function getByManageHash(
  db: Queries,
  hash: string,
): Promise<{ appointment: Appointment; isBlocked: boolean } | null> {
  const row = await db
    .selectFrom("appointments")
    .leftJoin("clients", "clients.id", "appointments.client_id")
    .selectAll("appointments")
    .select("clients.blocked_at")
    .where("manage_hash", "=", hash)
    .executeTakeFirst();
  return row ? { appointment: appointmentFrom(row), isBlocked: row.blocked_at !== null } : null;
}

const BEEN = [...BEEN_BEFORE, "settled"] as const;

/** For the SQL of this room only. */
export function appointmentFrom(row: Tables["appointments"]): Appointment {
  return {
    id: row.id,
    reference: row.reference,
    referencePrefix: row.reference_prefix,
    serviceId: row.service_id,
    serviceTitle: row.service_title,
    therapistId: row.therapist_id,
    minutes: row.minutes,
    pricePence: row.price_pence,
    start: row.starts_at,
    end: row.ends_at,
    blockStart: row.block_start,
    blockEnd: row.block_end,
    status: row.status,
    name: row.name,
    phone: row.phone,
    email: row.email,
    userId: row.user_id,
    practicalNote: row.practical_note,
    beenBefore: BEEN.find((answer) => answer === row.been_before) ?? null,
    venue: venueFrom(row),
    sequence: row.sequence,
    linkVersion: row.link_version,
    series: seriesPlaceFrom(row),
  };
}

export async function getCancellation(db: Queries, appointmentId: string): Promise<Cancellation | null> {
  const row = await db
    .selectFrom("cancellations")
    .select(["at", "actor", "reason", "asked_by", "reason_code", "late", "chargeable", "status_before"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    at: row.at,
    actor: row.actor,
    reason: row.reason,
    askedBy: row.asked_by,
    reasonCode: cancelReasonFrom(row.reason_code),
    late: truthOf(row.late),
    chargeable: truthOf(row.chargeable),
    statusBefore: row.status_before,
  };
}

function truthOf(stored: number | null): boolean | null {
  return stored === null ? null : stored === 1;
}

/**
 * Of these appointments, those whose time another system keeps: changed here by their client, they would stand there as
 * before.
 */
export async function listKeptElsewhere(db: Queries, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom("appointments")
    .select("id")
    .where("id", "in", [...ids])
    .where("source", "=", "calendly")
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** `day` and `minute`: the first wall time in the practice's zone; `weeks`: from one to the next. */
type StoredSeries = { id: string; day: string; minute: number; weeks: number };

export async function insertSeries(tx: Tx, { id, day, minute, weeks }: StoredSeries, now: number): Promise<void> {
  await tx.insertInto("series").values({ id, weeks, first_day: day, at_minute: minute, created_at: now }).execute();
}

export async function getSeries(db: Queries, id: string): Promise<StoredSeries | null> {
  const row = await db.selectFrom("series").selectAll().where("id", "=", id).executeTakeFirst();
  return row ? { id: row.id, day: row.first_day, minute: row.at_minute, weeks: row.weeks } : null;
}

/** All appointments of a series that were not deleted, by their place. */
export async function listOfSeries(db: Queries, seriesId: string): Promise<Appointment[]> {
  const rows = await db
    .selectFrom("appointments")
    .selectAll()
    .where("series_id", "=", seriesId)
    .orderBy("series_position")
    .execute();
  return rows.map(appointmentFrom);
}

/** The one that was booked for a second person with it, while both stand at the same time in the same name. */
export async function getOtherOfTwo(db: Queries, appointment: Appointment): Promise<Appointment | null> {
  if (appointment.series?.total !== 2) return null;
  const others = await listBookedWith(db, appointment);
  return others.find(({ start }) => start === appointment.start) ?? null;
}

/** What its client booked together with it and still stands in the same name, by time: a series without a rule. */
export async function listBookedWith(db: Queries, { id, series, ...own }: Appointment): Promise<Appointment[]> {
  if (!series) return [];
  const isSameClient = (other: Appointment) => other.email === own.email && other.phone === own.phone;
  const stands = ({ status }: Appointment) => viewStatus(status) !== "Cancelled";
  const all = await listOfSeries(db, series.id);
  const others = all.filter((each) => each.id !== id && isSameClient(each) && stands(each));
  if (others.length === 0 || (await getSeries(db, series.id))) return [];
  return others.toSorted((one, other) => one.start - other.start);
}

export async function listSeriesOfClient(db: Queries, clientId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("appointments")
    .select("series_id")
    .distinct()
    .where("client_id", "=", clientId)
    .where("series_id", "is not", null)
    .execute();
  return rows.flatMap(({ series_id: id }) => (id ? [id] : []));
}

// `viewStatus` in SQL: an import or another program may have written other capitals.

/** Occupies its time: any appointment that is not cancelled. */
export const isStanding = sql<SqlBool>`lower(status) <> 'cancelled'`;
export const isCancelled = sql<SqlBool>`lower(status) = 'cancelled'`;
export const isPending = sql<SqlBool>`lower(status) not in ('confirmed', 'cancelled')`;

export function hasViewStatus(status: StatusView): RawBuilder<SqlBool> {
  return status === "Pending" ? isPending : sql<SqlBool>`lower(status) = ${status.toLowerCase()}`;
}

/** Stands, with an address that nobody has proven, of someone who has never attended. */
export const isUnproven = sql<SqlBool>`(appointments.unproven = 1 and lower(appointments.status) <> 'cancelled'
  and not exists (
    select 1 from appointments as attended
    inner join attendances on attendances.appointment_id = attended.id
    where attended.client_id = appointments.client_id and attendances.state in ('arrived', 'finished')))`;

/** Whose they are known to be: an account's, of these manage links, or booked with this email address. */
type Whose = { userId: string } | { manageHashes: readonly string[] } | { email: string };

/** The first standing appointment of this person that shares time with `within`; `except`: not this one. */
export async function findOverlap(
  db: Queries,
  whose: Whose,
  { start, end, except = "" }: Interval & { except?: string },
): Promise<Appointment | null> {
  if ("manageHashes" in whose && whose.manageHashes.length === 0) return null;
  const row = await db
    .selectFrom("appointments")
    .selectAll()
    .where((eb) => {
      if ("userId" in whose) return eb("user_id", "=", whose.userId);
      if ("email" in whose) return eb(lowerCaseOf("email"), "=", whose.email.toLowerCase());
      return eb("manage_hash", "in", [...whose.manageHashes]);
    })
    .where("starts_at", "<", end)
    .where("starts_at", ">", start - DAY_MS)
    .where("ends_at", ">", start)
    .where("id", "!=", except)
    .where(isStanding)
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return row ? appointmentFrom(row) : null;
}

/**
 * Whether two appointments may be one person's by mistake: they share time, and a client, an email address, a phone
 * number or an account. `one` and `other` name the tables.
 */
export function isDouble(one: string, other: string): RawBuilder<SqlBool> {
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`);
  const same = (column: string) => sql`${of(one, column)} = ${of(other, column)}`;
  return sql<SqlBool>`(${of(one, "id")} <> ${of(other, "id")}
    and ${of(other, "starts_at")} < ${of(one, "ends_at")}
    and ${of(other, "starts_at")} > ${of(one, "starts_at")} - ${sql.lit(DAY_MS)}
    and ${of(other, "ends_at")} > ${of(one, "starts_at")}
    and lower(${of(one, "status")}) <> 'cancelled' and lower(${of(other, "status")}) <> 'cancelled'
    and (${same("client_id")} or ${same("phone")} or ${same("user_id")}
      or ${lowerCaseOf(`${one}.email`)} = ${lowerCaseOf(`${other}.email`)}))`;
}

/**
 * Of these appointments, those that may be doubles, each with the other. Only for who sees every diary: a therapist
 * learns nothing of what a typed address has booked with others.
 */
export async function listDoubles(
  db: Queries,
  ids: readonly string[],
  scope: Scope,
): Promise<Map<string, { id: string; start: number }>> {
  if (ids.length === 0 || scope !== "all") return new Map();
  const rows = await db
    .selectFrom("appointments as one")
    .innerJoin("appointments as other", (join) => join.on(isDouble("one", "other")))
    .select(["one.id", "other.id as otherId", "other.starts_at as start"])
    .where("one.id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, otherId, start }) => [id, { id: otherId, start }]));
}
