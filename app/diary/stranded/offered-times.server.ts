import { type Appointment, movedTo } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { auditChange, getChangeable, mayChange, type Refused } from "#app/appointments/may-change.server.ts";
import { appointmentMessage, appointmentSubject } from "#app/appointments/notifications/appointment-message.ts";
import {
  isOffered,
  isOfferedElsewhere,
  type OfferedTime,
  threeToOffer,
} from "#app/appointments/requests/time-offer.ts";
import { getTimeOffer, listOtherOffers, writeTimeOffer } from "#app/appointments/requests/time-offers.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { retryOnConflict } from "#app/appointments/schedule.server.ts";
import { checkPlace } from "#app/diary/booking/move-appointment.server.ts";
import { nearestPlaces, timesIn } from "#app/diary/booking/nearest-places.server.ts";
import { enqueue, withdrawUntried } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { type Actor, actorName, mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

// Enough of each therapist to find three that do not overlap.
const MANY = 60;

type OfferOutcome =
  | { kind: "offered"; appointment: Appointment }
  /** Nothing near is free, or there is no address to write to. */
  | { kind: "nothing"; message: string }
  | { kind: "conflict" }
  | Exclude<Refused, { kind: "too-late" }>;

/**
 * Mails the client three of the nearest free times of anybody who gives the service. They hold nothing: whoever presses
 * first has the time. `seen`: the `sequence` that the admin saw. For the practice only.
 */
export async function offerTimes(
  app: AppContext,
  actor: Actor,
  { appointmentId, seen }: { appointmentId: string; seen: number },
): Promise<OfferOutcome> {
  const appointment = await getAppointment(app.db.kysely, appointmentId);
  if (!appointment || !mayWith(actor, ["change", "appointments"], appointment.therapistId)) {
    return { kind: "not-found" };
  }
  if (!appointment.email) return { kind: "nothing", message: "There is no email address, so call them" };
  const places = await nearestPlaces(app, actor, { appointment, each: MANY });
  const near = timesIn(places);
  const settings = (await readPractice(app)).settings;
  return retryOnConflict(app, async (tx, now): Promise<OfferOutcome> => {
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "too-late") return { kind: "not-found" };
    if (found.kind !== "changeable") return found;
    const { sequence } = found.appointment;
    if (sequence !== seen) return { kind: "conflict" };
    const others = await listOtherOffers(tx, { except: appointmentId, now });
    const lasts = appointment.blockEnd - appointment.blockStart;
    const unoffered = near.filter((time) => !isOfferedElsewhere({ ...time, lasts }, others));
    const times = threeToOffer(unoffered, appointment);
    if (times.length === 0) return { kind: "nothing", message: "No one has a free time within two weeks" };
    await writeTimeOffer(tx, appointmentId, { times, sequence, at: now, actor: actorName(actor) });
    await withdrawUntried(tx, { kind: "appointment-offered-client", subject: appointmentSubject(appointmentId) });
    await enqueue(tx, [appointmentMessage("appointment-offered-client", { appointmentId })], now);
    await auditChange(tx, { actor, action: "appointment.offer", appointment: found.appointment, now });
    return { kind: "offered", appointment: found.appointment };
  });
}

/** What would be mailed to one client now; `times` empty: nothing near is free. */
export type OfferPreview = { appointment: Appointment; times: OfferedTime[] };

/**
 * What `offerTimes` would offer each of these clients, one after the other, so that no time is offered twice. Those with an
 * address to whom nothing is offered yet.
 */
export async function previewOffers(app: AppContext, actor: Actor, ids: readonly string[]): Promise<OfferPreview[]> {
  const db = app.db.kysely;
  const given: (OfferedTime & { lasts: number })[] = [];
  const previews: OfferPreview[] = [];
  for (const id of ids) {
    const appointment = await getAppointment(db, id);
    const before = await getTimeOffer(db, id);
    if (!appointment?.email || before?.sequence === appointment.sequence) continue;
    const mailed = await listOtherOffers(db, { except: id, now: app.clock.now() });
    const places = await nearestPlaces(app, actor, { appointment, each: MANY, offered: [...mailed, ...given] });
    const times = threeToOffer(timesIn(places), appointment);
    given.push(...times.map((time) => ({ ...time, lasts: appointment.blockEnd - appointment.blockStart })));
    previews.push({ appointment, times });
  }
  return previews;
}

type TakeOutcome =
  | { kind: "moved"; appointment: Appointment }
  /** Somebody else pressed first, or it has passed or been closed. */
  | { kind: "taken" }
  /** The appointment has changed since the offer. */
  | { kind: "over" }
  | { kind: "not-found" };

/**
 * Moves an appointment to a time that the practice offered for it, by its client or the holder of its link: also when
 * it is too late for other changes, as it is the practice that asked for this one.
 */
export async function takeOfferedTime(
  app: AppContext,
  actor: Actor,
  { appointmentId, chosen }: { appointmentId: string; chosen: OfferedTime },
): Promise<TakeOutcome> {
  return schedule.retryOnConflict(app, async (tx, now): Promise<TakeOutcome | schedule.Conflict> => {
    await lockForReading(tx, "offer");
    const before = await getAppointment(tx, appointmentId);
    if (!before || !mayChange(actor, before)) return { kind: "not-found" };
    const offer = await getTimeOffer(tx, appointmentId);
    if (!offer || !isOffered(offer, chosen, before)) return { kind: "over" };
    const { settings } = await readPractice(app, tx);
    const moved = movedTo(before, chosen);
    const look = await checkPlace(tx, { moved, settings, now });
    if (look.kind !== "free" || look.warnings.length > 0) return { kind: "taken" };
    const options = { actor, from: "online" as const, settings, now, isProven: true };
    const outcome = await schedule.move(tx, { before, after: moved }, options);
    return outcome.kind === "conflict" ? outcome : { kind: "moved", appointment: moved };
  });
}
