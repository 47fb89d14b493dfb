import { type Appointment, movedTo } from "#app/appointments/appointment.ts";
import { mayChange } from "#app/appointments/appointment-abilities.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { isOffered, type OfferedTime } from "#app/appointments/time-offer.ts";
import { getTimeOffer } from "#app/appointments/time-offers.db.server.ts";
import { lookAtPlace } from "#app/diary/move-appointment.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { lockForReading } from "#app/platform/database/lock.server.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

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
    const settings = await listSettings(tx, app.log);
    const moved = movedTo(before, chosen);
    const look = await lookAtPlace(tx, { moved, settings, now });
    if (look.kind !== "free" || look.concerns.length > 0) return { kind: "taken" };
    const options = { actor, from: "online" as const, settings, now, isProven: true };
    const outcome = await schedule.move(tx, { before, after: moved }, options);
    return outcome.kind === "conflict" ? outcome : { kind: "moved", appointment: moved };
  });
}
