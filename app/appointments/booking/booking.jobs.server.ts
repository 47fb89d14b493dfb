import { viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import { endHold, getHold, listLapsed } from "#app/appointments/booking/booking-holds.db.server.ts";
import { forgetOrigins } from "#app/appointments/booking/booking-limits.db.server.ts";
import { deleteLapsedRequests } from "#app/appointments/booking/booking-requests.db.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { repeatBatches } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const BATCH = 50;
const LOOK_EVERY = 30_000;

/** Releases held times whose mailed link was not used in time. Returns a function that stops it. */
export function startReleasingHolds(app: AppContext): () => Promise<void> {
  return repeatBatches(app, {
    every: LOOK_EVERY,
    batch: releaseSome,
    failed: "bookings whose link was not pressed could not be released",
  });
}

/** Releases one batch; then deletes old requests, and the origins of bookings made more than a day ago. Returns how many it released. */
export async function releaseSome(app: AppContext): Promise<number> {
  const now = app.clock.now();
  const lapsed = await listLapsed(app.db.kysely, { now, most: BATCH });
  for (const { appointmentId } of lapsed) await release(app, appointmentId);
  if (lapsed.length > 0) return lapsed.length;
  await forgetOrigins(app.db.kysely, now);
  await deleteLapsedRequests(app.db.kysely, now);
  return 0;
}

/**
 * Releases a hold that has lapsed, or at once for another reason. Sends no mail: the one that asked for confirmation
 * said what happens without it.
 */
export async function release(app: AppContext, appointmentId: string, reason: string | null = null): Promise<void> {
  await schedule.retryOnConflict(app, async (tx, now) => {
    // Read again: the link may have been used since.
    const hold = await getHold(tx, appointmentId);
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !isOpen(hold) || (reason === null && hold.until > now)) return null;
    if (viewStatus(appointment.status) !== "Pending") {
      await endHold(tx, appointmentId);
      return null;
    }
    const settings = { bookingRules: (await readPractice(app, tx)).settings.bookingRules };
    const options = { actor: { kind: "system" as const }, from: "job" as const, settings, now };
    return schedule.cancel(tx, appointment, { reason: reason ?? NOT_PRESSED, askedBy: null }, options);
  });
}

const NOT_PRESSED = "The link in the email was not pressed within 30 minutes, so the time is free again.";
