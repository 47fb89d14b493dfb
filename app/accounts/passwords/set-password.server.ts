import { passwordChanged } from "#app/accounts/account-changed.mail.tsx";
import { closePending } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { hashPassword, openSession } from "#app/accounts/better-auth.gateway.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import { removeOtherKeys, removeSecondFactor, writePassword } from "#app/accounts/passwords/passwords.db.server.ts";
import { noteWayIn } from "#app/accounts/second-factor/note-key-change.server.ts";
import { actorFrom, type Caller, type Identity } from "#app/accounts/session.ts";
import { deleteSessions } from "#app/accounts/sessions.db.server.ts";
import { proofRefusal } from "#app/accounts/sign-in/confirm-person.server.ts";
import { liftPause } from "#app/accounts/sign-in/login-limits.server.ts";
import { needsFactor, type User } from "#app/accounts/user.ts";
import { aboutUser, updateUser } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { actorName } from "#app/platform/permissions.ts";

/**
 * Sets a password for the proven owner of the address and mails them. Sessions, passkeys and all that is pending end,
 * as somebody may have opened the account first or broken in, and so does the pause after wrong guesses. A second factor
 * stays if the address was proved before, also where it is a passkey: a mailbox alone must not replace two factors.
 */
export async function setPasswordWithin(
  tx: Tx,
  { user, hash, now, by }: { user: User; hash: string; now: number; by: string },
): Promise<void> {
  await writePassword(tx, { userId: user.id, hash, now });
  await deleteSessions(tx, { userId: user.id, keep: null });
  const isPasskeyFactor = user.emailVerified && user.hasPasskey && !user.twoFactor && needsFactor(user);
  await removeOtherKeys(tx, user.id, { keepsPasskeys: isPasskeyFactor });
  if (!user.emailVerified) await removeSecondFactor(tx, user.id);
  await updateUser(tx, { id: user.id, emailVerified: true, now });
  await liftPause(tx, user);
  await notePasswordChange(tx, { user, now, by });
}

export async function notePasswordChange(
  tx: Tx,
  { user, now, by }: { user: User; now: number; by: string },
): Promise<void> {
  await closePending(tx, user.id);
  await noteWayIn(tx, { userId: user.id, actor: by === "system" ? { kind: "system" } : actorFrom(user), now });
  const message = passwordChanged.message(aboutUser(user.id), { userId: user.id, at: now });
  await enqueue(tx, [message], now);
  await writeAudit(tx, { at: now, actor: by, action: "account.password", subject: { kind: "user", id: user.id } });
}

type ChangePasswordOutcome =
  | { kind: "changed"; message: string; cookies: string[] }
  | { kind: "invalid"; field: "current" | "password"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/** Changes a password after checking the current one. Other sessions end; this one gets a new id. */
export async function changePassword(
  app: AppContext,
  { caller, identity }: { caller: Caller; identity: Identity },
  { current, password }: { current: string; password: string },
): Promise<ChangePasswordOutcome> {
  const { user } = identity;
  if (!user) return { kind: "invalid", field: "current", message: NOTICES.wrongPassword };
  const problem = await checkPassword(app, password, user);
  if (problem) return { kind: "invalid", field: "password", message: problem };
  const refusal = await proofRefusal(app, { caller, identity }, current);
  if (refusal) return refusal.kind === "limited" ? refusal : { ...refusal, field: "current" };
  const hash = await hashPassword(app, password);
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await writePassword(tx, { userId: user.id, hash, now });
    await deleteSessions(tx, { userId: user.id, keep: null });
    await notePasswordChange(tx, { user, now, by: actorName(identity.actor) });
  });
  return { kind: "changed", message: NOTICES.saved, cookies: await openSession(app, caller.headers, user.id) };
}
