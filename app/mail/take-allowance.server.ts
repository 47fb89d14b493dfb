import { allowed, mailboxOf, type Recent } from "#app/mail/mail-allowance.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import { deriveSecret } from "#app/platform/ids.server.ts";

const DAY_MS = 86_400_000;

/** `limit`: this mail is the last one of its hour or day. `again`: it must wait until then (epoch ms UTC). */
export type Allowance = { limit: "hour" | "day" | null } | { again: number };

/**
 * Whether one more mail that a stranger caused may go to this address now. All workers share the count.
 * RATE_LIMITS=off allows everything.
 */
export async function takeAllowance(
  app: AppContext,
  { address, id, now }: { address: string; id: string; now: number },
): Promise<Allowance> {
  if (!app.config.rateLimits) return { limit: null };
  const hash = deriveSecret(app.secret, `mail-to:${mailboxOf(address)}`);
  await removeUntouched(app.db.kysely, now - DAY_MS);
  return app.db.kysely.transaction().execute(async (tx) => {
    const recent: Recent = JSON.parse(await holdRecent(tx, { hash, now }));
    const outcome = allowed(recent, { id, now });
    if ("at" in outcome) return { again: outcome.at };
    await writeRecent(tx, { hash, recent: JSON.stringify(outcome.recent), now });
    return { limit: outcome.limit };
  });
}

/** Reads and locks an address's recent mails (JSON) for this transaction. */
async function holdRecent(tx: Tx, { hash, now }: { hash: string; now: number }): Promise<string> {
  const { recent } = await tx
    .insertInto("mail_allowances")
    .values({ recipient_hash: hash, recent: "[]", touched_at: now })
    .onConflict((conflict) => conflict.column("recipient_hash").doUpdateSet({ touched_at: now }))
    .returning("recent")
    .executeTakeFirstOrThrow();
  return recent;
}

async function writeRecent(
  tx: Tx,
  { hash, recent, now }: { hash: string; recent: string; now: number },
): Promise<void> {
  await tx.updateTable("mail_allowances").set({ recent, touched_at: now }).where("recipient_hash", "=", hash).execute();
}

async function removeUntouched(db: Queries, before: number): Promise<void> {
  await db.deleteFrom("mail_allowances").where("touched_at", "<=", before).execute();
}
