import { openProvenAccount } from "#app/accounts/open-proven-account.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import type { User } from "#app/accounts/user.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import {
  type AccountOffer,
  getOfferByHash,
  openOffer,
  removeOldOffers,
  useOffer,
} from "#app/appointments/account-offers.db.server.ts";
import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentMessage, byStranger } from "#app/appointments/appointment-message.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { linkGuestBookings } from "#app/appointments/link-guest-bookings.server.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/rate-limit.server.ts";

const LIFE_MS = 72 * 3_600_000;
const MAILS = 3;
const WINDOW_SECONDS = 3600;

/**
 * Mails a guest a link that makes an account of a booking's details. Writes the same rows whether or not the address
 * has an account; only the mail differs.
 */
export async function askToKeepDetails(app: AppContext, appointment: Appointment): Promise<void> {
  const { id, email, userId, linkVersion } = appointment;
  if (!email || userId) return;
  const limit = { key: `keep-details:${id}`, limit: MAILS, windowSeconds: WINDOW_SECONDS };
  if ((await consumeRateLimit(app, limit)).kind === "limited") return;
  const now = app.clock.now();
  const offer = { appointmentId: id, linkVersion, expiresAt: now + LIFE_MS };
  await app.db.kysely.transaction().execute(async (tx) => {
    await removeOldOffers(tx, now);
    await openOffer(tx, { ...offer, secretHash: hashOf(offerSecretOf(app, offer)) });
    await enqueue(tx, byStranger([appointmentMessage("appointment-account-client", { appointmentId: id })]), now);
  });
}

/** Derived, as the outbox must not hold a secret. It names the manage link's version: a corrected address ends both. */
export function offerSecretOf(app: AppContext, { appointmentId, linkVersion, expiresAt }: AccountOffer): string {
  return deriveSecret(app.secret, `keep-details:${appointmentId}:${linkVersion}:${expiresAt}`);
}

/** What an open link would keep. Looking changes nothing. Null for one that is wrong, used, replaced or too old. */
export async function getOfferedDetails(
  app: AppContext,
  secret: string,
): Promise<{ name: string; email: string; phone: string | null } | null> {
  const offer = await getOfferByHash(app.db.kysely, hashOf(secret));
  if (!offer || offer.expiresAt <= app.clock.now()) return null;
  const appointment = await getAppointment(app.db.kysely, offer.appointmentId);
  if (!appointment?.email || appointment.linkVersion !== offer.linkVersion) return null;
  const email = appointment.email.toLowerCase();
  // Made by other means since the mail: whoever owns it logs in.
  if (await getUserByEmail(app.db.kysely, email)) return null;
  return { name: appointment.name ?? "", email, phone: appointment.phone };
}

type KeepDetailsOutcome =
  | { kind: "opened"; user: User; cookies: string[] }
  | { kind: "invalid"; message: string }
  | { kind: "dead" };

export async function keepDetails(
  app: AppContext,
  caller: Caller,
  { token, username, password }: { token: string; username: string; password: string },
): Promise<KeepDetailsOutcome> {
  const details = await getOfferedDetails(app, token);
  if (!details) return { kind: "dead" };
  const { email, phone } = details;
  const outcome = await openProvenAccount(app, caller, {
    email,
    phone,
    username,
    password,
    proveWithin: (tx) => useOffer(tx, hashOf(token)),
  });
  if (outcome.kind === "taken") return { kind: "dead" };
  if (outcome.kind === "opened") await linkGuestBookings(app, outcome.user);
  return outcome;
}
