import { viewStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { isOpen } from "#app/appointments/booking/booking-hold.ts";
import { endHold, getHold, listLapsed } from "#app/appointments/booking/booking-holds.db.server.ts";
import { deleteLapsedRequests } from "#app/appointments/booking/booking-requests.db.server.ts";
import { forgetOrigins } from "#app/appointments/booking/limit-booking.server.ts";
import * as schedule from "#app/appointments/schedule.server.ts";
import { applyRule, listRules } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { repeat, repeatBatches } from "#app/platform/timer.server.ts";
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

type Releasing = { reason?: string | null; notify?: "everyone" | "team" | "nobody" };

/**
 * Releases a hold that has lapsed, or at once for another `reason`. Sends no mail by itself: the one that asked for
 * confirmation said what happens without it.
 */
export async function release(
  app: AppContext,
  appointmentId: string,
  { reason = null, notify = "nobody" }: Releasing = {},
): Promise<void> {
  await schedule.retryOnConflict(app, async (tx, now) => {
    // Read again: the link may have been used since.
    const hold = await getHold(tx, appointmentId);
    const appointment = await getAppointment(tx, appointmentId);
    if (!appointment || !isOpen(hold) || (reason === null && hold.until > now)) return null;
    if (viewStatus(appointment.status) !== "Pending") {
      await endHold(tx, appointmentId);
      return null;
    }
    const { settings } = await readPractice(app, tx);
    const options = { actor: { kind: "system" as const }, from: "job" as const, settings, notify, now };
    return schedule.cancel(tx, appointment, { reason: reason ?? NOT_PRESSED, askedBy: null }, options);
  });
}

const NOT_PRESSED = "The booking was not confirmed by email within 30 minutes, so the time is free again.";

/** Makes prices whose day has come the prices of the lists. What a booking costs does not wait for it (quote.ts). */
export function startPricing(app: AppContext): () => Promise<void> {
  let done: string | null = null;
  return repeat(app, {
    every: LOOK_EVERY,
    job: async () => {
      const { zone } = (await readPractice(app)).settings.bookingRules;
      const today = localDateOf(app.clock.now(), zone);
      await applyDuePrices(app, { today, isNewDay: today !== done });
      done = today;
    },
    failed: "prices from today on could not be shown in the lists",
  });
}

/** On a new day pages are made anew while a change is ahead: from 30 days before, they show it. Again without harm. */
export async function applyDuePrices(
  app: AppContext,
  { today, isNewDay }: { today: string; isNewDay: boolean },
): Promise<void> {
  const dated = (await listRules(app.db.kysely)).filter(({ from_day }) => from_day !== null);
  if (!dated.some(({ from_day }) => isNewDay || (from_day ?? "") <= today)) return;
  await app.db.kysely.transaction().execute(async (tx) => {
    await lockForWriting(tx, "offer");
    const now = app.clock.now();
    const rules = await listRules(tx);
    const due = rules.filter(({ from_day }) => from_day !== null && from_day <= today);
    for (const [, group] of Map.groupBy(due, lengthAndTherapist)) {
      const last = group.at(-1);
      if (!last) continue;
      const same = rules.filter((rule) => lengthAndTherapist(rule) === lengthAndTherapist(last));
      const before = same.filter(({ id, from_day }) => id !== last.id && (from_day ?? "") <= today);
      await applyRule(tx, last, { replaced: before.map(({ id }) => id), now });
      await writeAudit(tx, {
        at: now,
        actor: "system",
        action: "service.price",
        subject: { kind: "service", id: last.service_id },
        detail: { minutes: last.minutes, therapist: last.therapist_id, from: last.from_day, pence: last.price_pence },
      });
    }
    await raiseContentVersion(tx, now);
  });
}

function lengthAndTherapist({ service_id, minutes, therapist_id }: Tables["price_rules"]): string {
  return `${service_id} ${minutes} ${therapist_id ?? ""}`;
}
