import type { Appointment } from "#app/appointments/appointment.ts";
import { ATTENDANCES, attendanceInWords } from "#app/appointments/attendance/attendance.ts";
import { markAttendance } from "#app/appointments/attendance/commands.server.ts";
import { cancel, confirm } from "#app/appointments/changes/commands.server.ts";
import { saveNote } from "#app/appointments/notes/commands.server.ts";
import { remove } from "#app/appointments/removal/commands.server.ts";
import { type Answer, type Asked, GONE } from "#app/routes/admin/appointments/answer.ts";
import { moveReply } from "#app/routes/admin/appointments/move.server.ts";
import { failure, success } from "#app/ui/admin/toast.ts";

/** What can be done to one appointment, by the last part of its address. */
export const CHANGES = {
  confirmation: confirmed,
  cancellation: cancelled,
  deletion: deleted,
  attendance: attended,
  note: noted,
  time: moveReply,
} satisfies Record<string, (asked: Asked) => Promise<Answer>>;

/** The address of a change. */
export function changePath(id: string, change: keyof typeof CHANGES): string {
  return `/admin/appointments/${id}/${change}`;
}

async function confirmed({ world, actor, appointmentId }: Asked): Promise<Answer> {
  const outcome = await confirm(world, actor, { appointmentId });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "cancelled-before") return { toast: failure(`${outcome.message}.`), status: 409 };
  return { toast: success(outcome.again ? "It was confirmed already." : told("Confirmed", outcome.appointment)) };
}

async function cancelled({ world, actor, appointmentId, form }: Asked): Promise<Answer> {
  const reason =
    String(form.get("reason") ?? "")
      .trim()
      .slice(0, 300) || null;
  const outcome = await cancel(world, actor, { appointmentId, reason });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "too-late") return { toast: failure(`${outcome.message}.`), status: 409 };
  return { toast: success(outcome.again ? "It was cancelled already." : told("Cancelled", outcome.appointment)) };
}

async function deleted({ world, actor, appointmentId }: Asked): Promise<Answer> {
  const outcome = await remove(world, actor, { appointmentId });
  return outcome.kind === "removed" ? { toast: success("Deleted.") } : GONE;
}

async function attended({ world, actor, appointmentId, form }: Asked): Promise<Answer> {
  const attendance = ATTENDANCES.find((candidate) => candidate === form.get("attendance"));
  if (!attendance) return { toast: failure(), status: 422 };
  const outcome = await markAttendance(world, actor, { appointmentId, attendance });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "refused") return { toast: failure(`${outcome.message}.`), status: 409 };
  const undo = { action: changePath(appointmentId, "attendance"), fields: { attendance: outcome.before } };
  return { toast: success(`${outcome.appointment.name ?? "Unknown"}: ${attendanceInWords(attendance)}.`, undo) };
}

async function noted({ world, actor, appointmentId, form }: Asked): Promise<Answer> {
  const version = Number(form.get("version"));
  const words = String(form.get("words") ?? "");
  if (!Number.isInteger(version) || version < 0 || version > 1e9) return { toast: failure(), status: 422 };
  const outcome = await saveNote(world, actor, { appointmentId, words, version });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "invalid") return { errors: { words: outcome.message }, status: 422 };
  if (outcome.kind === "saved") return { toast: success("Saved.") };
  return {
    errors: { words: `Somebody saved this note in the meantime. It says: ${outcome.theirs.words || "(nothing)"}` },
    status: 409,
  };
}

function told(what: string, { email }: Appointment): string {
  return email ? `${what}. We have e-mailed the client.` : `${what}. There is no e-mail address, so please ring them.`;
}
