import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { bookingCancelled } from "#app/appointments/mails/cancelled.mail.tsx";
import { seriesCancelled } from "#app/appointments/mails/series.mail.tsx";
import { mailOfDeleted } from "#app/appointments/mails/therapist.mail.tsx";
import { getChangeable } from "#app/appointments/may-change.server.ts";
import {
  APPOINTMENT,
  appointmentSubject,
  CLIENT,
  notificationData,
  seriesSubject,
  THERAPIST_NOTIFICATION,
} from "#app/appointments/notifications/appointment-message.ts";
import { getUntriedAbout } from "#app/appointments/notifications/unsent-series-mail.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import type { Subject } from "#app/mail/message.ts";
import { carryOn, listWaiting } from "#app/mail/outbox.db.server.ts";
import { forgetSentNaming } from "#app/mail/untried-messages.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { overwriteSoon } from "#app/platform/database/overwrite-deleted.server.ts";
import { type Actor, may, worksHere } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type DeleteOutcome = { kind: "removed" } | { kind: "conflict"; appointment: Appointment } | { kind: "not-found" };

const CANCELLATION = "appointment-cancelled-client";
const CANCELLATIONS = "series-cancelled-client";

/**
 * Deletes an appointment and its queued mails; an audit line stays. No mail is sent, except a cancellation that the
 * client has not received yet: it is rendered first. `seen`: the `sequence` that the admin saw. For the practice only.
 */
export async function deleteAppointment(
  app: AppContext,
  actor: Actor,
  { appointmentId, seen }: { appointmentId: string; seen?: number },
): Promise<DeleteOutcome> {
  if (!may(actor, "delete", "appointments")) return { kind: "not-found" };
  const outcome = await schedule.retryOnConflict(app, async (tx, now): Promise<DeleteOutcome | schedule.Conflict> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment) return { kind: "not-found" };
    if (seen !== undefined && seen !== appointment.sequence) return { kind: "conflict", appointment };
    const settings = { bookingRules: (await readPractice(app, tx)).settings.bookingRules };
    const carry = () => carryMails(app, tx, appointment);
    return schedule.remove(tx, appointment, { actor, from: "practice", settings, now, carry });
  });
  if (outcome.kind === "removed") await overwriteSoon(app);
  return outcome;
}

const LONGEST_UNDO_MS = 120_000;

/**
 * Takes back what the practice booked a moment ago, with what waits to be sent about it, as if it had never been. Whoever
 * may book may do this. `seen`: the `sequence` that was booked.
 */
export async function undoBooking(
  app: AppContext,
  actor: Actor,
  { appointmentId, seen }: { appointmentId: string; seen?: number },
): Promise<DeleteOutcome | { kind: "too-late"; message: string }> {
  if (!worksHere(actor)) return { kind: "not-found" };
  return schedule.retryOnConflict(app, async (tx, now) => {
    const { settings } = await readPractice(app, tx);
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "too-late") return { kind: "not-found" as const };
    if (found.kind === "not-found") return found;
    const { appointment } = found;
    if (found.kind === "cancelled-before" || (seen !== undefined && seen !== appointment.sequence)) {
      return { kind: "conflict" as const, appointment };
    }
    if (!(await wasJustBooked(tx, appointmentId, now))) return TOO_LATE;
    const carry = () => forgetAbout(tx, APPOINTMENT, [appointmentId]);
    return schedule.remove(tx, appointment, { actor, from: "practice", settings, now, carry });
  });
}

const TOO_LATE = { kind: "too-late" as const, message: "It is too late to undo this booking. Cancel it instead" };

async function wasJustBooked(tx: Tx, id: string, now: number): Promise<boolean> {
  const row = await tx
    .selectFrom("appointments")
    .select("id")
    .where("id", "=", id)
    .where("source", "=", "practice")
    .where("created_at", ">", now - LONGEST_UNDO_MS)
    .executeTakeFirst();
  return row !== undefined;
}

/** What waits to be sent is written now, for there is nothing to write it from later; the rest goes. */
async function carryMails(app: AppContext, tx: Tx, appointment: Appointment): Promise<void> {
  const { id, series } = appointment;
  const within = { ...app, db: { ...app.db, kysely: tx } };
  const client = { kind: CLIENT, id: (await getClientOf(tx, id)) ?? id };
  await carryCancellation(within, tx, { appointment, client });
  for (const waiting of await listWaiting(tx, { kind: THERAPIST_NOTIFICATION, subject: appointmentSubject(id) })) {
    const mail = await mailOfDeleted(within, appointment, notificationData.parse(waiting.data));
    if (mail) await carryOn(tx, { id: waiting.id, mail, subject: client });
  }
  await forgetAbout(tx, APPOINTMENT, [id]);
  if (series) await forgetSentNaming(tx, seriesSubject(series.id), id);
}

async function carryCancellation(
  within: AppContext,
  tx: Tx,
  { appointment, client }: { appointment: Appointment; client: Subject },
): Promise<void> {
  const about = { kind: CANCELLATION, subject: appointmentSubject(appointment.id) };
  for (const waiting of await listWaiting(tx, about)) {
    const mail = await bookingCancelled.render(within, waiting.data);
    if (mail) await carryOn(tx, { id: waiting.id, mail, subject: client });
  }
  const together = await getUntriedAbout(tx, CANCELLATIONS, appointment);
  const mail = together && (await seriesCancelled.render(within, together));
  if (mail) await carryOn(tx, { id: together.id, mail, subject: client });
}

/** Null while the appointment is not linked to a client. */
async function getClientOf(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom("appointments").select("client_id").where("id", "=", id).executeTakeFirst();
  return row?.client_id ?? null;
}
