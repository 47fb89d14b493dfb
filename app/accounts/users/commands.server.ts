import { type Actor, actorName } from "#app/accounts/actor.ts";
import { changeRole, isLastAdmin } from "#app/accounts/admins/commands.server.ts";
import { forgetAttempts, takeAttempt } from "#app/accounts/attempts/commands.server.ts";
import { NOTICES } from "#app/accounts/notices.ts";
import { isPasswordRight } from "#app/accounts/password/commands.server.ts";
import type { Caller } from "#app/accounts/session/commands.server.ts";
import { deleteSessions } from "#app/accounts/session/store.server.ts";
import { findUser, lockAdmins } from "#app/accounts/store.server.ts";
import type { Role, User } from "#app/accounts/user.ts";
import { countUsers, deleteDisabling, insertDisabling, readUserPage } from "#app/accounts/users/store.server.ts";
import type { ListedUser, UserQuestion } from "#app/accounts/users/user-list.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** One page of the people with an account, for admins alone: a door without its guard fails instead of answering. */
export async function readUsers(
  world: World,
  actor: Actor,
  question: UserQuestion,
): Promise<{ users: ListedUser[]; total: number }> {
  if (actor.kind !== "admin") throw new Error(`The list of users is for admins, not for a ${actor.kind}`);
  const db = world.db.kysely;
  const users = await readUserPage(db, { ...question, now: world.clock.now() });
  return { users, total: await countUsers(db, question.text) };
}

export type AccessOutcome =
  | { kind: "changed"; user: User }
  | { kind: "unknown" }
  | { kind: "refused"; message: string };

/**
 * Gives or takes the admin role for an admin who proves with their password that it is they: a phone left lying open
 * makes nobody an admin.
 */
export async function setRole(
  world: World,
  { actor, caller }: { actor: Actor; caller: Caller },
  { userId, role, password }: { userId: string; role: Role; password: string },
): Promise<AccessOutcome> {
  if (actor.kind !== "admin") return { kind: "unknown" };
  const attempt = { attempt: "confirm", address: caller.address, whose: actor.userId } as const;
  if ((await takeAttempt(world, attempt)).kind === "limited") return { kind: "refused", message: NOTICES.tooMany };
  if (!(await isPasswordRight(world, actor.userId, password))) {
    return { kind: "refused", message: NOTICES.wrongPassword };
  }
  await forgetAttempts(world, attempt);
  return changeRole(world, actor, { userId, role });
}

/** Shuts somebody out: they can't sign in, and are signed out everywhere at once. Nothing of theirs is lost. */
export function disable(world: World, actor: Actor, { userId }: { userId: string }): Promise<AccessOutcome> {
  return changing(world, actor, {
    userId,
    work: async (tx, { user, now, by }) => {
      if (actor.kind === "admin" && actor.userId === userId) return { kind: "refused", message: NOTICES.notYourself };
      if (await isLastAdmin(tx, user)) return { kind: "refused", message: NOTICES.lastAdmin };
      await deleteSessions(tx, { userId, keep: null });
      const fresh = await insertDisabling(tx, { user_id: userId, at: now, actor: by });
      if (fresh) await note(tx, { userId, now, by, action: "account.disable" });
      return { kind: "changed", user: { ...user, disabled: true } };
    },
  });
}

/** Lets somebody sign in again. */
export function enable(world: World, actor: Actor, { userId }: { userId: string }): Promise<AccessOutcome> {
  return changing(world, actor, {
    userId,
    work: async (tx, { user, now, by }) => {
      if (await deleteDisabling(tx, userId)) await note(tx, { userId, now, by, action: "account.enable" });
      return { kind: "changed", user: { ...user, disabled: false } };
    },
  });
}

/** Signs somebody out wherever they are signed in. */
export function endSessionsOf(world: World, actor: Actor, { userId }: { userId: string }): Promise<AccessOutcome> {
  return changing(world, actor, {
    userId,
    work: async (tx, { user, now, by }) => {
      await deleteSessions(tx, { userId, keep: null });
      await note(tx, { userId, now, by, action: "account.end-sessions" });
      return { kind: "changed", user };
    },
  });
}

type Work = (tx: Tx, found: { user: User; now: number; by: string }) => Promise<AccessOutcome>;

async function changing(
  world: World,
  actor: Actor,
  { userId, work }: { userId: string; work: Work },
): Promise<AccessOutcome> {
  if (actor.kind !== "admin" && actor.kind !== "system") return { kind: "unknown" };
  return world.db.kysely.transaction().execute(async (tx): Promise<AccessOutcome> => {
    await lockAdmins(tx);
    const user = await findUser(tx, userId);
    return user ? work(tx, { user, now: world.clock.now(), by: actorName(actor) }) : { kind: "unknown" };
  });
}

type Line = { userId: string; now: number; by: string; action: string };

async function note(tx: Tx, { userId, now, by, action }: Line): Promise<void> {
  await writeAudit(tx, { at: now, actor: by, action, subject: { kind: "user", id: userId } });
}
