import { isStanding } from "#app/appointments/appointments.db.server.ts";
import { ALERT_CONSENT, LONGEST_ALERT } from "#app/clients/client.ts";
import { clientsWithin, lockClient } from "#app/clients/clients.db.server.ts";
import { treatedBy } from "#app/health/access.server.ts";
import { getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { healthState, openRecords, sealRecord } from "#app/health/record-key.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Cell, keyIdOf, readOrMakeSealingKey, readSealingKey, seal } from "#app/platform/encryption.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, scopeFor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

/** What must not be overlooked: `allergic to arnica`. `words` null: it can't be opened. */
type Alert = { id: string; at: number; words: string | null };

/** `alerts` null: whoever looks doesn't treat the client, and learns only that there is one; `ask` names who does. */
export type AlertView = { alerts: Alert[] | null; ask: string | null };

const alertIn = (row: string): Cell => ({ table: "client_alerts", column: "sealed", row });

/** By client. Whoever treats a client reads the alert, also while health is off; everyone else learns that there is one. */
export async function alertsFor(
  app: AppContext,
  actor: Actor,
  clientIds: readonly (string | null)[],
): Promise<Record<string, AlertView>> {
  const ids = [...new Set(clientIds.filter((id) => id !== null))];
  if (ids.length === 0) return {};
  const db = app.db.kysely;
  const rows = await listAlerts(db, ids);
  const known = [...new Set(rows.map(({ clientId }) => clientId))];
  const read = new Set(await treatedBy(db, actor, known));
  const own = rows.filter(({ clientId }) => read.has(clientId));
  const words = await openAlerts(app, db, own);
  const opened = own.map(({ id, clientId, at }, nth) => ({ clientId, alert: { id, at, words: words[nth] ?? null } }));
  const names = await whomToAsk(
    app,
    known.filter((id) => !read.has(id)),
  );
  return Object.fromEntries(
    known.map((id): [string, AlertView] => {
      if (!read.has(id)) return [id, { alerts: null, ask: names.get(id) ?? null }];
      const alerts = opened.filter(({ clientId }) => clientId === id).map(({ alert }) => alert);
      return [id, { alerts, ask: null }];
    }),
  );
}

type Stored = { id: string; clientId: string; at: number; sealed: string; wording: string };

/** The oldest first. */
export async function listAlerts(db: Queries, clientIds: readonly string[]): Promise<Stored[]> {
  return db
    .selectFrom("client_alerts")
    .select(["id", "client_id as clientId", "at", "sealed", "wording"])
    .where("client_id", "in", [...clientIds])
    .orderBy("at")
    .orderBy("id")
    .execute();
}

/** The words of each; null where it can't be opened. */
export async function openAlerts(
  app: Pick<AppContext, "config">,
  db: Queries,
  rows: readonly Stored[],
): Promise<(string | null)[]> {
  const cells = rows.map(({ id, clientId, sealed }) => ({ clientId, cell: alertIn(id), sealed }));
  return (await openRecords(app, db, cells)) as (string | null)[];
}

/** Seals a client's alerts by the key that is open now, as the former one was frozen or goes. */
export async function sealAlertsAnew(
  app: AppContext,
  tx: Tx,
  { clientId, alerts, words }: { clientId: string; alerts: readonly Stored[]; words: readonly (string | null)[] },
): Promise<void> {
  for (const [nth, { id }] of alerts.entries()) {
    const value = words[nth] ?? null;
    if (value === null) continue;
    const [sealed = ""] = await sealRecord(app, tx, clientId, { cell: alertIn(id), value });
    await tx.updateTable("client_alerts").set({ sealed }).where("id", "=", id).execute();
  }
}

/** The therapist of each client's latest appointment, past or ahead. */
async function whomToAsk(app: AppContext, clientIds: readonly string[]): Promise<Map<string, string>> {
  if (clientIds.length === 0) return new Map();
  const { therapists } = await readPractice(app);
  const rows = await app.db.kysely
    .selectFrom("appointments")
    .select(["client_id", "therapist_id"])
    .where("client_id", "in", [...clientIds])
    .where(isStanding)
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  const names = rows.flatMap(({ client_id, therapist_id }): [string, string][] => {
    const short = therapists.find(({ id }) => id === therapist_id)?.short;
    return client_id && short ? [[client_id, short]] : [];
  });
  return new Map(names);
}

type Added =
  | { kind: "added"; id: string }
  | { kind: "invalid"; errors: { words?: string; agreed?: string } }
  /** Health is on, and its key is not here. */
  | { kind: "shut" }
  | { kind: "not-found" };

/** Adds an alert about a client, sealed, once they have agreed to it. Whoever may change the client may add one. */
export async function addAlert(
  app: AppContext,
  actor: Actor,
  { clientId, words, agreed }: { clientId: string; words: string; agreed: boolean },
): Promise<Added> {
  const scope = scopeFor(actor, "change", "clients");
  if (scope === null) return { kind: "not-found" };
  const text = words.replaceAll(/\s+/g, " ").trim();
  const errors = {
    ...(text === "" && { words: "Write the alert, like “allergic to arnica”" }),
    ...(text.length > LONGEST_ALERT && { words: `The alert must be ${LONGEST_ALERT} characters or fewer` }),
    ...(!agreed && { agreed: "Ask the client first, then confirm that they agreed" }),
  };
  if (Object.keys(errors).length > 0) return { kind: "invalid", errors };
  return app.db.kysely.transaction().execute(async (tx): Promise<Added> => {
    const isThere = await lockClient(tx, clientId);
    const [client] = await clientsWithin(tx, [clientId], scope);
    if (!isThere || !client) return { kind: "not-found" };
    if (await getWithdrawal(tx, clientId)) {
      const words = "This client has withdrawn their consent. Nothing more is written down";
      return { kind: "invalid", errors: { words } };
    }
    const [id, at] = [newId(), app.clock.now()];
    const sealed = await sealAlert(app, tx, { id, clientId, words: text });
    if (sealed === null) return { kind: "shut" };
    const row = { id, client_id: clientId, sealed, wording: ALERT_CONSENT, actor: actorName(actor), at };
    await tx.insertInto("client_alerts").values(row).execute();
    await noteChange(tx, actor, { clientId, at, action: "client.alert" });
    return { kind: "added", id };
  });
}

type NewAlert = { id: string; clientId: string; words: string };

/** By the client's own key; by the sealing key while health is off (decisions/0900). Null: health is shut. */
async function sealAlert(app: AppContext, tx: Tx, { id, clientId, words }: NewAlert): Promise<string | null> {
  const state = await healthState(app, tx);
  if (state === "shut") return null;
  if (state === "off") return seal(readOrMakeSealingKey(app.config), alertIn(id), JSON.stringify(words));
  const [sealed = null] = await sealRecord(app, tx, clientId, { cell: alertIn(id), value: words });
  return sealed;
}

/** Whoever treats the client removes an alert, and whoever wrote it: they may have mistaken the client. */
export async function removeAlert(
  app: AppContext,
  actor: Actor,
  { clientId, alertId }: { clientId: string; alertId: string },
): Promise<{ kind: "removed" | "not-found" }> {
  const scope = scopeFor(actor, "change", "clients");
  if (scope === null) return { kind: "not-found" };
  return app.db.kysely.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom("client_alerts")
      .select("actor")
      .where("id", "=", alertId)
      .where("client_id", "=", clientId)
      .executeTakeFirst();
    const [client] = await clientsWithin(tx, [clientId], scope);
    if (!row || !client) return { kind: "not-found" as const };
    const isOwn = row.actor === actorName(actor);
    if (!isOwn && (await treatedBy(tx, actor, [clientId])).length === 0) return { kind: "not-found" as const };
    await tx.deleteFrom("client_alerts").where("id", "=", alertId).execute();
    await noteChange(tx, actor, { clientId, at: app.clock.now(), action: "client.alert-removed" });
    return { kind: "removed" as const };
  });
}

async function noteChange(
  tx: Tx,
  actor: Actor,
  { clientId, at, action }: { clientId: string; at: number; action: string },
): Promise<void> {
  await writeAudit(tx, { at, actor: actorName(actor), action, subject: { kind: "client", id: clientId } });
}

/** Health has just been switched on: what the sealing key sealed is sealed anew by each client's own key. */
export async function moveAlertsIntoRecords(app: AppContext, tx: Tx): Promise<void> {
  const sealing = readSealingKey(app.config);
  const rows = await tx
    .selectFrom("client_alerts")
    .innerJoin("clients", "clients.id", "client_alerts.client_id")
    .select(["client_alerts.id", "client_id as clientId", "at", "sealed", "wording"])
    .where("erased_at", "is", null)
    .orderBy("client_alerts.id")
    .execute();
  const waiting = rows.filter(({ sealed }) => keyIdOf(sealed) === sealing?.id);
  const words = await openAlerts(app, tx, waiting);
  for (const [nth, { id, clientId }] of waiting.entries()) {
    const own = words[nth];
    if (!own) continue;
    const sealed = await sealAlert(app, tx, { id, clientId, words: own });
    if (sealed) await tx.updateTable("client_alerts").set({ sealed }).where("id", "=", id).execute();
  }
}
