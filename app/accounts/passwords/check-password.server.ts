import { NOTICES } from "#app/accounts/account-notices.ts";
import { matchesHash } from "#app/accounts/better-auth.gateway.server.ts";
import { isListedPassword } from "#app/accounts/passwords/fxa-common-password-list.gateway.server.ts";
import { openHashKeys } from "#app/accounts/passwords/imported-hash.server.ts";
import { GUESSABLE, type Owner, passwordProblem } from "#app/accounts/passwords/password.ts";
import { getPasswordHash } from "#app/accounts/passwords/passwords.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

/** Why this person can't use this password at this practice, or null if they can. */
export async function checkPassword(
  app: AppContext,
  password: string,
  owner: Omit<Owner, "practice">,
): Promise<string | null> {
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const host = new URL(app.config.publicUrl).hostname;
  const problem = passwordProblem(password, { ...owner, practice: [business.name, business.fullName, host] });
  return problem ?? ((await isListedPassword(password)) ? GUESSABLE : null);
}

/** Whether this is the person's password. Count the attempt first. */
export async function isPasswordRight(app: AppContext, userId: string, password: string): Promise<boolean> {
  await openHashKeys(app);
  const hash = await getPasswordHash(app.db.kysely, userId);
  return hash !== null && matchesHash(app, { password, hash });
}

export const WRONG_PASSWORD = { kind: "invalid", field: "password", message: NOTICES.wrongPassword } as const;

export type PasswordRefusal =
  | { kind: "invalid"; field: "password"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };
