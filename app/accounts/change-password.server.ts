import { NOTICES } from "#app/accounts/account-notices.ts";
import { hashPassword, openSession } from "#app/accounts/better-auth.gateway.server.ts";
import { checkPassword, isPasswordRight } from "#app/accounts/check-password.server.ts";
import { takeLoginAttempt } from "#app/accounts/login-limits.server.ts";
import { writePassword } from "#app/accounts/passwords.db.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { deleteSessions } from "#app/accounts/sessions.db.server.ts";
import { notePasswordChange } from "#app/accounts/set-password.server.ts";
import { actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

type ChangePasswordOutcome =
  | { kind: "changed"; message: string; cookies: string[] }
  | { kind: "invalid"; field: "current" | "password"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/** Changes a password after checking the current one. Other sessions end; this one gets a new id. */
export async function changePassword(
  app: AppContext,
  { caller, identity }: { caller: Caller; identity: Identity },
  { current, password }: { current: string; password: string },
): Promise<ChangePasswordOutcome> {
  const { user } = identity;
  if (!user) return { kind: "invalid", field: "current", message: NOTICES.wrongPassword };
  const verdict = await takeLoginAttempt(app, { attempt: "confirm", address: caller.address, account: user.id });
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.tooMany };
  const problem = await checkPassword(app, password, user);
  if (problem) return { kind: "invalid", field: "password", message: problem };
  if (!(await isPasswordRight(app, user.id, current))) {
    return { kind: "invalid", field: "current", message: NOTICES.wrongPassword };
  }
  const hash = await hashPassword(app, password);
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    await writePassword(tx, { userId: user.id, hash, now });
    await deleteSessions(tx, { userId: user.id, keep: null });
    await notePasswordChange(tx, { user, now, by: actorName(identity.actor) });
  });
  return { kind: "changed", message: NOTICES.saved, cookies: await openSession(app, caller.headers, user.id) };
}
