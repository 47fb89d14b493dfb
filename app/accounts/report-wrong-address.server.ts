import { getLink, useLink } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { isLastAdmin } from "#app/accounts/users/change-user.server.ts";
import { type AlsoWithin, deleteWithin } from "#app/accounts/users/delete-account.server.ts";
import { getUser, lockAdmins } from "#app/accounts/users.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { actorName, visitor } from "#app/platform/permissions.ts";

export type WrongAddressOutcome =
  | { kind: "released"; message: string; email: string }
  | { kind: "refused"; message: string }
  | { kind: "not-found"; message: string };

/**
 * Handles "This was not me" from a mail: deletes an account that was opened with the address and never proved, or
 * calls off a change to it.
 */
export async function reportWrongAddress(
  app: AppContext,
  secret: string,
  alsoWithin: AlsoWithin,
): Promise<WrongAddressOutcome> {
  const now = app.clock.now();
  const released = (email: string) => ({ kind: "released" as const, message: NOTICES.addressFreed, email });
  return app.db.kysely.transaction().execute(async (tx): Promise<WrongAddressOutcome> => {
    await lockAdmins(tx);
    const opened = await getLink(tx, { purpose: "verify", secret, now });
    if (opened?.userId) {
      const user = await getUser(tx, opened.userId);
      // The link was for the address that the account had at the time; a proven address has an owner.
      if (user?.email !== opened.email || user.emailVerified) return { kind: "not-found", message: NOTICES.deadLink };
      if (await isLastAdmin(tx, user)) return { kind: "refused", message: NOTICES.lastAdmin };
      if (!(await useLink(tx, { purpose: "verify", secret, now })))
        return { kind: "not-found", message: NOTICES.deadLink };
      await deleteWithin(tx, { userId: user.id, alsoWithin, by: actorName(visitor), now });
      return released(user.email);
    }
    const changing = await useLink(tx, { purpose: "change", secret, now });
    if (!changing?.userId) return { kind: "not-found", message: NOTICES.deadLink };
    await noteRefusal(tx, { userId: changing.userId, now });
    return released(changing.email);
  });
}

async function noteRefusal(tx: Tx, { userId, now }: { userId: string; now: number }): Promise<void> {
  const subject = { kind: "user", id: userId };
  await writeAudit(tx, { at: now, actor: actorName(visitor), action: "account.address.refused", subject });
}
