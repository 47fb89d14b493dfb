import { sql } from "kysely";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { noteErasures } from "#app/platform/personal-data.server.ts";

/** Whether there is a form, a note or a file that nothing froze. Alerts alone are kept for no claim. */
export async function hasOpenRecord(db: Queries, clientId: string): Promise<boolean> {
  for (const table of ["health_answers", "treatment_notes", "record_files"] as const) {
    const row = await db
      .selectFrom(table)
      .select("id")
      .where("client_id", "=", clientId)
      .where("withdrawal_id", "is", null)
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

/** Holds off whoever destroys a record, or puts it on hold, until the transaction ends. False: there is none. */
export async function lockRecord(tx: Tx, clientId: string): Promise<boolean> {
  const locked = await tx
    .updateTable("record_keys")
    .set((key) => ({ client_id: key.ref("client_id") }))
    .where("client_id", "=", clientId)
    .returning("key_id")
    .execute();
  return locked.length > 0;
}

type Destroyed = { clientId: string; withdrawalId: string | null; now: number };

/**
 * Destroys a client's open record, or what a withdrawal froze: keys and rows. The list of erasures names the keys, so that
 * a restored backup loses them again; the audit has a line that names nobody.
 */
export async function destroyRecord(tx: Tx, { clientId, withdrawalId, now }: Destroyed): Promise<void> {
  const part = { clientId, withdrawalId };
  const keyIds = await idsIn(tx, "record_keys", part);
  const answers = await idsIn(tx, "health_answers", part);
  await deleteRows(tx, {
    answers,
    notes: await idsIn(tx, "treatment_notes", part),
    files: await idsIn(tx, "record_files", part),
  });
  if (withdrawalId === null) await tx.deleteFrom("client_alerts").where("client_id", "=", clientId).execute();
  else await tx.deleteFrom("health_withdrawals").where("id", "=", withdrawalId).execute();
  await deleteKeys(tx, keyIds);
  await forgetIfEmpty(tx, clientId);
  await noteErasures(
    tx,
    keyIds.map((id) => ({ kind: "record" as const, id, at: now })),
  );
  const subject = { kind: "record", id: keyIds[0] ?? "" };
  await writeAudit(tx, { at: now, actor: "system", action: "record.destroy", subject });
}

type Part = Omit<Destroyed, "now">;

async function idsIn(
  tx: Tx,
  table: "health_answers" | "treatment_notes" | "record_files" | "record_keys",
  { clientId, withdrawalId }: Part,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${sql.ref(table === "record_keys" ? "key_id" : "id")} as "id" from ${sql.table(table)}
    where client_id = ${clientId} and coalesce(withdrawal_id, '') = ${withdrawalId ?? ""}`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Destroys, in a restored backup, what was destroyed since: all that these keys seal. Returns how many keys were there. */
export async function destroyAgain(tx: Tx, keyIds: readonly string[]): Promise<number> {
  let destroyed = 0;
  for (const keyId of keyIds) {
    const key = await tx.selectFrom("record_keys").select("client_id").where("key_id", "=", keyId).executeTakeFirst();
    if (!key) continue;
    const sealed = `v1.${keyId}.%`;
    const rowsIn = (table: "health_answers" | "treatment_notes" | "record_files") =>
      tx.selectFrom(table).select("id").where("sealed", "like", sealed).execute();
    await deleteRows(tx, {
      answers: idsOf(await rowsIn("health_answers")),
      notes: idsOf(await rowsIn("treatment_notes")),
      files: idsOf(await rowsIn("record_files")),
    });
    await tx.deleteFrom("client_alerts").where("sealed", "like", sealed).execute();
    await deleteKeys(tx, [keyId]);
    await forgetIfEmpty(tx, key.client_id);
    destroyed += 1;
  }
  return destroyed;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

type Rows = { answers: string[]; notes: string[]; files: string[] };

async function deleteRows(tx: Tx, { answers, notes, files }: Rows): Promise<void> {
  if (files.length > 0) {
    await tx.deleteFrom("record_file_pieces").where("file_id", "in", files).execute();
    await tx.deleteFrom("record_files").where("id", "in", files).execute();
  }
  if (answers.length > 0) {
    await tx.deleteFrom("health_checks").where("answers_id", "in", answers).execute();
    await tx.deleteFrom("health_consents").where("answers_id", "in", answers).execute();
    await tx.deleteFrom("health_answers").where("id", "in", answers).execute();
  }
  if (notes.length === 0) return;
  await tx.deleteFrom("note_amendments").where("note_id", "in", notes).execute();
  await tx.deleteFrom("treatment_notes").where("id", "in", notes).execute();
}

async function deleteKeys(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) await tx.deleteFrom("health_access").where("reason", "like", `v1.${id}.%`).execute();
  if (ids.length > 0)
    await tx
      .deleteFrom("record_keys")
      .where("key_id", "in", [...ids])
      .execute();
}

/** Who opened a record that is no more is nobody's question any longer. */
async function forgetIfEmpty(tx: Tx, clientId: string): Promise<void> {
  const key = await tx
    .selectFrom("record_keys")
    .select("key_id")
    .where("client_id", "=", clientId)
    .limit(1)
    .executeTakeFirst();
  if (key) return;
  for (const table of ["health_access", "health_withdrawals", "record_ends", "record_holds"] as const)
    await tx.deleteFrom(table).where("client_id", "=", clientId).execute();
}
