import { closePending } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { hashPassword } from "#app/accounts/better-auth.gateway.server.ts";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import { removeOtherKeys, removeSecondFactor } from "#app/accounts/passwords/passwords.db.server.ts";
import { setPasswordWithin } from "#app/accounts/passwords/set-password.server.ts";
import { noteKeyChange } from "#app/accounts/second-factor/note-key-change.server.ts";
import { deleteSessions } from "#app/accounts/sessions.db.server.ts";
import { type Role, rolesOf, type User } from "#app/accounts/user.ts";
import type { AlsoWithin } from "#app/accounts/users/delete-account.server.ts";
import { deleteDisabling, insertDisabling } from "#app/accounts/users/list-users.server.ts";
import { countAdmins, getUser, lockAdmins, updateUser } from "#app/accounts/users.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, may, needsConfirmation } from "#app/platform/permissions.ts";

export type AccessOutcome =
  | { kind: "changed"; user: User }
  | { kind: "not-found" }
  | { kind: "unconfirmed" }
  | { kind: "refused"; message: string };

type Work = (tx: Tx, found: { user: User; now: number; by: string }) => Promise<AccessOutcome>;

export async function changeUser(
  app: AppContext,
  actor: Actor,
  { userId, work }: { userId: string; work: Work },
): Promise<AccessOutcome> {
  if (!may(actor, "change", "users")) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx): Promise<AccessOutcome> => {
    await lockAdmins(tx);
    const user = await getUser(tx, userId);
    return user ? work(tx, { user, now: app.clock.now(), by: actorName(actor) }) : { kind: "not-found" };
  });
}

type Line = { userId: string; now: number; by: string; action: string };

export async function noteUserChange(tx: Tx, { userId, now, by, action }: Line): Promise<void> {
  await writeAudit(tx, { at: now, actor: by, action, subject: { kind: "user", id: userId } });
}

/** `alsoWithin`: what higher rooms do if this changed something. */
type Access = { userId: string; alsoWithin?: AlsoWithin };

/** Disables an account: its owner can't sign in and is signed out everywhere at once. Nothing of theirs is deleted. */
export function disableUser(app: AppContext, actor: Actor, { userId, alsoWithin }: Access): Promise<AccessOutcome> {
  return changeUser(app, actor, {
    userId,
    work: async (tx, { user, now, by }) => {
      if (rolesOf(user).length > 0 && needsConfirmation(actor)) return { kind: "unconfirmed" };
      if ("userId" in actor && actor.userId === userId) return { kind: "refused", message: NOTICES.notYourself };
      if (await isLastAdmin(tx, user)) return { kind: "refused", message: NOTICES.lastAdmin };
      await deleteSessions(tx, { userId, keep: null });
      await closePending(tx, userId);
      const fresh = await insertDisabling(tx, { user_id: userId, at: now, actor: by });
      if (fresh) await noteUserChange(tx, { userId, now, by, action: "account.disable" });
      if (fresh) await alsoWithin?.(tx, userId);
      return { kind: "changed", user: { ...user, disabled: true } };
    },
  });
}

export function enableUser(app: AppContext, actor: Actor, { userId, alsoWithin }: Access): Promise<AccessOutcome> {
  return changeUser(app, actor, {
    userId,
    work: async (tx, { user, now, by }) => {
      if (rolesOf(user).length > 0 && needsConfirmation(actor)) return { kind: "unconfirmed" };
      if (!(await deleteDisabling(tx, userId))) return { kind: "changed", user };
      await noteUserChange(tx, { userId, now, by, action: "account.enable" });
      await alsoWithin?.(tx, userId);
      return { kind: "changed", user: { ...user, disabled: false } };
    },
  });
}

export function endUserSessions(app: AppContext, actor: Actor, { userId }: { userId: string }): Promise<AccessOutcome> {
  return changeUser(app, actor, {
    userId,
    work: async (tx, { user, now, by }) => {
      await deleteSessions(tx, { userId, keep: null });
      await closePending(tx, userId);
      await noteUserChange(tx, { userId, now, by, action: "account.end-sessions" });
      return { kind: "changed", user };
    },
  });
}

/**
 * Grants or revokes the admin role, except for the last admin. Ends the person's sessions, so that it takes effect at
 * once.
 */
export async function changeRole(
  app: AppContext,
  actor: Actor,
  { userId, role }: { userId: string; role: Role },
): Promise<AccessOutcome> {
  if (!may(actor, "change", "users")) return { kind: "not-found" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    await lockAdmins(tx);
    const user = await getUser(tx, userId);
    if (!user) return { kind: "not-found" as const };
    if (user.role === role) return { kind: "changed" as const, user };
    if (role !== "admin" && (await isLastAdmin(tx, user))) {
      return { kind: "refused" as const, message: NOTICES.lastAdmin };
    }
    // Whoever opened the account may not own its address, and would become the admin.
    if (role === "admin" && !user.emailVerified) return { kind: "refused" as const, message: NOTICES.unproved };
    if (role !== "admin") await notifyOwners(tx, { actor, change: "role", now, whom: userId });
    await updateUser(tx, { id: userId, role, now });
    if (role === "admin") await notifyOwners(tx, { actor, change: "role", now, whom: userId });
    await deleteSessions(tx, { userId, keep: null });
    await closePending(tx, userId);
    await noteRole(tx, { now, by: actorName(actor), id: userId, role });
    return { kind: "changed" as const, user: { ...user, role } };
  });
}

/** Whether this is the last admin. Call `lockAdmins` first. */
export async function isLastAdmin(tx: Tx, user: Pick<User, "role" | "disabled">): Promise<boolean> {
  return user.role === "admin" && !user.disabled && (await countAdmins(tx)) === 1;
}

export async function noteRole(
  tx: Tx,
  { now, by, id, role }: { now: number; by: string; id: string; role: Role },
): Promise<void> {
  await writeAudit(tx, {
    at: now,
    actor: by,
    action: "account.role",
    subject: { kind: "user", id },
    detail: { role },
  });
}

/**
 * Gives somebody a new password and takes the second factor, passkeys and sessions away: for whoever has lost what they
 * log in with. From the server's own command line only.
 */
export async function resetAccess(
  app: AppContext,
  { user, password }: { user: User; password: string },
): Promise<{ kind: "changed" } | { kind: "invalid"; message: string }> {
  const { email, username } = user;
  const problem = await checkPassword(app, password, { email, username, role: "admin", twoFactor: false });
  if (problem) return { kind: "invalid", message: problem };
  const hash = await hashPassword(app, password);
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await setPasswordWithin(tx, { user, hash, now, by: "system" });
    await removeOtherKeys(tx, user.id);
    await removeSecondFactor(tx, user.id);
    if (!user.twoFactor) return;
    await noteKeyChange(tx, { userId: user.id, actor: { kind: "system" }, now, change: "second-factor.off" });
  });
  return { kind: "changed" };
}
