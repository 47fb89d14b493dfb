import { viewName } from "#app/clients/client.ts";
import { getClient } from "#app/clients/clients.db.server.ts";
import { reasonFault } from "#app/health/access.server.ts";
import { hasOpenRecord, lockRecord } from "#app/health/keeping/destroy.db.server.ts";
import { healthState, openRecord, sealBeside } from "#app/health/record-key.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may, needsConfirmation } from "#app/platform/permissions.ts";

/** Why a record is not destroyed, whatever its day. `reason` null: it can't be opened. */
export type Hold = { since: number; by: string; reason: string | null };

type Refused = { kind: "not-found" | "forbidden" };

const reasonIn = (row: string) => ({ table: "record_holds", column: "reason", row });

/** Since when nothing of a client's record is destroyed; null: it ends on its day. */
export async function onHoldSince(db: Queries, clientId: string): Promise<number | null> {
  const row = await db
    .selectFrom("record_holds")
    .select((eb) => eb.fn.min("since").as("since"))
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  return row?.since == null ? null : Number(row.since);
}

/** The legal hold of a client's record, for owners. */
export async function viewHold(
  app: AppContext,
  actor: Actor,
  clientId: string,
): Promise<{ kind: "found"; name: string; hold: Hold | null } | Refused> {
  if (!may(actor, "change", "settings")) return { kind: "forbidden" };
  if ((await healthState(app)) === "off") return { kind: "not-found" };
  const db = app.db.kysely;
  const client = await getClient(db, clientId);
  if (!client || !(await isKept(db, clientId))) return { kind: "not-found" };
  // Two after a merge: the record is kept for both.
  const rows = await db
    .selectFrom("record_holds")
    .select(["id", "since", "name", "reason"])
    .where("client_id", "=", clientId)
    .orderBy("since")
    .orderBy("id")
    .execute();
  const first = rows[0];
  if (!first) return { kind: "found", name: viewName(client), hold: null };
  const cells = rows.map(({ id, reason }) => ({ cell: reasonIn(id), sealed: reason }));
  const reasons = (await openRecord(app, db, clientId, cells)).filter((one) => one !== null);
  const reason = reasons.length > 0 ? reasons.join("\n") : null;
  return { kind: "found", name: viewName(client), hold: { since: first.since, by: first.name, reason } };
}

async function isKept(db: Queries, clientId: string): Promise<boolean> {
  if (await hasOpenRecord(db, clientId)) return true;
  const frozen = db.selectFrom("health_withdrawals").select("id").where("client_id", "=", clientId);
  return (await frozen.limit(1).executeTakeFirst()) !== undefined;
}

type Changed = { kind: "saved" } | { kind: "unconfirmed" } | { kind: "shut" } | Refused;

/** Keeps a record beyond its day until the hold is lifted. The reason is sealed like the record. */
export async function placeHold(
  app: AppContext,
  actor: Actor,
  { clientId, reason }: { clientId: string; reason: string },
): Promise<Changed | { kind: "invalid"; message: string }> {
  if (may(actor, "change", "settings") && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const view = await viewHold(app, actor, clientId);
  if (view.kind !== "found") return view;
  const why = reason.replaceAll("\r\n", "\n").trim();
  const message = reasonFault(why);
  if (message) return { kind: "invalid", message };
  return app.db.kysely.transaction().execute(async (tx): Promise<Changed> => {
    if (!(await lockRecord(tx, clientId)) || !("userId" in actor)) return { kind: "not-found" };
    if ((await onHoldSince(tx, clientId)) !== null) return { kind: "saved" };
    const now = app.clock.now();
    const id = newId();
    const sealed = await sealBeside(app.config, tx, { clientId, withdrawalId: null, cell: reasonIn(id), value: why });
    if (sealed === null) return { kind: "shut" };
    const user = await tx.selectFrom("users").select("name").where("id", "=", actor.userId).executeTakeFirst();
    const by = { user_id: actor.userId, name: user?.name ?? "An owner" };
    await tx
      .insertInto("record_holds")
      .values({ id, client_id: clientId, since: now, ...by, reason: sealed })
      .execute();
    const subject = { kind: "client", id: clientId };
    await writeAudit(tx, { at: now, actor: actorName(actor), action: "client.hold", subject });
    return { kind: "saved" };
  });
}

/** From now on the record ends on its day again; one whose day has passed stands a month on the list once more. */
export async function liftHold(app: AppContext, actor: Actor, clientId: string): Promise<Changed> {
  if (may(actor, "change", "settings") && needsConfirmation(actor)) return { kind: "unconfirmed" };
  const view = await viewHold(app, actor, clientId);
  if (view.kind !== "found") return view;
  return app.db.kysely.transaction().execute(async (tx): Promise<Changed> => {
    if (!(await lockRecord(tx, clientId))) return { kind: "not-found" };
    if ((await onHoldSince(tx, clientId)) === null) return { kind: "saved" };
    await tx.deleteFrom("record_holds").where("client_id", "=", clientId).execute();
    await tx.deleteFrom("record_ends").where("client_id", "=", clientId).execute();
    const subject = { kind: "client", id: clientId };
    await writeAudit(tx, { at: app.clock.now(), actor: actorName(actor), action: "client.lift-hold", subject });
    return { kind: "saved" };
  });
}
