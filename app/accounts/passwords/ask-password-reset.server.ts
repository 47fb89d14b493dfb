import { resetPassword } from "#app/accounts/account-link.mail.tsx";
import { openLink } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import type { Caller } from "#app/accounts/session.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import { aboutUser, getUserByEmail } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

type AskResetOutcome =
  | { kind: "sent"; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number };

/**
 * Mails a reset link if the address has an account. Writes the same rows either way, so that neither the answer nor
 * its time tells; only the renderer drops the mail.
 */
export async function askPasswordReset(app: AppContext, caller: Caller, email: string): Promise<AskResetOutcome> {
  const verdict = await takeLoginAttempt(app, { attempt: "reset", address: caller.address, account: email });
  if (verdict.kind === "limited") return { ...verdict, message: NOTICES.resetFailed };
  // The link of the last mail still works: another would only be one more mail.
  if (verdict.kind === "enough") return { kind: "sent", message: NOTICES.resetSent };
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const user = await getUserByEmail(tx, email);
    const person = { userId: user?.id ?? null, email };
    const nonce = await openLink(tx, { key: app.secret, purpose: "reset", person, now });
    await enqueue(tx, [resetPassword.message(aboutUser(person.userId), { nonce })], now);
  });
  return { kind: "sent", message: NOTICES.resetSent };
}
