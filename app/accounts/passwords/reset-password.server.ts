import { resetPassword as resetMail } from "#app/accounts/account-link.mail.tsx";
import { getLink, openLink, useLink } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { hashPassword } from "#app/accounts/better-auth.gateway.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import { setPasswordWithin } from "#app/accounts/passwords/set-password.server.ts";
import { actorFrom, type Caller } from "#app/accounts/session.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import { aboutUser, getUser, getUserByEmail } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { actorName } from "#app/platform/permissions.ts";

/** Whether a reset link still works, before a new password is typed. */
export async function isResetOpen(app: AppContext, secret: string): Promise<boolean> {
  return (await getLink(app.db.kysely, { purpose: "reset", secret, now: app.clock.now() })) !== null;
}

type ResetOutcome =
  | { kind: "changed"; message: string }
  | { kind: "not-found"; message: string }
  | { kind: "invalid"; message: string };

/** Sets the new password of a mailed link. From then on only the mailbox's owner can use the account. */
export async function resetPassword(
  app: AppContext,
  { token, password }: { token: string; password: string },
): Promise<ResetOutcome> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const link = { purpose: "reset", secret: token, now } as const;
  const person = await getLink(db, link);
  const user = person?.userId ? await getUser(db, person.userId) : null;
  if (!user) return { kind: "not-found", message: NOTICES.deadLink };
  const problem = await checkPassword(app, password, user);
  if (problem) return { kind: "invalid", message: problem };
  const hash = await hashPassword(app, password);
  const changed = await db.transaction().execute(async (tx) => {
    if (!(await useLink(tx, link))) return false;
    await setPasswordWithin(tx, { user, hash, now, by: actorName(actorFrom(user)) });
    return true;
  });
  return changed
    ? { kind: "changed", message: NOTICES.passwordChanged }
    : { kind: "not-found", message: NOTICES.deadLink };
}

type AskResetOutcome =
  | { kind: "sent"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/**
 * Mails a reset link if the address has an account. Writes the same rows either way, so that neither the answer nor
 * its time tells; only the renderer drops the mail.
 */
export async function askPasswordReset(app: AppContext, caller: Caller, email: string): Promise<AskResetOutcome> {
  const verdict = await takeLoginAttempt(app, { attempt: "reset", address: caller.address, account: email });
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.resetFailed };
  // The link of the last mail still works: another would only be one more mail.
  if (verdict.kind === "enough") return { kind: "sent", message: NOTICES.resetSent };
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const user = await getUserByEmail(tx, email);
    const person = { userId: user?.id ?? null, email };
    const nonce = await openLink(tx, { key: app.secret, purpose: "reset", person, now });
    await enqueue(tx, [resetMail.message(aboutUser(person.userId), { nonce })], now);
  });
  return { kind: "sent", message: NOTICES.resetSent };
}
