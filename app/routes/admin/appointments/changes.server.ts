import type { Appointment } from "#app/appointments/appointment.ts";
import { ATTENDANCES, attendanceInWords } from "#app/appointments/attendance.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { renewLink } from "#app/appointments/renew-link.server.ts";
import { saveNote } from "#app/appointments/save-note.server.ts";
import { confirmMatch, settleDetails } from "#app/client-records/settle-details.server.ts";
import { remove } from "#app/diary/delete-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { versionFrom } from "#app/platform/form-fields.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import { type Answer, type ChangeRequest, GONE } from "#app/routes/admin/appointments/answer.ts";
import { changedSince } from "#app/routes/admin/appointments/changed-since.server.ts";
import { moveReply } from "#app/routes/admin/appointments/move.server.ts";
import { CALL_THEM } from "#app/settings/no-mail.ts";
import { failure, success } from "#app/ui/admin/toast.ts";

export const CHANGES = {
  confirmation: confirmed,
  deletion: deleted,
  attendance: attended,
  note: noted,
  time: moveReply,
  details: judged,
  match: matchConfirmed,
  link: linkRenewed,
} satisfies Record<string, (query: ChangeRequest) => Promise<Answer>>;

function changePath(id: string, change: keyof typeof CHANGES): string {
  return `/admin/appointments/${id}/${change}`;
}

async function confirmed({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const outcome = await confirm(app, actor, { appointmentId, seen: versionFrom(form.get("sequence")) });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "stale") return since({ app, locale }, outcome.appointment);
  if (outcome.kind === "cancelled-before") return { toast: failure(`${outcome.message}.`), status: 409 };
  return {
    toast: success(outcome.again ? "It was confirmed already." : await told(app, "Confirmed", outcome.appointment)),
  };
}

async function since(at: Pick<ChangeRequest, "app" | "locale">, appointment: Appointment): Promise<Answer> {
  return { toast: failure(await changedSince(at, appointment)), status: 409 };
}

async function deleted({ app, actor, locale, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const outcome = await remove(app, actor, { appointmentId, seen: versionFrom(form.get("sequence")) });
  if (outcome.kind === "stale") return since({ app, locale }, outcome.appointment);
  return outcome.kind === "removed" ? { toast: success("Deleted.") } : GONE;
}

async function attended({ app, actor, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const attendance = ATTENDANCES.find((candidate) => candidate === form.get("attendance"));
  const seen = ATTENDANCES.find((candidate) => candidate === form.get("seen"));
  if (!attendance || !seen) return { toast: failure(), status: attendance ? 409 : 422 };
  const outcome = await markAttendance(app, actor, { appointmentId, attendance, seen });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "refused" || outcome.kind === "stale")
    return { toast: failure(`${outcome.message}.`), status: 409 };
  const undo = {
    action: changePath(appointmentId, "attendance"),
    fields: { attendance: outcome.before, seen: attendance },
  };
  return { toast: success(`${outcome.appointment.name ?? "Unknown"}: ${attendanceInWords(attendance)}.`, undo) };
}

async function judged({ app, actor, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const version = versionFrom(form.get("version"));
  const use = form.get("answer") === "use";
  const outcome = await settleDetails(app, actor, { appointmentId, version, use });
  if (outcome.kind === "settled") {
    return { toast: success(use ? "The record has the new details." : "The record stays as it is.") };
  }
  const why = outcome.kind === "stale" ? "The record has been changed in the meantime." : "That is settled already.";
  return { toast: failure(`${why} Nothing has changed.`), status: outcome.kind === "stale" ? 409 : 404 };
}

async function matchConfirmed({ app, actor, appointmentId }: ChangeRequest): Promise<Answer> {
  const outcome = await confirmMatch(app, actor, { appointmentId });
  return outcome.kind === "confirmed" ? { toast: success("Client confirmed. The therapist sees the record.") } : GONE;
}

async function linkRenewed({ app, actor, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const outcome = await renewLink(app, actor, { appointmentId, seen: versionFrom(form.get("version")) });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "stale")
    return { toast: failure("Someone has just made a new link. Check before you make another."), status: 409 };
  const { mailedTo } = outcome;
  const isSent = mailedTo && (await canMailLeave(app));
  const told = isSent ? `A new one is on its way to ${mailedTo}.` : "No new one was emailed.";
  return { toast: success(`The link from before has ended. ${told}`) };
}

async function noted({ app, actor, appointmentId, form }: ChangeRequest): Promise<Answer> {
  const version = versionFrom(form.get("version"));
  const words = String(form.get("words") ?? "");
  const outcome = await saveNote(app, actor, { appointmentId, words, version });
  if (outcome.kind === "not-found") return GONE;
  if (outcome.kind === "invalid") return { errors: { words: outcome.message }, status: 422 };
  if (outcome.kind === "saved") return { toast: success("Saved.") };
  return {
    errors: { words: `Somebody saved this note in the meantime. It says: ${outcome.theirs.words || "(nothing)"}` },
    status: 409,
  };
}

async function told(app: AppContext, what: string, { email }: Appointment): Promise<string> {
  if (!email) return `${what}. There is no email address, so please call them.`;
  return `${what}. ${(await canMailLeave(app)) ? "We have emailed the client." : CALL_THEM}`;
}
