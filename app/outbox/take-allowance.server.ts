import { allowed, mailboxOf, type Recent } from "#app/outbox/mail-allowance.ts";
import { holdRecent, removeUntouched, writeRecent } from "#app/outbox/mail-allowances.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { deriveSecret } from "#app/platform/ids.server.ts";

const HOUR_MS = 3_600_000;

/**
 * Whether one more mail that a stranger caused may go to this address now: null, or when to try again. All workers
 * share the count. RATE_LIMITS=off allows everything.
 */
export async function takeAllowance(
  app: AppContext,
  { address, id, now }: { address: string; id: string; now: number },
): Promise<number | null> {
  if (!app.config.rateLimits) return null;
  const hash = deriveSecret(app.secret, `mail-to:${mailboxOf(address)}`);
  await removeUntouched(app.db.kysely, now - HOUR_MS);
  return app.db.kysely.transaction().execute(async (tx) => {
    const recent: Recent = JSON.parse(await holdRecent(tx, { hash, now }));
    const outcome = allowed(recent, { id, now });
    if ("at" in outcome) return outcome.at;
    await writeRecent(tx, { hash, recent: JSON.stringify(outcome.recent), now });
    return null;
  });
}
