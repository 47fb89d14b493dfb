import { LONGEST_NOTE, type Note } from "#app/appointments/appointment-note.ts";
import { getNote, writeNote } from "#app/appointments/appointment-notes.db.server.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

type SaveNoteOutcome =
  | { kind: "saved" }
  /** Somebody else saved in between: nothing is written. */
  | { kind: "stale"; theirs: Note }
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
    if (!(await writeNote(tx, note))) return { kind: "stale", theirs: await getNote(tx, appointmentId) };
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "appointment.note",
      subject: { kind: "appointment", id: appointmentId },
    });
    return { kind: "saved" };
  });
}
