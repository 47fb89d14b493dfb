import { actorName } from "#app/accounts/actor.ts";
import { takeAttempt } from "#app/accounts/attempts/commands.server.ts";
import { authOf, hashPassword, matchesHash, refusalCodeOf } from "#app/accounts/gateway.server.ts";
import { closeLinks, openLink, readLink, useLink } from "#app/accounts/links/store.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import { passwordProblem } from "#app/accounts/password/password.ts";
import { readPasswordHash, removeOtherKeys, writePassword } from "#app/accounts/password/store.server.ts";
import type { Caller } from "#app/accounts/session/commands.server.ts";
import { actorFrom, type Identity } from "#app/accounts/session/session.ts";
import { deleteSessions } from "#app/accounts/session/store.server.ts";
import { findUser, findUserByEmail, updateUser } from "#app/accounts/store.server.ts";
import type { User } from "#app/accounts/user.ts";
import { enqueue } from "#app/outbox/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";

export type AskResetOutcome =
  | { kind: "sent"; message: string }
  | { kind: "failed"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/**
 * Mails a reset link, if the address has an account. With or without one the same rows are written, so that neither
 * the answer nor its time tells; the renderer of the mail finds out that there is nobody to write to.
 */
export async function askReset(world: World, caller: Caller, email: string): Promise<AskResetOutcome> {
  const verdict = await takeAttempt(world, { attempt: "reset", address: caller.address, whose: email });
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.resetFailed };
  const now = world.clock.now();
  try {
    await world.db.kysely.transaction().execute(async (tx) => {
      const user = await findUserByEmail(tx, email);
      const person = { userId: user?.id ?? null, email };
      const nonce = await openLink(tx, { key: world.secret, purpose: "reset", person, now });
      await enqueue(tx, [{ kind: "account-reset", data: { nonce } }], now);
    });
  } catch (error) {
    world.log.error({ err: error }, "a reset link could not be written");
    return { kind: "failed", message: NOTICES.resetFailed };
  }
  return { kind: "sent", message: NOTICES.resetSent };
}

/** Whether a reset link still works, before anybody types a password for it. */
export async function isResetOpen(world: World, secret: string): Promise<boolean> {
  return (await readLink(world.db.kysely, { purpose: "reset", secret, now: world.clock.now() })) !== null;
}

export type ResetOutcome =
  | { kind: "changed"; message: string }
  | { kind: "dead"; message: string }
  | { kind: "invalid"; message: string };

/** Sets the new password of a mailed link: the link and its siblings are used up, and every session ends. */
export async function reset(
  world: World,
  { token, password }: { token: string; password: string },
): Promise<ResetOutcome> {
  const db = world.db.kysely;
  const now = world.clock.now();
  const link = { purpose: "reset", secret: token, now } as const;
  const person = await readLink(db, link);
  const user = person?.userId ? await findUser(db, person.userId) : null;
  if (!user) return { kind: "dead", message: NOTICES.deadLink };
  const problem = passwordProblem(password, user);
  if (problem) return { kind: "invalid", message: problem };
  const hash = await hashPassword(world, password);
  const changed = await db.transaction().execute(async (tx) => {
    if (!(await useLink(tx, link))) return false;
    if (!user.emailVerified) await removeOtherKeys(tx, user.id);
    await updateUser(tx, { id: user.id, emailVerified: true, now });
    await setPasswordWithin(tx, { user, hash, now, by: actorName(actorFrom(user)) });
    return true;
  });
  return changed ? { kind: "changed", message: NOTICES.passwordChanged } : { kind: "dead", message: NOTICES.deadLink };
}

/** A new password for somebody, who is signed out everywhere and told by mail. */
export async function setPasswordWithin(
  tx: Tx,
  { user, hash, now, by }: { user: User; hash: string; now: number; by: string },
): Promise<void> {
  await writePassword(tx, { userId: user.id, hash, now });
  await deleteSessions(tx, { userId: user.id, keep: null });
  await noteChange(tx, { user, now, by });
}

export type ChangePasswordOutcome =
  | { kind: "changed"; message: string; cookies: string[] }
  | { kind: "invalid"; field: "current" | "password"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/** Changes the password of somebody who knows the current one. Other sessions end, this one gets a new id. */
export async function changePassword(
  world: World,
  { caller, identity }: { caller: Caller; identity: Identity },
  { current, password }: { current: string; password: string },
): Promise<ChangePasswordOutcome> {
  const { user } = identity;
  if (!user) return { kind: "invalid", field: "current", message: NOTICES.wrongPassword };
  const verdict = await takeAttempt(world, { attempt: "confirm", address: caller.address, whose: user.id });
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.tooMany };
  const problem = passwordProblem(password, user);
  if (problem) return { kind: "invalid", field: "password", message: problem };
  try {
    const { headers } = await authOf(world).api.changePassword({
      body: { currentPassword: current, newPassword: password, revokeOtherSessions: true },
      headers: caller.headers,
      returnHeaders: true,
    });
    const now = world.clock.now();
    const by = actorName(identity.actor);
    await world.db.kysely.transaction().execute((tx) => noteChange(tx, { user, now, by }));
    return { kind: "changed", message: NOTICES.saved, cookies: headers.getSetCookie() };
  } catch (error) {
    world.log.warn({ code: refusalCodeOf(error) }, "change of password refused");
    return { kind: "invalid", field: "current", message: NOTICES.wrongPassword };
  }
}

/** Whether this is the person's password. Count the attempt before asking. */
export async function isPasswordRight(world: World, userId: string, password: string): Promise<boolean> {
  const hash = await readPasswordHash(world.db.kysely, userId);
  return hash !== null && matchesHash(world, { password, hash });
}

async function noteChange(tx: Tx, { user, now, by }: { user: User; now: number; by: string }): Promise<void> {
  await closeLinks(tx, { purpose: "reset", userId: user.id });
  await enqueue(tx, [{ kind: "account-password-changed", data: { userId: user.id, at: now } }], now);
  await writeAudit(tx, { at: now, actor: by, action: "account.password", subject: { kind: "user", id: user.id } });
}
