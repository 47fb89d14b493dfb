import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { LONGEST_NOTE, NO_NOTE, type Note } from "#app/appointments/note.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";

type SaveNoteOutcome =
  | { kind: "saved" }
  /** Somebody else saved in between: nothing is written. */
  | { kind: "conflict"; theirs: Note }
  | { kind: "invalid"; message: string }
  | { kind: "not-found" };

/** For the practice only. */
export async function saveNote(
  app: AppContext,
  actor: Actor,
  { appointmentId, words, version }: { appointmentId: string; words: string; version: number },
): Promise<SaveNoteOutcome> {
  if (words.length > LONGEST_NOTE) {
    return { kind: "invalid", message: `The note must be ${LONGEST_NOTE} characters or fewer` };
  }
  return app.db.kysely.transaction().execute(async (tx): Promise<SaveNoteOutcome> => {
    const now = app.clock.now();
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayWith(actor, ["change", "notes"], appointment.therapistId)) return { kind: "not-found" };
    const note = { appointmentId, read: version, words: words.trim(), at: now, actor: actorName(actor) };
    if (!(await writeNote(tx, note))) return { kind: "conflict", theirs: await getNote(tx, appointmentId) };
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "appointment.note",
      subject: { kind: "appointment", id: appointmentId },
    });
    return { kind: "saved" };
  });
}

export async function getNote(db: Queries, appointmentId: string): Promise<Note> {
  const row = await db
    .selectFrom("appointment_notes")
    .select(["words", "version", "at", "actor"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row ?? NO_NOTE;
}

/** False when somebody has saved since this version was read. */
async function writeNote(
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
