import type { Appointment } from "#app/appointments/appointment.ts";
import { APPOINTMENT, appointmentSubject, CLIENT } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getHeldAbout } from "#app/appointments/held-series.server.ts";
import { mailOfDeleted } from "#app/appointments/render-therapist-emails.server.ts";
import { seriesSubject } from "#app/appointments/series-message.ts";
import { mailsToOthers } from "#app/appointments/tell-of-change.server.ts";
import { hearingData, TOLD_THERAPIST } from "#app/appointments/therapist-message.ts";
import { appointmentMails } from "#app/booking/render-appointment-emails.server.ts";
import { seriesMails } from "#app/booking/render-series-emails.server.ts";
import { deleteAppointment, getClientOf } from "#app/diary/delete-appointment.db.server.ts";
import { forgetSentNaming } from "#app/outbox/held-messages.db.server.ts";
import { forgetAbout } from "#app/outbox/mails-to-person.db.server.ts";
import { carryOn, enqueue, listWaiting } from "#app/outbox/outbox.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { overwriteSoon } from "#app/platform/database/overwrite-deleted.server.ts";
import { may } from "#app/platform/permissions.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

type RemoveOutcome = { kind: "removed" } | { kind: "stale"; appointment: Appointment } | { kind: "not-found" };

const CANCELLATION = "appointment-cancelled-client";
const CANCELLATIONS = "series-cancelled-client";

/**
 * Deletes an appointment and its queued mails; an audit line stays. No mail is sent, except a cancellation that the
 * client has not received yet: it is rendered first. `seen`: the `sequence` that the admin saw. For the practice only.
 */
export async function remove(
  app: AppContext,
  actor: Actor,
  { appointmentId, seen }: { appointmentId: string; seen?: number },
): Promise<RemoveOutcome> {
  if (!may(actor, "delete", "appointments")) return { kind: "not-found" };
  const outcome = await app.db.kysely.transaction().execute(async (tx): Promise<RemoveOutcome> => {
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment) return { kind: "not-found" };
    if (seen !== undefined && seen !== appointment.sequence) return { kind: "stale", appointment };
    await carryCancellation(app, tx, appointment);
    await carryToTherapists(app, tx, { actor, appointment });
    if (!(await deleteAppointment(tx, appointmentId))) return { kind: "not-found" };
    await forgetAbout(tx, APPOINTMENT, [appointmentId]);
    if (appointment.series) await forgetSentNaming(tx, seriesSubject(appointment.series.id), appointmentId);
    await writeAudit(tx, {
      at: app.clock.now(),
      actor: actorName(actor),
      action: "appointment.delete",
      subject: { kind: "appointment", id: appointmentId },
      detail: { start: appointment.start, therapist: appointment.therapistId, reference: appointment.reference },
    });
    return { kind: "removed" };
  });
  if (outcome.kind === "removed") await overwriteSoon(app);
  return outcome;
}

/** Whoever was to give it is told that it is cancelled, and what waits for them is written now, too. */
async function carryToTherapists(
  app: AppContext,
  tx: Tx,
  { actor, appointment }: { actor: Actor; appointment: Appointment },
): Promise<void> {
  const { id } = appointment;
  const now = app.clock.now();
  const { zone } = await getSetting(tx, app.log, "bookingRules");
  const change = { how: "cancelled" as const, before: appointment, after: null };
  const messages = await mailsToOthers(tx, change, { actor, zone, practice: null, now });
  if (messages.length > 0) await enqueue(tx, messages, now);
  const within = { ...app, db: { ...app.db, kysely: tx } };
  const client = { kind: CLIENT, id: (await getClientOf(tx, id)) ?? id };
  for (const waiting of await listWaiting(tx, { kind: TOLD_THERAPIST, subject: appointmentSubject(id) })) {
    const mail = await mailOfDeleted(within, appointment, hearingData.parse(waiting.data));
    if (mail) await carryOn(tx, { id: waiting.id, mail, subject: client });
  }
}

async function carryCancellation(app: AppContext, tx: Tx, appointment: Appointment): Promise<void> {
  const { id } = appointment;
  // Read inside the transaction: after it, there is nothing left to render the mail from.
  const within = { ...app, db: { ...app.db, kysely: tx } };
  const client = { kind: CLIENT, id: (await getClientOf(tx, id)) ?? id };
  for (const waiting of await listWaiting(tx, { kind: CANCELLATION, subject: appointmentSubject(id) })) {
    const mail = await appointmentMails[CANCELLATION](within, waiting.data);
    if (mail) await carryOn(tx, { id: waiting.id, mail, subject: client });
  }
  const together = await getHeldAbout(tx, CANCELLATIONS, appointment);
  const mail = together && (await seriesMails[CANCELLATIONS](within, together));
  if (mail) await carryOn(tx, { id: together.id, mail, subject: client });
}
