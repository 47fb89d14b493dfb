import { viewStatus } from "#app/appointments/appointment.ts";
import { lockClient } from "#app/clients/clients.db.server.ts";
import type { Answers } from "#app/health/form/form.ts";
import { consentWithdrawn } from "#app/health/health.mail.tsx";
import { locksAt } from "#app/health/note.ts";
import { lockNote } from "#app/health/note-chain.server.ts";
import { ownClient } from "#app/health/own-record.server.ts";
import { openRecord } from "#app/health/record-key.server.ts";
import { getWithdrawal, type Withdrawal } from "#app/health/withdrawals.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { keptFor, keptUntil } from "#app/settings/health.ts";

type Withdrawn = { kind: "not-found" } | { kind: "withdrawn"; withdrawal: Withdrawal };

/**
 * Takes a client's consent back: their record closes for the practice in this transaction, and stays sealed for claims.
 * It needs no key: who withdraws never waits for one that is missing.
 */
export async function withdrawConsent(app: AppContext, actor: Actor & { userId: string }): Promise<Withdrawn> {
  const clientId = await ownClient(app, actor.userId);
  if (clientId === null) return { kind: "not-found" };
  const until = await lastDayKept(app, clientId);
  return app.db.kysely.transaction().execute(async (tx): Promise<Withdrawn> => {
    if (!(await lockClient(tx, clientId))) return { kind: "not-found" };
    const before = await getWithdrawal(tx, clientId);
    if (before) return { kind: "withdrawn", withdrawal: before };
    const [id, now] = [newId(), app.clock.now()];
    const drafts = await tx
      .selectFrom("treatment_notes")
      .selectAll()
      .where("client_id", "=", clientId)
      .where("state", "=", "draft")
      .orderBy("first_saved_at")
      .orderBy("id")
      .execute();
    for (const draft of drafts) await lockNote(tx, draft, Math.min(now, locksAt(draft.first_saved_at)));
    for (const table of ["health_answers", "treatment_notes"] as const)
      await tx
        .updateTable(table)
        .set({ withdrawal_id: id })
        .where("client_id", "=", clientId)
        .where("withdrawal_id", "is", null)
        .execute();
    await tx.deleteFrom("client_alerts").where("client_id", "=", clientId).execute();
    const row = { id, client_id: clientId, at: now, kept_until: until, ended_at: null };
    await tx.insertInto("health_withdrawals").values(row).execute();
    const subject = { kind: "client", id: clientId };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "client.consent-withdrawn", subject });
    await enqueue(tx, [consentWithdrawn.message(subject, { clientId })], now);
    return { kind: "withdrawn", withdrawal: { at: now, keptUntil: until } };
  });
}

/** Until when what they have is kept, if they withdraw now. */
export async function lastDayKept(app: AppContext, clientId: string): Promise<string> {
  const { settings } = await readPractice(app);
  const { zone } = settings.bookingRules;
  const db = app.db.kysely;
  const today = localDateOf(app.clock.now(), zone);
  const appointments = await db
    .selectFrom("appointments")
    .select(["starts_at", "status"])
    .where("client_id", "=", clientId)
    .orderBy("starts_at", "desc")
    .execute();
  const last = appointments.find(({ status }) => viewStatus(status) !== "Cancelled");
  const day = last ? localDateOf(last.starts_at, zone) : today;
  return keptUntil(day, keptFor(settings.health), await isOfChild(app, db, clientId));
}

/** Also where a form can't be opened: rather kept too long than destroyed too early. */
async function isOfChild(app: AppContext, db: Queries, clientId: string): Promise<boolean> {
  const rows = await db
    .selectFrom("health_answers")
    .select(["id", "sealed"])
    .where("client_id", "=", clientId)
    .execute();
  const cells = rows.map(({ id, sealed }) => ({
    cell: { table: "health_answers", column: "sealed", row: id },
    sealed,
  }));
  const opened = (await openRecord(app, db, clientId, cells)) as (Answers | null)[];
  return opened.some((answers) => answers === null || answers.guardian !== null);
}
