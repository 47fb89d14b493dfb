import { type Actor, actorName } from "#app/accounts/actor.ts";
import { isPractice } from "#app/appointments/abilities.ts";
import { LONGEST_NOTE, type Note } from "#app/appointments/notes/note.ts";
import { readNote, writeNote } from "#app/appointments/notes/store.server.ts";
import { findById } from "#app/appointments/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type SaveNoteOutcome =
  | { kind: "saved" }
  /** Somebody else saved in between: theirs stands, and nothing is written. */
  | { kind: "stale"; theirs: Note }
  | { kind: "invalid"; message: string }
  | { kind: "not-found" };

/** Saves the private note of an appointment over the version that was read. For the practice alone. */
export async function saveNote(
  world: World,
  actor: Actor,
  { appointmentId, words, version }: { appointmentId: string; words: string; version: number },
): Promise<SaveNoteOutcome> {
  if (!isPractice(actor)) return { kind: "not-found" };
  if (words.length > LONGEST_NOTE) {
    return { kind: "invalid", message: `The note must be ${LONGEST_NOTE} characters or fewer` };
  }
  return world.db.kysely.transaction().execute(async (tx): Promise<SaveNoteOutcome> => {
    const now = world.clock.now();
    if (!(await findById(tx, appointmentId))) return { kind: "not-found" };
    const note = { appointmentId, read: version, words: words.trim(), at: now, actor: actorName(actor) };
    if (!(await writeNote(tx, note))) return { kind: "stale", theirs: await readNote(tx, appointmentId) };
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "appointment.note",
      subject: { kind: "appointment", id: appointmentId },
    });
    return { kind: "saved" };
  });
}
