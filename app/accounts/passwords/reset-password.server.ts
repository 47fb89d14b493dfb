import { getLink, useLink } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { hashPassword } from "#app/accounts/better-auth.gateway.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import { setPasswordWithin } from "#app/accounts/passwords/set-password.server.ts";
import { actorFrom } from "#app/accounts/session.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import { actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** Whether a reset link still works, before a new password is typed. */
export async function isResetOpen(app: AppContext, secret: string): Promise<boolean> {
  return (await getLink(app.db.kysely, { purpose: "reset", secret, now: app.clock.now() })) !== null;
}

type ResetOutcome =
  | { kind: "changed"; message: string }
  | { kind: "not-found"; message: string }
  | { kind: "invalid"; message: string };

/** Sets the new password of a mailed link. From then on only the mailbox's owner can use the account. */
export async function resetPassword(
  app: AppContext,
  { token, password }: { token: string; password: string },
): Promise<ResetOutcome> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const link = { purpose: "reset", secret: token, now } as const;
  const person = await getLink(db, link);
  const user = person?.userId ? await getUser(db, person.userId) : null;
  if (!user) return { kind: "not-found", message: NOTICES.deadLink };
  const problem = await checkPassword(app, password, user);
  if (problem) return { kind: "invalid", message: problem };
  const hash = await hashPassword(app, password);
  const changed = await db.transaction().execute(async (tx) => {
    if (!(await useLink(tx, link))) return false;
    await setPasswordWithin(tx, { user, hash, now, by: actorName(actorFrom(user)) });
    return true;
  });
  return changed
    ? { kind: "changed", message: NOTICES.passwordChanged }
    : { kind: "not-found", message: NOTICES.deadLink };
}
