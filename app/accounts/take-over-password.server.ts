import { hashPassword } from "#app/accounts/better-auth.gateway.server.ts";
import { checkPassword, isPasswordRight } from "#app/accounts/check-password.server.ts";
import { isForeign } from "#app/accounts/foreign-password.ts";
import { getPasswordHash, replacePassword } from "#app/accounts/passwords.db.server.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";

type TakeOver =
  | { kind: "ours" }
  /** `isWeak`: it opened the old door, and nobody could choose it here today. */
  | { kind: "taken-over"; isWeak: boolean }
  /** Somebody set another password in between. */
  | { kind: "lost" };

/** After a right password of another system: hashes it as we do, if the cell is still the one that was compared. */
export async function takeOverPassword(
  app: AppContext,
  { userId, password }: { userId: string; password: string },
): Promise<TakeOver> {
  const cell = await getPasswordHash(app.db.kysely, userId);
  const user = cell !== null && isForeign(cell) ? await getUser(app.db.kysely, userId) : null;
  if (cell === null || !user) return { kind: "ours" };
  const hash = await hashPassword(app, password);
  const now = app.clock.now();
  const isReplaced = await app.db.kysely.transaction().execute(async (tx) => {
    if (!(await replacePassword(tx, { userId, from: cell, hash, now }))) return false;
    const subject = { kind: "user", id: userId };
    await writeAudit(tx, { at: now, actor: "system", action: "account.password-moved", subject });
    return true;
  });
  // Another sign-in with the same password may have been first.
  if (!isReplaced) return (await isPasswordRight(app, userId, password)) ? { kind: "ours" } : { kind: "lost" };
  return { kind: "taken-over", isWeak: (await checkPassword(app, password, user)) !== null };
}
