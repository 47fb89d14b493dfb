import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentFrom } from "#app/appointments/appointments.db.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** `day` and `minute`: the first wall time in the practice's zone; `weeks`: from one to the next. */
export type StoredSeries = { id: string; day: string; minute: number; weeks: number };

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
