import { verifyAddress } from "#app/accounts/account-link.mail.tsx";
import { openLink } from "#app/accounts/account-links.db.server.ts";
import { NOTICES } from "#app/accounts/account-notices.ts";
import { takeLoginAttempt } from "#app/accounts/login-limits.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import { aboutUser } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export async function askVerification(
  app: AppContext,
  { caller, identity }: { caller: Caller; identity: Identity },
): Promise<{ kind: "sent" | "limited"; message: string }> {
  const { user } = identity;
  if (!user || user.emailVerified) return { kind: "sent", message: NOTICES.checkInbox };
  const verdict = await takeLoginAttempt(app, { attempt: "reset", address: caller.address, account: user.email });
  if (verdict.kind === "limited") return { kind: "limited", message: NOTICES.tooMany };
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const person = { userId: user.id, email: user.email, sessionId: identity.sessionId };
    const nonce = await openLink(tx, { key: app.secret, purpose: "verify", person, now });
    await enqueue(tx, [verifyAddress.message(aboutUser(user.id), { nonce })], now);
  });
  return { kind: "sent", message: NOTICES.checkInbox };
}
