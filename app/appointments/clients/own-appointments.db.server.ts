import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { appointmentFrom } from "#app/appointments/appointments.db.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";

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

const MOST_AHEAD = 20;

/** What stands and has not begun of the bookings made with this address, the next one first. */
export async function listAheadByEmail(
  db: Queries,
  { email, now }: { email: string; now: number },
): Promise<Appointment[]> {
  const rows = await db
    .selectFrom("appointments")
    .selectAll()
    .where(lowerCaseOf("email"), "=", email.toLowerCase())
    .where("starts_at", ">", now)
    .orderBy("starts_at")
    .orderBy("id")
    .limit(MOST_AHEAD)
    .execute();
  return rows.map(appointmentFrom).filter(({ status }) => viewStatus(status) !== "Cancelled");
}

/** Links guest bookings with this verified address to an account: they are proven by it. Returns how many. */
export async function giveByEmail(db: Queries, { userId, email }: { userId: string; email: string }): Promise<number> {
  const outcome = await db
    .updateTable("appointments")
    .set({ user_id: userId, unproven: 0, opens_record: 1 })
    .where("user_id", "is", null)
    .where(lowerCaseOf("email"), "=", email.toLowerCase())
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows);
}

/** Links one booking that is nobody's yet. */
export async function giveOne(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<void> {
  await tx
    .updateTable("appointments")
    .set({ user_id: userId })
    .where("id", "=", id)
    .where("user_id", "is", null)
    .execute();
}

export async function unlink(tx: Tx, userId: string): Promise<void> {
  await tx.updateTable("appointments").set({ user_id: null }).where("user_id", "=", userId).execute();
}
