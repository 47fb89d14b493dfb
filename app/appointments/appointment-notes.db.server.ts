import { NO_NOTE, type Note } from "#app/appointments/appointment-note.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

export async function getNote(db: Queries, appointmentId: string): Promise<Note> {
  const row = await db
    .selectFrom("appointment_notes")
    .select(["words", "version", "at", "actor"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row ?? NO_NOTE;
}

/** False when somebody has saved since this version was read. */
export async function writeNote(
  tx: Tx,
  { appointmentId, read, ...note }: { appointmentId: string; read: number; words: string; at: number; actor: string },
): Promise<boolean> {
  const row = { ...note, version: read + 1 };
  if (read === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto("appointment_notes")
      .values({ appointment_id: appointmentId, ...row })
      .onConflict((conflict) => conflict.column("appointment_id").doNothing())
      .executeTakeFirst();
    return Number(numInsertedOrUpdatedRows) === 1;
  }
  const { numUpdatedRows } = await tx
    .updateTable("appointment_notes")
    .set(row)
    .where("appointment_id", "=", appointmentId)
    .where("version", "=", read)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}
