import type { User } from "#app/accounts/user.ts";
import { getUser, lockAdmins } from "#app/accounts/users.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { may } from "#app/platform/permissions.ts";

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
