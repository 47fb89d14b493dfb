import { closePending } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { deleteSessions } from "#app/accounts/sessions.db.server.ts";
import { partsOf } from "#app/accounts/user.ts";
import { isLastAdmin } from "#app/accounts/users/change-role.server.ts";
import { type AccessOutcome, changeUser, noteUserChange } from "#app/accounts/users/change-user.server.ts";
import type { AlsoWithin } from "#app/accounts/users/delete-account.server.ts";
import { deleteDisabling, insertDisabling } from "#app/accounts/users/user-list.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { needsConfirmation } from "#app/platform/permissions.ts";

/** `alsoWithin`: what higher rooms do if this changed something. */
type Access = { userId: string; alsoWithin?: AlsoWithin };

/** Disables an account: its owner can't sign in and is signed out everywhere at once. Nothing of theirs is deleted. */
export function disableUser(app: AppContext, actor: Actor, { userId, alsoWithin }: Access): Promise<AccessOutcome> {
  return changeUser(app, actor, {
    userId,
    work: async (tx, { user, now, by }) => {
      if (partsOf(user).length > 0 && needsConfirmation(actor)) return { kind: "unconfirmed" };
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
      if (partsOf(user).length > 0 && needsConfirmation(actor)) return { kind: "unconfirmed" };
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
