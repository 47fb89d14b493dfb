import { sql } from "kysely";
import { isStanding } from "#app/appointments/appointments.db.server.ts";
import type { Upcoming } from "#app/diary/stranded/stranded.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";

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
        // Not by an index of the short list, or SQLite walks every appointment (40 ms of 100,000).
        .on("appointments.id", "=", sql<string>`noted.appointment_id || ''`)
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
    .orderBy("noted.starts_at")
    .orderBy("noted.appointment_id")
    .execute();
  return rows.map(upcomingFrom);
}

export async function listUpcoming(
  db: Queries,
  { therapistIds, now }: { therapistIds: readonly string[]; now: number },
): Promise<Upcoming[]> {
  if (therapistIds.length === 0) return [];
  const rows = await db
    .selectFrom("appointments")
    .select(["id", "therapist_id", "starts_at", "ends_at", "name", "service_title"])
    .where("therapist_id", "in", [...therapistIds])
    .where("starts_at", ">", now)
    .where(isStanding)
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  return rows.map(upcomingFrom);
}

type Row = Pick<Tables["appointments"], "id" | "therapist_id" | "starts_at" | "ends_at" | "name" | "service_title">;

function upcomingFrom({ id, therapist_id, starts_at, ends_at, name, service_title }: Row): Upcoming {
  return { id, therapistId: therapist_id, start: starts_at, end: ends_at, name, serviceTitle: service_title };
}

/** Who rang, and when (epoch ms). */
type Call = { at: number; actor: string };

export async function getCall(db: Queries, appointmentId: string): Promise<Call | null> {
  const row = await db
    .selectFrom("stranded_appointments")
    .select(["rang_at", "rang_by"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row?.rang_at && row.rang_by ? { at: row.rang_at, actor: row.rang_by } : null;
}

/** False when somebody has rung since `seen`, or the appointment is not stranded. */
export async function writeCall(
  tx: Tx,
  appointmentId: string,
  { at, actor, seen }: Call & { seen: number | null },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("stranded_appointments")
    .set({ rang_at: at, rang_by: actor })
    .where("appointment_id", "=", appointmentId)
    .where((eb) => (seen === null ? eb("rang_at", "is", null) : eb("rang_at", "=", seen)))
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** How many appointments were stranded by the same changes as these, these included. */
export async function countStrandedWith(db: Queries, ids: readonly string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { total } = await db
    .selectFrom("stranded_appointments")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("at", "in", (eb) =>
      eb
        .selectFrom("stranded_appointments")
        .select("at")
        .where("appointment_id", "in", [...ids]),
    )
    .executeTakeFirstOrThrow();
  return Number(total);
}
