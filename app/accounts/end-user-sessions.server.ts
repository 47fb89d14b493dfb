import { closePending } from "#app/accounts/account-links.db.server.ts";
import { type AccessOutcome, changeUser, noteUserChange } from "#app/accounts/change-user.server.ts";
import { deleteSessions } from "#app/accounts/sessions.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

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
