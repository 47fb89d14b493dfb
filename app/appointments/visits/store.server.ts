import { sql } from "kysely";
import { CANCELLED, shownStatus } from "#app/appointments/appointment.ts";
import { attendanceOf } from "#app/appointments/attendance/attendance.ts";
import type { Visit, VisitSummary } from "#app/appointments/visits/visit.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** All appointments of a client, the latest first. */
export async function listVisits(db: Queries, clientId: string): Promise<Visit[]> {
  const rows = await db
    .selectFrom("appointments")
    .innerJoin("services", "services.id", "appointments.service_id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select(["appointments.id", "reference", "starts_at", "minutes", "service_title", "price_pence", "status", "state"])
    .select(["services.slug as serviceSlug", "therapists.slug as therapistSlug", "therapists.name as therapistName"])
    .where("client_id", "=", clientId)
    .orderBy("starts_at", "desc")
    .orderBy("appointments.id")
    .execute();
  return rows.map(({ starts_at, service_title, price_pence, status, state, ...row }) => ({
    ...row,
    start: starts_at,
    serviceTitle: service_title,
    pricePence: price_pence,
    status: shownStatus(status),
    attendance: attendanceOf(state),
  }));
}

/** The visits of these clients in short, by client. Who never booked is not in it. */
export async function summariseVisits(
  db: Queries,
  { clientIds, now }: { clientIds: readonly string[]; now: number },
): Promise<Map<string, VisitSummary>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("appointments")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .select([
      "client_id",
      sql<number>`count(case when status != ${CANCELLED} and starts_at <= ${now} then 1 end)`.as("visits"),
      sql<number>`count(case when status != ${CANCELLED} and attendances.state = 'missed' then 1 end)`.as("missed"),
      sql<number>`count(case when status = ${CANCELLED} then 1 end)`.as("cancelled"),
      sql<number | null>`max(case when status != ${CANCELLED} and starts_at <= ${now} then starts_at end)`.as("last"),
      sql<number | null>`min(case when status != ${CANCELLED} and starts_at > ${now} then starts_at end)`.as("next"),
    ])
    .where("client_id", "in", [...clientIds])
    .groupBy("client_id")
    .execute();
  return new Map(
    rows.map(({ client_id, ...row }) => [
      client_id ?? "",
      { ...row, visits: Number(row.visits), missed: Number(row.missed), cancelled: Number(row.cancelled) },
    ]),
  );
}

/** Gives all appointments of one client to another. */
export async function moveVisits(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable("appointments").set({ client_id: to }).where("client_id", "=", from).execute();
}

/** Whether a client still has an appointment ahead. */
export async function hasVisitAhead(
  db: Queries,
  { clientId, now }: { clientId: string; now: number },
): Promise<boolean> {
  const row = await db
    .selectFrom("appointments")
    .select("id")
    .where("client_id", "=", clientId)
    .where("starts_at", ">", now)
    .where("status", "!=", CANCELLED)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
