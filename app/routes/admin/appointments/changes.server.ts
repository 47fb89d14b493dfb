import type { Appointment } from "#app/appointments/appointment.ts";
import { ATTENDANCES, attendanceInWords } from "#app/appointments/attendance.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { renewLink } from "#app/appointments/renew-link.server.ts";
import { saveNote } from "#app/appointments/save-note.server.ts";
import { settleDetails } from "#app/client-records/settle-details.server.ts";
import { remove } from "#app/diary/delete-appointment.server.ts";
import { type Answer, type ChangeRequest, GONE } from "#app/routes/admin/appointments/answer.ts";
import { moveReply } from "#app/routes/admin/appointments/move.server.ts";
import { failure, success } from "#app/ui/admin/toast.ts";

export const CHANGES = {
  confirmation: confirmed,
  deletion: deleted,
  attendance: attended,
  note: noted,
  time: moveReply,
  details: judged,
  link: linkRenewed,
} satisfies Record<string, (query: ChangeRequest) => Promise<Answer>>;

function changePath(id: string, change: keyof typeof CHANGES): string {
  return `/admin/appointments/${id}/${change}`;
}

async function confirmed({ app, actor, appointmentId }: ChangeRequest): Promise<Answer> {
  const outcome = await confirm(app, actor, { appointmentId });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "cancelled-before") return { toast: failure(`${outcome.message}.`), status: 409 };
  return { toast: success(outcome.again ? "It was confirmed already." : told("Confirmed", outcome.appointment)) };
}

async function deleted({ app, actor, appointmentId }: ChangeRequest): Promise<Answer> {
  const outcome = await remove(app, actor, { appointmentId });
  return outcome.kind === "removed" ? { toast: success("Deleted.") } : GONE;
}

async function attended({ app, actor, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const attendance = ATTENDANCES.find((candidate) => candidate === form.get("attendance"));
  if (!attendance) return { toast: failure(), status: 422 };
  const outcome = await markAttendance(app, actor, { appointmentId, attendance });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "refused") return { toast: failure(`${outcome.message}.`), status: 409 };
  const undo = { action: changePath(appointmentId, "attendance"), fields: { attendance: outcome.before } };
  return { toast: success(`${outcome.appointment.name ?? "Unknown"}: ${attendanceInWords(attendance)}.`, undo) };
}

async function judged({ app, actor, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const version = Number(form.get("version"));
  const use = form.get("answer") === "use";
  const outcome = await settleDetails(app, actor, { appointmentId, version, use });
  if (outcome.kind === "settled") {
    return { toast: success(use ? "The record has the new details." : "The record stays as it is.") };
  }
  const why = outcome.kind === "stale" ? "The record has been changed in the meantime." : "That is settled already.";
  return { toast: failure(`${why} Nothing has changed.`), status: outcome.kind === "stale" ? 409 : 404 };
}

async function linkRenewed({ app, actor, appointmentId }: ChangeRequest): Promise<Answer> {
  const outcome = await renewLink(app, actor, { appointmentId });
  if (outcome.kind === "not-found") return GONE;
  const { mailedTo } = outcome;
  const told = mailedTo ? `A new one is on its way to ${mailedTo}.` : "Nobody was e-mailed a new one.";
  return { toast: success(`The link from before has ended. ${told}`) };
}

async function noted({ app, actor, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const version = Number(form.get("version"));
  const words = String(form.get("words") ?? "");
  if (!Number.isInteger(version) || version < 0 || version > 1e9) return { toast: failure(), status: 422 };
  const outcome = await saveNote(app, actor, { appointmentId, words, version });
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
