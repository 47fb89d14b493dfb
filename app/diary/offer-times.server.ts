import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentMessage, appointmentSubject } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { auditChange, getChangeable, type Refused } from "#app/appointments/change-appointment.server.ts";
import { retryOnConflict } from "#app/appointments/schedule.server.ts";
import { isOfferedElsewhere, threeToOffer } from "#app/appointments/time-offer.ts";
import { listOtherOffers, writeTimeOffer } from "#app/appointments/time-offers.db.server.ts";
import { nearestPlaces } from "#app/diary/nearest-places.server.ts";
import { enqueue, withdrawUntried } from "#app/outbox/outbox.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mayWith } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

// Enough of each therapist to find three that do not overlap.
const MANY = 60;

type OfferOutcome =
  | { kind: "offered"; appointment: Appointment }
  /** Nothing near is free, or there is no address to write to. */
  | { kind: "nothing"; message: string }
  | { kind: "stale" }
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
  if (!appointment.email) return { kind: "nothing", message: "There is no email address, so please call them" };
  const places = await nearestPlaces(app, actor, { appointment, each: MANY });
  const near = places.flatMap(({ therapist, starts }) => starts.map((start) => ({ start, therapistId: therapist.id })));
  const settings = (await readPractice(app)).settings;
  return retryOnConflict(app, async (tx, now): Promise<OfferOutcome> => {
    const found = await getChangeable(tx, { actor, appointmentId, settings, now });
    if (found.kind === "too-late") return { kind: "not-found" };
    if (found.kind !== "changeable") return found;
    const { sequence } = found.appointment;
    if (sequence !== seen) return { kind: "stale" };
    const others = await listOtherOffers(tx, { except: appointmentId, now });
    const lasts = appointment.blockEnd - appointment.blockStart;
    const unoffered = near.filter((time) => !isOfferedElsewhere({ ...time, lasts }, others));
    const times = threeToOffer(unoffered, appointment);
    if (times.length === 0) return { kind: "nothing", message: "Nobody has a free time within two weeks" };
    await writeTimeOffer(tx, appointmentId, { times, sequence, at: now, actor: actorName(actor) });
    await withdrawUntried(tx, { kind: "appointment-offered-client", subject: appointmentSubject(appointmentId) });
    await enqueue(tx, [appointmentMessage("appointment-offered-client", { appointmentId })], now);
    await auditChange(tx, { actor, action: "appointment.offer", appointment: found.appointment, now });
    return { kind: "offered", appointment: found.appointment };
  });
}
