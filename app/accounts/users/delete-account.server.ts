import { NOTICES } from "#app/accounts/account-notices.ts";
import { type PasswordRefusal, WRONG_PASSWORD } from "#app/accounts/passwords/check-password.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { proofRefusal } from "#app/accounts/sign-in/confirm-person.server.ts";
import { isLastAdmin } from "#app/accounts/users/change-user.server.ts";
import { deleteUser, getUser, lockAdmins } from "#app/accounts/users.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import { overwriteNow } from "#app/platform/database/overwrite-deleted.server.ts";
import { actorName } from "#app/platform/permissions.ts";
import { noteErasures } from "#app/platform/personal-data.server.ts";

/** Work of higher rooms within the same transaction. */
export type AlsoWithin = (tx: Tx, userId: string) => Promise<void>;

export type DeleteAccountOutcome = { kind: "deleted" } | { kind: "refused"; message: string } | PasswordRefusal;

/**
 * Deletes an account, its sessions, keys and links, after checking the password. `alsoWithin` lets higher rooms
 * detach the person in the same transaction.
 */
export async function deleteAccount(
  app: AppContext,
  { caller, identity }: { caller: Caller; identity: Identity },
  { password, alsoWithin }: { password: string; alsoWithin: AlsoWithin },
): Promise<DeleteAccountOutcome> {
  const { user } = identity;
  if (!user) return WRONG_PASSWORD;
  const refusal = await proofRefusal(app, { caller, identity }, password);
  if (refusal) return refusal;
  const outcome = await deleteProven(app, { userId: user.id, alsoWithin, by: actorName(identity.actor) });
  if (outcome.kind === "deleted") {
    await overwriteNow(app);
    await writeErasures(app);
  }
  return outcome;
}

/** The same, once the password is proven. The last owner stays. */
export async function deleteProven(
  app: AppContext,
  { userId, alsoWithin, by }: { userId: string; alsoWithin: AlsoWithin; by: string },
): Promise<{ kind: "deleted" } | { kind: "refused"; message: string }> {
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    await lockAdmins(tx);
    const person = await getUser(tx, userId);
    if (!person) return { kind: "deleted" };
    if (await isLastAdmin(tx, person)) return { kind: "refused", message: NOTICES.lastAdmin };
    await deleteWithin(tx, { userId, alsoWithin, by, now });
    return { kind: "deleted" };
  });
}

/** The deletion itself. Call `lockAdmins` and check `isLastAdmin` first. */
export async function deleteWithin(
  tx: Tx,
  { userId, alsoWithin, by, now }: { userId: string; alsoWithin: AlsoWithin; by: string; now: number },
): Promise<void> {
  await alsoWithin(tx, userId);
  await deleteUser(tx, userId);
  await noteErasures(tx, [{ kind: "user", id: userId, at: now }]);
  await writeAudit(tx, { at: now, actor: by, action: "account.delete", subject: { kind: "user", id: userId } });
}
