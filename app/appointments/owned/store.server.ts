import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentFrom } from "#app/appointments/store.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

/** All appointments of a person, the latest first. */
export async function listOwned(db: Queries, userId: string): Promise<Appointment[]> {
  const rows = await db
    .selectFrom("appointments")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("starts_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(appointmentFrom);
}

/** Gives the appointments that were booked with this address by nobody in particular to a person. How many there were. */
export async function giveByEmail(db: Queries, { userId, email }: { userId: string; email: string }): Promise<number> {
  const outcome = await db
    .updateTable("appointments")
    .set({ user_id: userId })
    .where("user_id", "is", null)
    .where((row) => row(row.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows);
}

/** Keeps a person's appointments with the practice, but no longer with the person. */
export async function unlink(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable("appointments").set({ user_id: null }).where("user_id", "=", userId).execute();
}
