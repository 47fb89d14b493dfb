import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentFrom } from "#app/appointments/appointments.db.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { lowerCaseOf } from "#app/platform/database/lower-case.server.ts";

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

/** Links guest bookings with this e-mail address to an account. Returns how many. */
export async function giveByEmail(db: Queries, { userId, email }: { userId: string; email: string }): Promise<number> {
  const outcome = await db
    .updateTable("appointments")
    .set({ user_id: userId })
    .where("user_id", "is", null)
    .where(lowerCaseOf("email"), "=", email.toLowerCase())
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows);
}

export async function unlink(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable("appointments").set({ user_id: null }).where("user_id", "=", userId).execute();
}
