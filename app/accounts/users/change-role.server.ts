import { closePending } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { deleteSessions } from "#app/accounts/sessions.db.server.ts";
import type { Role, User } from "#app/accounts/user.ts";
import type { AccessOutcome } from "#app/accounts/users/change-user.server.ts";
import { countAdmins, getUser, lockAdmins, updateUser } from "#app/accounts/users.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { may, needsConfirmation } from "#app/platform/permissions.ts";

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
    if (role !== "admin") await notifyOwners(tx, { actor, deed: "role", now, whom: userId });
    await updateUser(tx, { id: userId, role, now });
    if (role === "admin") await notifyOwners(tx, { actor, deed: "role", now, whom: userId });
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
