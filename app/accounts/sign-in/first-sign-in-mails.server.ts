import { askPasswordReset } from "#app/accounts/passwords/ask-password-reset.server.ts";
import { NO_HASH } from "#app/accounts/passwords/imported-password.ts";
import { getHashByEmail } from "#app/accounts/passwords/passwords.db.server.ts";
import type { Caller } from "#app/accounts/session.ts";
import { type AppContext, processAppOf } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

const EVERY = 2_000;
const MOST = 1_000;

const tries = new WeakMap<AppContext, Map<string, Caller>>();

/**
 * Notes a refused try for somebody whose password did not move in with them; their link is mailed later, so that the
 * answer takes as long as anybody's.
 */
export async function noteFirstTry(app: AppContext, caller: Caller, email: string): Promise<void> {
  const address = email.toLowerCase();
  const noted = tries.get(processAppOf(app)) ?? new Map<string, Caller>();
  const cell = await getHashByEmail(app.db.kysely, address);
  if (cell === NO_HASH && noted.size < MOST) tries.set(processAppOf(app), noted.set(address, caller));
}

/** Mails the noted people the link that sets a password, within the limits of any reset. */
export async function mailFirstLinks(app: AppContext): Promise<void> {
  const noted = tries.get(app);
  tries.delete(app);
  for (const [address, caller] of noted ?? []) await askPasswordReset(app, caller, address);
}

/** Does so every few seconds. Returns a function that stops it. */
export function startMailingFirstLinks(app: AppContext): () => Promise<void> {
  return repeat(app, { every: EVERY, job: mailFirstLinks, failed: "a link for a new password could not be mailed" });
}
