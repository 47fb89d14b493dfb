import { isStanding } from "#app/appointments/status.db.server.ts";
import type { Upcoming } from "#app/diary/stranded.ts";
import { upcomingFrom } from "#app/diary/upcoming-appointments.db.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

export async function noteStranded(tx: Tx, stranded: readonly Upcoming[], at: number): Promise<void> {
  for (const { id, therapistId, start } of stranded) {
    const row = { therapist_id: therapistId, starts_at: start, at, rang_at: null, rang_by: null };
    await tx
      .insertInto("stranded_appointments")
      .values({ appointment_id: id, ...row })
      .onConflict((conflict) => conflict.column("appointment_id").doUpdateSet(row))
      .execute();
  }
}

export async function listStrandedRows(db: Queries, now: number): Promise<Upcoming[]> {
  const rows = await db
    .selectFrom("stranded_appointments as noted")
    .innerJoin("appointments", (join) =>
      join
        .onRef("appointments.id", "=", "noted.appointment_id")
        .onRef("appointments.starts_at", "=", "noted.starts_at")
        .onRef("appointments.therapist_id", "=", "noted.therapist_id"),
    )
    .select([
      "appointments.id",
      "appointments.therapist_id",
      "appointments.starts_at",
      "ends_at",
      "name",
      "service_title",
    ])
    // Who stands at the door of a therapist who is off still needs another time.
    .where("appointments.ends_at", ">", now)
    .where(isStanding)
    .orderBy("appointments.starts_at")
    .orderBy("appointments.id")
    .execute();
  return rows.map(upcomingFrom);
}
