import type { Appointment } from "#app/appointments/appointment.ts";
import { HOLD_MINUTES } from "#app/appointments/booking/booking-hold.ts";
import { holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { getFreeMinutes, getOpenHolds, getStanding } from "#app/appointments/booking/booking-limits.db.server.ts";
import {
  fitsDay,
  isBurst,
  isQuietDay,
  mayHold,
  needsPress,
  type Standing,
} from "#app/appointments/booking/booking-limits.ts";
import { brakeMessage } from "#app/appointments/notifications/appointment-message.ts";
import { enqueueOnce } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { Idempotency } from "#app/platform/form-draft.server.ts";
import { rateKeyOf } from "#app/platform/http/request-info.server.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";

const MINUTE_MS = 60_000;

type Limited = {
  app: AppContext;
  rules: BookingRules;
  appointment: Appointment;
  /** Read and locked in this transaction, so that two bookings with one address count each other. */
  client: { isProven: boolean };
  /** Null or missing: not an online booking, so no limit counts it. */
  clientAddress: string | null | undefined;
  idempotency: Idempotency | null;
  now: number;
};

/**
 * `waitsFor`: null, the booking stands at once; `press`: its time is kept until its mailed link is opened; `link`: the
 * link books it, if the time is still free. `origin`: the hash of its network address, to store. `burst`: the recent
 * bookings, if they are so many that the practice is warned.
 */
export type Limit = { waitsFor: null | "press" | "link"; origin: string | null; burst: Burst | null };

type Burst = Pick<Standing, "lastHour" | "lastDay">;

/** How an online booking must be confirmed by email (decisions/0550). */
export async function limitBooking(
  tx: Tx,
  { app, rules, appointment, client: { isProven }, clientAddress, idempotency, now }: Limited,
): Promise<Limit> {
  if (!clientAddress || !app.config.rateLimits) return { waitsFor: null, origin: null, burst: null };
  const origin = deriveSecret(app.secret, `origin:${rateKeyOf(clientAddress)}`);
  const person = { email: appointment.email ?? "", phone: appointment.phone ?? "", origin };
  const { zone } = rules;
  const date = localDateOf(appointment.start, zone);
  const standing = await getStanding(tx, { ...person, date, zone, key: idempotency?.key ?? null, now });
  const burst = isBurst(standing, rules) ? standing : null;
  if (standing.hasRequest) return { waitsFor: "link", origin, burst };
  const booking = await inItsDay(tx, { appointment, standing, rules, date });
  const stands = !needsPress(standing, { rules, isProven }) && (isProven || fitsDay(standing, booking));
  if (stands) return { waitsFor: null, origin, burst };
  const holds = await getOpenHolds(tx, { ...person, userId: appointment.userId });
  return { waitsFor: mayHold(standing, holds, booking) ? "press" : "link", origin, burst };
}

async function inItsDay(
  tx: Tx,
  {
    appointment,
    standing,
    rules,
    date,
  }: { appointment: Appointment; standing: Standing; rules: BookingRules; date: string },
) {
  const minutes = (appointment.blockEnd - appointment.blockStart) / MINUTE_MS;
  const { zone, unprovenPercent: percent } = rules;
  const freeMinutes = isQuietDay(standing) ? 0 : await getFreeMinutes(tx, { date, zone });
  return { minutes, percent, freeMinutes };
}

export async function warnOfBurst(
  tx: Tx,
  { burst, zone, now }: { burst: Burst | null; zone: string; now: number },
): Promise<void> {
  if (burst === null) return;
  const { lastHour, lastDay } = burst;
  await enqueueOnce(tx, brakeMessage({ day: localDateOf(now, zone), lastHour, lastDay }), now);
}

/** The hold of a booking that keeps its time until its mailed link is opened. */
export function holdOf(
  app: AppContext,
  { id, start }: Pick<Appointment, "id" | "start">,
  now: number,
): { secretHash: string; until: number } {
  return { secretHash: hashOf(holdSecretOf(app, id)), until: Math.min(now + HOLD_MINUTES * MINUTE_MS, start) };
}
