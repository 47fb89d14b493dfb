import { lockClient } from "#app/clients/clients.db.server.ts";
import { locksAt } from "#app/health/note.ts";
import { lockNote } from "#app/health/note-chain.server.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Erasure, noteErasures } from "#app/platform/personal-data.server.ts";

/** A consent that was taken back and not given again. `keptUntil`: the last day on which what it froze is kept. */
export type Withdrawal = { at: number; keptUntil: string };

/** Of these clients those who have withdrawn. */
export async function listWithdrawn(db: Queries, clientIds: readonly string[]): Promise<Map<string, Withdrawal>> {
  if (clientIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("health_withdrawals")
    .select(["client_id", "at", "kept_until"])
    .where("client_id", "in", [...clientIds])
    .where("ended_at", "is", null)
    .orderBy("at")
    .execute();
  return new Map(rows.map(({ client_id, at, kept_until }) => [client_id, { at, keptUntil: kept_until }]));
}

/** Null: their consent stands, or was never asked. */
export async function getWithdrawal(db: Queries, clientId: string): Promise<Withdrawal | null> {
  return (await listWithdrawn(db, [clientId])).get(clientId) ?? null;
}

/** Whether their consent does not stand, or was withdrawn since: what came before a new one is not covered by it. */
export async function hasWithdrawn(db: Queries, clientId: string, since: number): Promise<boolean> {
  const row = await db
    .selectFrom("health_withdrawals")
    .select("id")
    .where("client_id", "=", clientId)
    .where("departure_id", "is", null)
    .where((eb) => eb.or([eb("ended_at", "is", null), eb("at", ">=", since)]))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A new consent begins a new record; what the old one covered stays frozen. */
export async function endWithdrawals(tx: Tx, clientId: string, now: number): Promise<void> {
  await tx
    .updateTable("health_withdrawals")
    .set({ ended_at: now })
    .where("client_id", "=", clientId)
    .where("ended_at", "is", null)
    .execute();
}

/** `departureId`: it is frozen because its therapist left: no consent was withdrawn. `keepsAlerts`: they are sealed anew. */
type Freezing = { clientId: string; now: number; keptUntil: string; departureId?: string; keepsAlerts?: boolean };

/**
 * Freezes all that was written about a client so far, with its keys, until it is destroyed: nobody at the practice reads
 * or changes it. It needs no key. Lock the client first. Returns the withdrawal's id.
 */
export async function freezeRecord(
  tx: Tx,
  { clientId, now, keptUntil, departureId, keepsAlerts = false }: Freezing,
): Promise<string> {
  const drafts = await tx
    .selectFrom("treatment_notes")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("state", "=", "draft")
    .orderBy("first_saved_at")
    .orderBy("id")
    .execute();
  for (const draft of drafts) await lockNote(tx, draft, Math.min(now, locksAt(draft.first_saved_at)));
  const id = newId();
  for (const table of ["health_answers", "treatment_notes", "record_files", "record_keys"] as const)
    await tx
      .updateTable(table)
      .set({ withdrawal_id: id })
      .where("client_id", "=", clientId)
      .where("withdrawal_id", "is", null)
      .execute();
  if (!keepsAlerts) await tx.deleteFrom("client_alerts").where("client_id", "=", clientId).execute();
  const of = { departure_id: departureId ?? null, ended_at: departureId === undefined ? null : now };
  const row = { id, client_id: clientId, at: now, kept_until: keptUntil, person: null, ...of };
  await tx.insertInto("health_withdrawals").values(row).execute();
  return id;
}

type Frozen = Withdrawal & { id: string; reason: "withdrawal" | "departure" };

/** Puts the keys that were frozen on the list beside the backups: an older backup has them open. */
export async function noteFrozenKeys(tx: Tx, { id, at, keptUntil, reason }: Frozen): Promise<void> {
  const keys = await tx.selectFrom("record_keys").select("key_id").where("withdrawal_id", "=", id).execute();
  await noteErasures(
    tx,
    keys.map(({ key_id }) => ({ kind: reason, id: key_id, at, kept_until: keptUntil })),
  );
}

/**
 * In a restored backup: freezes what this key seals, if it is still open there. A departure that the backup does not know
 * is named by the key.
 */
export async function freezeAgain(tx: Tx, { kind, id, at, kept_until: keptUntil }: Erasure): Promise<boolean> {
  const key = await tx
    .selectFrom("record_keys")
    .select("client_id")
    .where("key_id", "=", id)
    .where("withdrawal_id", "is", null)
    .executeTakeFirst();
  if (!key || keptUntil === null || !(await lockClient(tx, key.client_id))) return false;
  const departureId = kind === "departure" ? id : undefined;
  await freezeRecord(tx, { clientId: key.client_id, now: at, keptUntil, departureId });
  if (departureId) await tx.deleteFrom("record_controllers").where("client_id", "=", key.client_id).execute();
  return true;
}
