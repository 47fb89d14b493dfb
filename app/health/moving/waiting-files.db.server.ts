import type { Queries, Tx } from "#app/platform/app-context.server.ts";

/**
 * Deletes imports that are not done, with all that waits in them: this one, those begun by `before`, or every one.
 * `state`: only those in it.
 */
export async function deleteUnfinishedImports(
  tx: Queries,
  { id, before, state }: { id?: string; before?: number; state?: "reading" } = {},
): Promise<boolean> {
  const rows = await tx
    .selectFrom("file_imports")
    .select("id")
    .where("state", "<>", "done")
    .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
    .$if(state !== undefined, (query) => query.where("state", "=", state ?? "reading"))
    .$if(before !== undefined, (query) => query.where("created_at", "<=", before ?? 0))
    .execute();
  for (const row of rows) {
    await deleteWaiting(tx, row.id);
    await tx.deleteFrom("file_imports").where("id", "=", row.id).execute();
  }
  return rows.length > 0;
}

/** All that still waits in one import. */
export async function deleteWaiting(tx: Queries, importId: string): Promise<void> {
  const files = tx.selectFrom("file_import_rows").select("id").where("import_id", "=", importId);
  await tx.deleteFrom("file_import_pieces").where("file_id", "in", files).execute();
  await tx.deleteFrom("file_import_rows").where("import_id", "=", importId).execute();
}

/** What waits for this client, and what might be theirs. */
export async function forgetWaitingFiles(tx: Tx, clientId: string): Promise<void> {
  const rows = await tx
    .selectFrom("file_import_rows")
    .select("id")
    .where((eb) => eb.or([eb("client_id", "=", clientId), eb("candidates", "like", `%${JSON.stringify(clientId)}%`)]))
    .execute();
  for (const { id } of rows) await deleteFile(tx, id);
}

export async function moveWaitingFiles(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.updateTable("file_import_rows").set({ client_id: to }).where("client_id", "=", from).execute();
  const rows = await tx
    .selectFrom("file_import_rows")
    .select(["id", "candidates"])
    .where("candidates", "like", `%${JSON.stringify(from)}%`)
    .execute();
  for (const { id, candidates } of rows) {
    const ids: string[] = JSON.parse(candidates);
    const moved = JSON.stringify([...new Set(ids.map((one) => (one === from ? to : one)))]);
    await tx.updateTable("file_import_rows").set({ candidates: moved }).where("id", "=", id).execute();
  }
}

/** False: another process has just taken it. */
export async function deleteFile(tx: Queries, id: string): Promise<boolean> {
  await tx.deleteFrom("file_import_pieces").where("file_id", "=", id).execute();
  const outcome = await tx.deleteFrom("file_import_rows").where("id", "=", id).executeTakeFirst();
  return Number(outcome.numDeletedRows) === 1;
}
