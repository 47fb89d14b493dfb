import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentMessage, appointmentSubject } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { CANCEL_UNDO_MS } from "#app/appointments/cancel.server.ts";
import { auditChange } from "#app/appointments/change-appointment.server.ts";
import type { MoveAnswer } from "#app/appointments/move-request.ts";
import { getAnswerer, writeMoveAnswer } from "#app/appointments/move-requests.db.server.ts";
import { retryOnConflict } from "#app/appointments/schedule.server.ts";
import { nameOf } from "#app/diary/stranded-walk.server.ts";
import { enqueue, withdrawUntried } from "#app/outbox/outbox.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

const MAIL = "appointment-declined-client";

type AnswerOutcome =
  | { kind: "answered"; appointment: Appointment }
  /** Somebody else has answered it, or it has closed by itself. */
  | { kind: "before"; by: string | null }
  | { kind: "not-found" };

/**
 * Answers a request to move, where nobody has: `declined` writes to the client, after the time for an Undo. It moves
 * nothing. For the practice only.
 */
export function answerMoveRequest(
  app: AppContext,
  actor: Actor,
  { appointmentId, answer }: { appointmentId: string; answer: MoveAnswer },
): Promise<AnswerOutcome> {
  const action = answer === "declined" ? "appointment.decline-move" : "appointment.settle-move";
  return write(app, actor, { appointmentId, action }, async (tx, { appointment, now }) => {
    const written = { answer, at: now, actor: actorName(actor) };
    const { start, email } = appointment;
    if (!(await writeMoveAnswer(tx, { appointmentId, start, was: null }, written))) return false;
    const message = { ...appointmentMessage(MAIL, { appointmentId }), runAt: now + CANCEL_UNDO_MS };
    if (answer === "declined" && email) await enqueue(tx, [message], now);
    return true;
  });
}

/** Undoes `answerMoveRequest`: the request is open again, and its mail is not sent if it still waits. */
export function reopenMoveRequest(
  app: AppContext,
  actor: Actor,
  { appointmentId, answer }: { appointmentId: string; answer: MoveAnswer },
): Promise<AnswerOutcome> {
  const action = "appointment.reopen-move";
  return write(app, actor, { appointmentId, action }, async (tx, { appointment: { start } }) => {
    if (!(await writeMoveAnswer(tx, { appointmentId, start, was: answer }, null))) return false;
    await withdrawUntried(tx, { kind: MAIL, subject: appointmentSubject(appointmentId) });
    return true;
  });
}

type Deed = { appointmentId: string; action: string };
type Work = (tx: Tx, at: { appointment: Appointment; now: number }) => Promise<boolean>;

async function write(
  app: AppContext,
  actor: Actor,
  { appointmentId, action }: Deed,
  work: Work,
): Promise<AnswerOutcome> {
  return retryOnConflict(app, async (tx, now): Promise<AnswerOutcome> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayWith(actor, ["change", "appointments"], appointment.therapistId)) {
      return { kind: "not-found" };
    }
    if (!(await work(tx, { appointment, now }))) {
      const answerer = await getAnswerer(tx, appointmentId);
      return { kind: "before", by: answerer && (await nameOf(tx, answerer)) };
    }
    await auditChange(tx, { actor, action, appointment, now });
    return { kind: "answered", appointment };
  });
}
