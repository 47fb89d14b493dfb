import { type Appointment, CONFIRMED, PENDING, viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { bookWithin, type Prepay } from "#app/appointments/booking/book.server.ts";
import type { BookingInput } from "#app/appointments/booking/booking.form.ts";
import { release } from "#app/appointments/booking/booking.jobs.server.ts";
import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import {
  getHoldByHash,
  insertHold,
  linkHold,
  listOpenHoldsOf,
} from "#app/appointments/booking/booking-holds.db.server.ts";
import {
  type BookingRequest,
  deleteRequest,
  deleteRequestsOf,
  getRequestByHash,
  lockRequest,
} from "#app/appointments/booking/booking-requests.db.server.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { bookableIn, resolveOffer } from "#app/catalogue/service.ts";
import { getReportedAddress } from "#app/mail/not-me.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { type Actor, actorName, visitor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/**
 * `open`: held, and not confirmed yet; `request`: nothing is held, and the link books it if it is still free; `kept`:
 * confirmed by the link or by the practice.
 */
type FoundHold = {
  appointment: Appointment;
  until: number;
  state: "open" | "request" | "kept" | "released";
  /** Of a request: what was read above the button. */
  pays?: string | null;
};

/** `refused`: the time, the treatment or its price is another now, and why. */
type KeepOutcome =
  /** `pays`: the appointment, if it still waits to be paid. `paysOtherwise`: as of what is booked. */
  | { kind: "kept"; manageSecret: string; pays?: string; paysOtherwise?: boolean }
  | { kind: "released" }
  | { kind: "refused"; message: string }
  | { kind: "not-found" };

/** The booking behind the mailed link that confirms it; the manage link is another one. */
export async function getHoldBySecret(app: AppContext, secret: string): Promise<FoundHold | null> {
  const now = app.clock.now();
  const hold = await getHoldByHash(app.db.kysely, hashOf(secret));
  const appointment = hold && (await getAppointment(app.db.kysely, hold.appointmentId));
  if (!appointment) {
    const request = await getRequestByHash(app.db.kysely, hashOf(secret));
    if (!request) return null;
    const { appointment, until, pays } = request;
    return { appointment, until, state: until > now ? "request" : "released", pays };
  }
  const isGone = viewStatus(appointment.status) === "Cancelled" || now >= appointment.start;
  const state = isGone ? "released" : isOpen(hold) ? "open" : "kept";
  return { appointment, until: hold.until, state };
}

/**
 * Confirms a held booking, or books what was not held; where the practice confirms all bookings itself, it becomes
 * pending. Whoever has the link has the mailbox, so the booking counts as proven.
 */
export async function confirmHold(app: AppContext, secret: string, prepay?: Prepay): Promise<KeepOutcome> {
  const { settings } = await readPractice(app);
  return schedule.retryOnConflict(app, async (tx, now): Promise<KeepOutcome | schedule.Conflict> => {
    // First: another press books it and makes the hold in one moment, so once it is gone the hold is there.
    const request = await getRequestByHash(tx, hashOf(secret));
    if (request) return bookRequest(tx, { app, request, secretHash: hashOf(secret), now, prepay });
    // Before its appointment: read after it, a hold that the clock has just let go would look like one that is kept.
    const hold = await getHoldByHash(tx, hashOf(secret));
    const appointment = hold && (await getAppointment(tx, hold.appointmentId));
    if (!appointment) return { kind: "not-found" };
    if (viewStatus(appointment.status) === "Cancelled" || now >= appointment.start) return { kind: "released" };
    const isToPay = isOpen(hold) && hold.pays > 0;
    const toPay = isToPay && { pays: appointment.id };
    const kept = { kind: "kept" as const, manageSecret: manageSecretOf(app, appointment), ...toPay };
    if (!isOpen(hold) || isToPay) return kept;
    const status = settings.bookingRules.waitsForConfirmation ? PENDING : CONFIRMED;
    const actor: Actor = { kind: "holder", appointmentId: appointment.id };
    const options = { actor, from: "online" as const, settings, now, isProven: true };
    const outcome = await schedule.confirm(tx, { before: appointment, status }, options);
    if (outcome.kind === "conflict") return outcome;
    return kept;
  });
}

type Opened = {
  app: AppContext;
  request: BookingRequest;
  secretHash: string;
  now: number;
  prepay: Prepay | undefined;
};

async function bookRequest(
  tx: Tx,
  { app, request, secretHash, now, prepay }: Opened,
): Promise<KeepOutcome | schedule.Conflict> {
  const { appointment, source, idempotency, until, pays } = request;
  if (until <= now) return { kind: "released" };
  await lockForReading(tx, "offer");
  const input = request.input as BookingInput;
  const practice = await readPractice(app, tx);
  const resolved = resolveOffer(bookableIn(practice, { slug: input.service }), input);
  if (resolved.kind === "not-found") return { kind: "refused", message: resolved.message };
  const { bookingRules: rules, practiceMails } = practice.settings;
  if (!(await lockRequest(tx, appointment.id))) return schedule.lose(tx);
  const actor: Actor = appointment.userId ? { kind: "client", userId: appointment.userId } : visitor;
  const { id, reference } = appointment;
  const { offer } = resolved;
  const known = { input, source, practice, offer, rules, practiceMails, sendsMail: true, idempotency, actor, pays };
  const booking = { ...known, kind: "offer" as const, phone: "", clientAddress: null, request: { id, reference } };
  const outcome = await bookWithin(tx, { app, booking: prepay ? { ...booking, prepay } : booking });
  if (outcome === "taken") return { kind: "refused", message: TAKEN };
  if (outcome.kind === "conflict") return outcome;
  if (outcome.kind === "booked") {
    await deleteRequest(tx, id);
    // A second press of the link finds what the first one booked.
    if (outcome.pays) await linkHold(tx, { appointmentId: id, secretHash });
    else await insertHold(tx, { appointmentId: id, secretHash, until, keptAt: now });
    const { manageSecret, paysOtherwise } = outcome;
    return { kind: "kept", manageSecret, ...(outcome.pays && { pays: id }), ...(paysOtherwise && { paysOtherwise }) };
  }
  return { kind: "refused", message: "message" in outcome ? outcome.message : TAKEN };
}

const TAKEN = "Someone else has booked this time. Nothing is booked for you";

const NOT_ME = "The owner of this email address said that it was not them.";

/** "This was not me" in a mail that reached its address's limit. */
export async function dropReportedBookings(
  app: AppContext,
  link: { mail: string; token: string },
): Promise<{ kind: "removed" } | { kind: "not-found" }> {
  const address = await getReportedAddress(app, app.db.kysely, link);
  if (address === null) return { kind: "not-found" };
  await dropWaiting(app, address);
  const line = { at: app.clock.now(), actor: actorName(visitor), action: "mail.disown" };
  await app.db.kysely
    .transaction()
    .execute((tx) => writeAudit(tx, { ...line, subject: { kind: "mail", id: link.mail } }));
  return { kind: "removed" };
}

/**
 * Drops every booking of an address that waits for a link, whether its time is held or not. Confirmed bookings stay:
 * the practice sees them as unconfirmed by the client.
 */
export async function dropWaiting(app: AppContext, address: string): Promise<void> {
  const lower = address.toLowerCase();
  await app.db.kysely.transaction().execute((tx) => deleteRequestsOf(tx, [lower]));
  for (const appointmentId of await listOpenHoldsOf(app.db.kysely, lower))
    await release(app, appointmentId, { reason: NOT_ME });
}
