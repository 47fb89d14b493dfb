import type { Appointment } from "#app/appointments/appointment.ts";
import { brakeMessage } from "#app/appointments/appointment-message.ts";
import { HOLD_MINUTES } from "#app/appointments/booking-hold.ts";
import { insertHold } from "#app/appointments/booking-holds.db.server.ts";
import { getStanding } from "#app/booking/booking-limits.db.server.ts";
import { isBurst, needsPress } from "#app/booking/booking-limits.ts";
import { holdSecretOf } from "#app/booking/hold-secret.server.ts";
import { enqueueOnce } from "#app/outbox/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { rateKeyOf } from "#app/platform/http/client-address.server.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import type { BookingRules } from "#app/settings/booking-rules.ts";

type Limited = {
  app: AppContext;
  rules: BookingRules;
  appointment: Appointment;
  /** Read and locked in this transaction, so that two bookings with one address count each other. */
  client: { isProven: boolean };
  /** Null or missing: not an online booking, so no limit counts it. */
  clientAddress: string | null | undefined;
  now: number;
};

/**
 * Whether an online booking must be confirmed by e-mail, and the hash of its origin to store. The first booking of a
 * burst notifies the practice, once a day (docs/decisions/0152).
 */
export async function limitBooking(
  tx: Tx,
  { app, rules, appointment, client, clientAddress, now }: Limited,
): Promise<{ isHeld: boolean; origin: string | null }> {
  const { email, phone } = appointment;
  if (!clientAddress || !app.config.rateLimits) return { isHeld: false, origin: null };
  const origin = deriveSecret(app.secret, `origin:${rateKeyOf(clientAddress)}`);
  const standing = await getStanding(tx, { email: email ?? "", phone: phone ?? "", origin, now });
  if (isBurst(standing, rules)) {
    const message = brakeMessage({ day: localDateOf(now, rules.zone), lastHour: standing.lastHour });
    await enqueueOnce(tx, message, now);
  }
  return { isHeld: needsPress(standing, { rules, isProven: client.isProven }), origin };
}

/** Stores the hold beside the booking's claims; the time at which it lapses (epoch ms UTC). */
export async function holdBooking(
  tx: Tx,
  { app, appointment, now }: { app: AppContext; appointment: Appointment; now: number },
): Promise<number> {
  const { id, start } = appointment;
  const until = Math.min(now + HOLD_MINUTES * 60_000, start);
  await insertHold(tx, { appointmentId: id, secretHash: hashOf(holdSecretOf(app, id)), until });
  return until;
}
