import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { CANCEL_UNDO_MS } from "#app/appointments/cancel.server.ts";
import { auditChange } from "#app/appointments/may-change.server.ts";
import { appointmentMessage, appointmentSubject } from "#app/appointments/notifications/appointment-message.ts";
import type { MoveAnswer } from "#app/appointments/requests/move-request.ts";
import { getAnswerer, listOpenRequests, writeMoveAnswer } from "#app/appointments/requests/move-requests.db.server.ts";
import { retryOnConflict } from "#app/appointments/schedule.server.ts";
import { listRows } from "#app/diary/lists/appointment-list.db.server.ts";
import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";
import { getStaffName } from "#app/diary/stranded/stranded-list.server.ts";
import { enqueue, withdrawUntried } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { type Actor, actorName, mayWith, requireScope } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MAIL = "appointment-declined-client";

type AnswerOutcome =
  | { kind: "answered"; appointment: Appointment }
  /** Somebody else has answered it, or it has closed by itself. */
  | { kind: "conflict"; by: string | null }
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

type Written = { appointmentId: string; action: string };
type Work = (tx: Tx, at: { appointment: Appointment; now: number }) => Promise<boolean>;

async function write(
  app: AppContext,
  actor: Actor,
  { appointmentId, action }: Written,
  work: Work,
): Promise<AnswerOutcome> {
  return retryOnConflict(app, async (tx, now): Promise<AnswerOutcome> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !mayWith(actor, ["change", "appointments"], appointment.therapistId)) {
      return { kind: "not-found" };
    }
    if (!(await work(tx, { appointment, now }))) {
      const answerer = await getAnswerer(tx, appointmentId);
      return { kind: "conflict", by: answerer && (await getStaffName(tx, answerer)) };
    }
    await auditChange(tx, { actor, action, appointment, now });
    return { kind: "answered", appointment };
  });
}

const MOST = 100;

type WaitingRequest = { row: AppointmentListRow; words: string; at: number };

/** Requests to move that nobody has answered, by time of their appointment. For the practice only. */
export async function listMoveRequestsToAnswer(
  app: AppContext,
  actor: Actor,
): Promise<{ requests: WaitingRequest[]; zone: string; now: number }> {
  const scope = requireScope(actor, "see", "appointments");
  const db = app.db.kysely;
  const now = app.clock.now();
  const open = new Map((await listOpenRequests(db, { now, scope, most: MOST })).map((one) => [one.appointmentId, one]));
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const rows = await listRows(db, [...open.keys()]);
  const requests = rows.flatMap((row) => {
    const request = open.get(row.id);
    return request ? [{ row, words: request.words, at: request.at }] : [];
  });
  return { requests, zone, now };
}
