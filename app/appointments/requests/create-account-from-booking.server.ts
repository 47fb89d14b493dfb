import { MISSING } from "#app/accounts/account.form.ts";
import { hashPassword } from "#app/accounts/better-auth.gateway.server.ts";
import { openProvenAccount } from "#app/accounts/open-proven-account.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import type { User } from "#app/accounts/user.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import type { Appointment } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { linkGuestBookings } from "#app/appointments/clients/client-account.server.ts";
import { appointmentMessage, byStranger } from "#app/appointments/notifications/appointment-message.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { keyFrom, seal, unseal } from "#app/platform/encryption.server.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";

const LIFE_MS = 72 * 3_600_000;
const MAILS = 3;
const WINDOW_SECONDS = 3600;

/**
 * Mails a guest a link that makes an account of a booking's details. Writes the same rows whether or not the address
 * has an account; only the mail differs.
 */
export async function askToCreateAccount(app: AppContext, appointment: Appointment): Promise<void> {
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

/**
 * Seals the password that a guest chose, to be kept in their browser alone: nobody has shown yet whose address it is, and
 * where the mailed link is opened elsewhere, another is chosen there.
 */
export async function choosePassword(
  app: AppContext,
  { id, name, email }: Appointment,
  password: string,
): Promise<{ sealed: string } | { kind: "invalid"; message: string }> {
  const owner = { email: email ?? "", username: name ?? "", role: "user", twoFactor: false } as const;
  const message = password === "" ? MISSING.password : await checkPassword(app, password, owner);
  if (message) return { kind: "invalid", message };
  return { sealed: seal(chosenKey(app), chosenCell(id), await hashPassword(app, password)) };
}

function chosenHash(app: AppContext, appointmentId: string, sealed: string | null): string | null {
  return sealed && unseal(chosenKey(app), chosenCell(appointmentId), sealed);
}

function chosenKey({ secret }: AppContext) {
  return keyFrom(deriveSecret(secret, "keep-details:password"));
}

function chosenCell(row: string) {
  return { table: "account_offers", column: "password", row };
}

/** Derived, as the outbox must not hold a secret. It names the manage link's version: a corrected address ends both. */
export function offerSecretOf(app: AppContext, { appointmentId, linkVersion, expiresAt }: AccountOffer): string {
  return deriveSecret(app.secret, `keep-details:${appointmentId}:${linkVersion}:${expiresAt}`);
}

/** What an open link would keep. `hash`: of the password that was chosen in this browser. Looking changes nothing. Null for one that is wrong, used, replaced or too old. */
export async function getOfferedDetails(
  app: AppContext,
  secret: string,
  chosen: string | null = null,
): Promise<{ name: string; email: string; phone: string | null; hash: string | null } | null> {
  const offer = await getOfferByHash(app.db.kysely, hashOf(secret));
  if (!offer || offer.expiresAt <= app.clock.now()) return null;
  const appointment = await getAppointment(app.db.kysely, offer.appointmentId);
  if (!appointment?.email || appointment.linkVersion !== offer.linkVersion) return null;
  const email = appointment.email.toLowerCase();
  // Made by other means since the mail: whoever owns it logs in.
  if (await getUserByEmail(app.db.kysely, email)) return null;
  const hash = chosenHash(app, appointment.id, chosen);
  return { name: appointment.name ?? "", email, phone: appointment.phone, hash };
}

type KeepDetailsOutcome =
  | { kind: "opened"; user: User; cookies: string[] }
  | { kind: "invalid"; message: string }
  | { kind: "not-found" };

/** `password`: blank for the one that was chosen in this browser, as its cookie has it (`choosePassword`). */
type KeepDetailsInput = { token: string; username: string; password: string; chosen?: string | null };

export async function createAccountFromBooking(
  app: AppContext,
  caller: Caller,
  { token, username, password, chosen }: KeepDetailsInput,
): Promise<KeepDetailsOutcome> {
  const details = await getOfferedDetails(app, token, chosen);
  if (!details) return { kind: "not-found" };
  const { email, phone, hash } = details;
  if (password === "" && !hash) return { kind: "invalid", message: MISSING.password };
  const outcome = await openProvenAccount(app, caller, {
    email,
    phone,
    username,
    password: password === "" && hash ? { hash } : password,
    proveWithin: (tx) => useOffer(tx, hashOf(token)),
  });
  if (outcome.kind === "conflict") return { kind: "not-found" };
  if (outcome.kind === "opened") await linkGuestBookings(app, outcome.user);
  return outcome;
}

/** A mailed link that makes an account of a guest's booking. `expiresAt` is epoch ms. */
type AccountOffer = { appointmentId: string; linkVersion: number; expiresAt: number };

async function openOffer(tx: Tx, { secretHash, ...offer }: AccountOffer & { secretHash: string }): Promise<void> {
  await tx.deleteFrom("account_offers").where("appointment_id", "=", offer.appointmentId).execute();
  await tx
    .insertInto("account_offers")
    .values({
      appointment_id: offer.appointmentId,
      secret_hash: secretHash,
      link_version: offer.linkVersion,
      expires_at: offer.expiresAt,
    })
    .execute();
}

export async function getOfferOf(db: Queries, appointmentId: string): Promise<AccountOffer | null> {
  const row = await db
    .selectFrom("account_offers")
    .selectAll()
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  return row ? offerFrom(row) : null;
}

async function getOfferByHash(db: Queries, hash: string): Promise<AccountOffer | null> {
  const row = await db.selectFrom("account_offers").selectAll().where("secret_hash", "=", hash).executeTakeFirst();
  return row ? offerFrom(row) : null;
}

async function useOffer(tx: Tx, hash: string): Promise<boolean> {
  const outcome = await tx.deleteFrom("account_offers").where("secret_hash", "=", hash).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}

async function removeOldOffers(db: Queries, now: number): Promise<void> {
  await db.deleteFrom("account_offers").where("expires_at", "<=", now).execute();
}

type Row = { appointment_id: string; link_version: number; expires_at: number };

function offerFrom(row: Row): AccountOffer {
  return { appointmentId: row.appointment_id, linkVersion: row.link_version, expiresAt: row.expires_at };
}

/** Whether somebody has an account with this address. For mails to it only: an answer must not say. */
export async function hasAccount(db: Queries, email: string): Promise<boolean> {
  return (await getUserByEmail(db, email)) !== null;
}
