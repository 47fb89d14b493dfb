import { sql } from "kysely";
import { seriesPlaceFrom, viewStatus } from "#app/appointments/appointment.ts";
import { isCancelled, isStanding } from "#app/appointments/appointments.db.server.ts";
import { attendanceOf } from "#app/appointments/attendance.ts";
import {
  averageDays,
  type HistoryEntry,
  type HistorySummary,
  type LatestAppointment,
} from "#app/appointments/clients/client-history.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { isWithin } from "#app/platform/database/within-scope.server.ts";
import type { Scope } from "#app/platform/permissions.ts";

export async function listHistory(db: Queries, clientId: string, scope: Scope): Promise<HistoryEntry[]> {
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("services", "services.id", "appointments.service_id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .leftJoin("cancellations", "cancellations.appointment_id", "appointments.id")
    .select(["appointments.id", "reference", "starts_at", "minutes", "service_title", "price_pence", "status", "state"])
    .select("cancellations.late")
    .select(["services.slug as serviceSlug", "therapists.slug as therapistSlug", "therapists.name as therapistName"])
    .select(["series_id", "series_position", "series_total"])
    .where("client_id", "=", clientId)
    .where(isWithin(scope))
    .orderBy("starts_at", "desc")
    .orderBy("appointments.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    reference: row.reference,
    start: row.starts_at,
    minutes: row.minutes,
    serviceSlug: row.serviceSlug,
    serviceTitle: row.service_title,
    therapistSlug: row.therapistSlug,
    therapistName: row.therapistName,
    pricePence: row.price_pence,
    status: viewStatus(row.status),
    attendance: attendanceOf(row.state),
    isLate: viewStatus(row.status) === "Cancelled" && row.late === 1,
    series: seriesPlaceFrom(row),
  }));
}

/** History summaries by client. Clients who never booked are left out. */
export async function summariseHistory(
  db: Queries,
  { clientIds, scope, now }: { clientIds: readonly string[]; scope: Scope; now: number },
): Promise<Map<string, HistorySummary>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select([
      "client_id",
      sql<number>`count(case when ${isStanding} and attendances.state is not null then 1 end)`.as("visits"),
      sql<number>`count(case when ${isStanding} and attendances.state is null and ends_at <= ${now} then 1 end)`.as(
        "unrecorded",
      ),
      sql<number>`count(case when ${isStanding} and attendances.state = 'missed' then 1 end)`.as("missed"),
      sql<number>`count(case when ${isCancelled} then 1 end)`.as("cancelled"),
      sql<number | null>`max(case when ${isStanding} and starts_at <= ${now} then starts_at end)`.as("last"),
      sql<number | null>`min(case when ${isStanding} and starts_at <= ${now} then starts_at end)`.as("first"),
      sql<number>`count(case when ${isStanding} and starts_at <= ${now} then 1 end)`.as("count"),
      sql<number | null>`min(case when ${isStanding} and starts_at > ${now} then starts_at end)`.as("next"),
    ])
    .where("client_id", "in", [...clientIds])
    .where(isWithin(scope))
    .groupBy("client_id")
    .execute();
  return new Map(
    rows.map(({ client_id, first, count, ...row }) => [
      client_id ?? "",
      {
        ...row,
        everyDays: averageDays({ first: orNull(first), last: orNull(row.last), count: Number(count) }),
        visits: Number(row.visits),
        missed: Number(row.missed),
        unrecorded: Number(row.unrecorded),
        cancelled: Number(row.cancelled),
      },
    ]),
  );
}

function orNull(value: number | null): number | null {
  return value === null ? null : Number(value);
}

