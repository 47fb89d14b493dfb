import { hashPassword } from "#app/accounts/better-auth.gateway.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import { removeOtherKeys, removeSecondFactor } from "#app/accounts/passwords/passwords.db.server.ts";
import { setPasswordWithin } from "#app/accounts/passwords/set-password.server.ts";
import { noteKeyChange } from "#app/accounts/second-factor/note-key-change.server.ts";
import type { User } from "#app/accounts/user.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/**
 * Gives somebody a new password and takes the second factor, passkeys and sessions away: for whoever has lost what they
 * log in with. From the server's own command line only.
 */
export async function resetAccess(
  app: AppContext,
  { user, password }: { user: User; password: string },
): Promise<{ kind: "reset" } | { kind: "invalid"; message: string }> {
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
  return { kind: "reset" };
}
