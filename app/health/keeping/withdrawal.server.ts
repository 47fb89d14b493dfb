import { lockClient } from "#app/clients/clients.db.server.ts";
import { ownClient } from "#app/health/access.server.ts";
import { consentWithdrawn } from "#app/health/health.mail.tsx";
import { lastDayKept } from "#app/health/keeping/retention.server.ts";
import {
  freezeRecord,
  getWithdrawal,
  noteFrozenKeys,
  type Withdrawal,
} from "#app/health/keeping/withdrawals.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { writeErasures } from "#app/platform/backup/erasure-list.server.ts";
import { type Actor, actorName } from "#app/platform/permissions.ts";

type Withdrawn = { kind: "not-found" } | { kind: "withdrawn"; withdrawal: Withdrawal };

/**
 * Takes a client's consent back: their record closes for the practice in this transaction, and stays sealed for claims.
 * It needs no key: who withdraws never waits for one that is missing.
 */
export async function withdrawConsent(app: AppContext, actor: Actor & { userId: string }): Promise<Withdrawn> {
  const clientId = await ownClient(app, actor.userId);
  if (clientId === null) return { kind: "not-found" };
  const keptUntil = await lastDayKept(app, clientId);
  const outcome = await app.db.kysely.transaction().execute(async (tx): Promise<Withdrawn> => {
    if (!(await lockClient(tx, clientId))) return { kind: "not-found" };
    const before = await getWithdrawal(tx, clientId);
    if (before) return { kind: "withdrawn", withdrawal: before };
    const now = app.clock.now();
    const id = await freezeRecord(tx, { clientId, now, keptUntil });
    await noteFrozenKeys(tx, { reason: "withdrawal", id, at: now, keptUntil });
    const subject = { kind: "client", id: clientId };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "client.consent-withdrawn", subject });
    await enqueue(tx, [consentWithdrawn.message(subject, { clientId })], now);
    return { kind: "withdrawn", withdrawal: { at: now, keptUntil } };
  });
  await writeErasures(app);
  return outcome;
}