/** The latest of each client's appointments, by client; a cancelled one only where there is no other. */
export async function listLatest(
  db: Queries,
  { clientIds, scope, before }: { clientIds: readonly string[]; scope: Scope; before: number },
): Promise<Map<string, LatestAppointment>> {
  if (clientIds.length === 0) return new Map();
  const ranked = db
    .selectFrom("appointments")
    .select(["id", "client_id"])
    .select(
      sql<number>`row_number() over (partition by client_id order by ${isCancelled}, starts_at desc, id)`.as("place"),
    )
    .where("client_id", "in", [...clientIds])
    .where(isWithin(scope))
    .where("starts_at", "<=", before);
  const rows = await db
    .selectFrom(ranked.as("ranked"))
    .innerJoin("appointments", "appointments.id", "ranked.id")
    .innerJoin("services", "services.id", "appointments.service_id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(["ranked.client_id", "starts_at", "ends_at", "minutes", "service_title", "status", "state"])
    .select("price_pence as pricePence")
    .select(["services.slug as serviceSlug", "therapists.slug as therapistSlug"])
    .where("ranked.place", "=", 1)
    .execute();
  return new Map(
    rows.map(({ client_id, starts_at, ends_at, service_title, status, state, ...row }) => [
      client_id ?? "",
      {
        ...row,
        start: starts_at,
        end: ends_at,
        serviceTitle: service_title,
        status: viewStatus(status),
        attendance: attendanceOf(state),
      },
    ]),
  );
}

/** A client who comes now and then, and has nothing booked. `last`: epoch ms. */
export type DueClient = { clientId: string; everyDays: number; last: number; therapistId: string };

const SINCE_DAYS = 400;

/**
 * Who would usually come about a given instant and has no appointment ahead, whoever is most nearly due first. Nobody
 * who is blocked or erased.
 */
export async function listDue(
  db: Queries,
  { at, now, scope, most }: { at: number; now: number; scope: Scope; most: number },
): Promise<DueClient[]> {
  const dayMs = 86_400_000;
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("clients", "clients.id", "appointments.client_id")
    .select("client_id")
    .select([
      sql<number>`min(starts_at)`.as("first"),
      sql<number>`max(starts_at)`.as("last"),
      sql<number>`count(*)`.as("count"),
      sql<string>`max(therapist_id)`.as("therapist"),
      sql<string>`min(therapist_id)`.as("other"),
    ])
    .where(isStanding)
    .where(isWithin(scope))
    .where("starts_at", ">", now - SINCE_DAYS * dayMs)
    .where("clients.erased_at", "is", null)
    .where("clients.blocked_at", "is", null)
    .groupBy("client_id")
    .having(sql<number>`count(*)`, ">=", 2)
    .having(sql<number>`max(starts_at)`, "<", now)
    .execute();
  const due = rows.flatMap(({ client_id, therapist, other, ...row }) => {
    const [first, last, count] = [Number(row.first), Number(row.last), Number(row.count)];
    const everyDays = averageDays({ first, last, count });
    if (client_id === null || everyDays === null) return [];
    // 1: to the day when they would come.
    const ripe = (at - last) / dayMs / everyDays;
    if (ripe < 0.75 || ripe > 2.5) return [];
    return [{ clientId: client_id, everyDays, last, therapistId: therapist === other ? therapist : "", ripe }];
  });
  return due.sort((a, b) => Math.abs(a.ripe - 1) - Math.abs(b.ripe - 1)).slice(0, most);
}

export async function moveAppointments(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  // Whoever merges two records says who booked.
  const theirs = tx.updateTable("appointments").set({ client_id: to, opens_record: 1 });
  await theirs.where("client_id", "=", from).execute();
}

export async function hasAppointmentAhead(
  db: Queries,
  { clientId, now, scope }: { clientId: string; now: number; scope: Scope },
): Promise<boolean> {
  const row = await db
    .selectFrom("appointments")
    .select("id")
    .where("client_id", "=", clientId)
    .where("starts_at", ">", now)
    .where(isStanding)
    .where(isWithin(scope))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of the clients who have been here before this instant, or before this site knew them. A missed one is none. */
export async function listReturning(db: Queries, clientIds: readonly string[], before: number): Promise<Set<string>> {
  if (clientIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("clients")
    .select("clients.id")
    .where("clients.id", "in", [...clientIds])
    .where((eb) =>
      eb.or([
        eb("clients.is_existing", "=", 1),
        eb.exists(
          eb
            .selectFrom("appointments")
            .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
            .select("appointments.id")
            .whereRef("appointments.client_id", "=", "clients.id")
            .where("starts_at", "<", before)
            .where((one) => one.or([one("attendances.state", "is", null), one("attendances.state", "<>", "missed")]))
            .where(isStanding),
        ),
      ]),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether its client books and moves nothing online. */
export async function isOfBlockedClient(db: Queries, appointmentId: string): Promise<boolean> {
  const row = await db
    .selectFrom("appointments")
    .innerJoin("clients", "clients.id", "appointments.client_id")
    .select("clients.id")
    .where("appointments.id", "=", appointmentId)
    .where("clients.blocked_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}
