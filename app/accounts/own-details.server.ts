import { accountExists } from "#app/accounts/account-changed.mail.tsx";
import { changeAddress } from "#app/accounts/account-link.mail.tsx";
import { openLink } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { type PasswordRefusal, WRONG_PASSWORD } from "#app/accounts/passwords/check-password.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { proofRefusal } from "#app/accounts/sign-in/confirm-person.server.ts";
import { aboutUser, getUserByEmail, updateUser } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export async function changeName(app: AppContext, { user }: Identity, username: string): Promise<{ kind: "changed" }> {
  if (user) {
    const change = { id: user.id, name: username, now: app.clock.now() };
    await app.db.kysely.transaction().execute((tx) => updateUser(tx, change));
  }
  return { kind: "changed" };
}

/** Sets one's own number, in E.164; null forgets it. */
export async function changePhone(app: AppContext, { user }: Identity, phone: string | null): Promise<void> {
  if (!user) return;
  const change = { id: user.id, phone, now: app.clock.now() };
  await app.db.kysely.transaction().execute((tx) => updateUser(tx, change));
}

type AskChangeOutcome = { kind: "sent"; message: string } | PasswordRefusal;

/**
 * Mails a link to a new address after checking the password; nothing changes until it is opened. A taken address gets
 * the same answer, and its owner a notice instead.
 */
export async function askAddressChange(
  app: AppContext,
  { caller, identity }: { caller: Caller; identity: Identity },
  { email, password }: { email: string; password: string },
): Promise<AskChangeOutcome> {
  const { user } = identity;
  if (!user) return WRONG_PASSWORD;
  const refusal = await proofRefusal(app, { caller, identity }, password);
  if (refusal) return refusal;
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const known = await getUserByEmail(tx, email);
    const person = { userId: known ? null : user.id, email, sessionId: identity.sessionId };
    const nonce = await openLink(tx, { key: app.secret, purpose: "change", person, now });
    const message = known
      ? accountExists.message(aboutUser(known.id), { userId: known.id })
      : changeAddress.message(aboutUser(user.id), { nonce });
    await enqueue(tx, [message], now);
  });
  return { kind: "sent", message: NOTICES.checkInbox };
}
