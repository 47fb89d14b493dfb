import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getAppointmentContact } from "#app/appointments/clients/contacts.db.server.ts";
import { listAheadByEmail } from "#app/appointments/clients/own-appointments.db.server.ts";
import { appointmentMessage, byStranger } from "#app/appointments/notifications/appointment-message.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { type Conflict, lose, retryOnConflict } from "#app/appointments/schedule.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";

/** `mailedTo` null: there is no address, or the appointment is over. */
type RenewLinkOutcome = { kind: "renewed"; mailedTo: string | null } | { kind: "conflict" } | { kind: "not-found" };

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
    if (seen !== undefined && seen !== appointment.linkVersion) return { kind: "conflict" };
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
  const isAhead = viewStatus(appointment.status) !== "Cancelled" && now < appointment.start;
  if (!email || !isAhead) return { kind: "renewed", mailedTo: null };
  await enqueue(tx, [appointmentMessage("appointment-link-client", { appointmentId: id })], now);
  return { kind: "renewed", mailedTo: email };
}

/** Replaces the manage link. False when another one was made since it was read. */
async function writeLink(
  tx: Tx,
  { id, linkVersion, hash }: { id: string; linkVersion: number; hash: string },
): Promise<boolean> {
  const outcome = await tx
    .updateTable("appointments")
    // Without this, sending the booking form again would reveal the new link.
    .set({ manage_hash: hash, link_version: linkVersion, idempotency_key: null })
    .where("id", "=", id)
    .where("link_version", "=", linkVersion - 1)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/**
 * Unlinks an appointment from an account that got it by email address only, not from one that was signed in to book
 * it.
 */
export async function takeFromLinked(tx: Tx, id: string): Promise<void> {
  const { user_id: userId } = await tx
    .selectFrom("appointments")
    .select("user_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  if (!userId) return;
  const bookedByThem = await tx
    .selectFrom("audit")
    .select("id")
    .where("subject_kind", "=", "appointment")
    .where("subject_id", "=", id)
    .where("action", "=", "appointment.book")
    .where("actor", "=", `client:${userId}`)
    .executeTakeFirst();
  if (!bookedByThem) await tx.updateTable("appointments").set({ user_id: null }).where("id", "=", id).execute();
}

// Pressed again within these, one mail is enough: the links in it stay the same.
const WINDOW_SECONDS = 600;

/**
 * Mails the links of all bookings ahead to their address. Writes the same row for an address without any, so that
 * neither the answer nor its time tells; only the renderer drops that mail.
 */
export async function askBookingLinks(app: AppContext, email: string): Promise<void> {
  const key = `booking-links:${hashOf(email.toLowerCase()).slice(0, 32)}`;
  if ((await consumeRateLimit(app, { key, limit: 1, windowSeconds: WINDOW_SECONDS })).kind === "limited") return;
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const [first] = await listAheadByEmail(tx, { email, now });
    const message = appointmentMessage("booking-links-client", { appointmentId: first?.id ?? "nobody" });
    await enqueue(tx, byStranger([message]), now);
  });
}
