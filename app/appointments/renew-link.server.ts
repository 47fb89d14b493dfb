import { type Appointment, shownStatus } from "#app/appointments/appointment.ts";
import { getAppointmentContact } from "#app/appointments/appointment-contacts.db.server.ts";
import { appointmentMessage } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { writeLink } from "#app/appointments/manage-link.db.server.ts";
import { manageSecretOf } from "#app/appointments/manage-link.server.ts";
import { type Conflict, lose, retryOnConflict } from "#app/appointments/schedule.server.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { mayWith } from "#app/platform/permissions.ts";

/** `mailedTo` null: there is no address, or the appointment is over. */
type RenewLinkOutcome = { kind: "renewed"; mailedTo: string | null } | { kind: "stale" } | { kind: "not-found" };

/** Makes and mails a new manage link; the old one stops working. `seen`: the link's version. For the practice only. */
export async function renewLink(
  app: AppContext,
  actor: Actor,
  { appointmentId, seen }: { appointmentId: string; seen?: number },
): Promise<RenewLinkOutcome> {
  return retryOnConflict(app, async (tx, now): Promise<RenewLinkOutcome | Conflict> => {
    const appointment = await getAppointment(tx, appointmentId);
    const contact = await getAppointmentContact(tx, appointmentId);
    const isTheirs = appointment && mayWith(actor, ["change", "appointments"], appointment.therapistId);
    if (!appointment || !isTheirs || !contact || contact.isErased) return { kind: "not-found" };
    if (seen !== undefined && seen !== appointment.linkVersion) return { kind: "stale" };
    const renewed = await renewLinkWithin(tx, { app, appointment, now });
    if (renewed.kind === "conflict") return renewed;
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "appointment.link",
      subject: { kind: "appointment", id: appointmentId },
    });
    return renewed;
  });
}

export async function renewLinkWithin(
  tx: Tx,
  { app, appointment, now }: { app: AppContext; appointment: Appointment; now: number },
): Promise<{ kind: "renewed"; mailedTo: string | null } | Conflict> {
  const { id, email, linkVersion } = appointment;
  const renewed = { id, linkVersion: linkVersion + 1 };
  if (!(await writeLink(tx, { ...renewed, hash: hashOf(manageSecretOf(app, renewed)) }))) {
    return lose(tx);
  }
  const isAhead = shownStatus(appointment.status) !== "Cancelled" && now < appointment.start;
  if (!email || !isAhead) return { kind: "renewed", mailedTo: null };
  await enqueue(tx, [appointmentMessage("appointment-link-client", { appointmentId: id })], now);
  return { kind: "renewed", mailedTo: email };
}
