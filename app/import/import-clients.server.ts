import { getUser } from "#app/accounts/users.db.server.ts";
import { addClients } from "#app/clients/add-clients.server.ts";
import { insertNote } from "#app/clients/client-notes.db.server.ts";
import { type ClientRow, readClientRow } from "#app/import/client-row.ts";
import type { Import, ImportRow } from "#app/import/import-choices.ts";
import { type Counts, deleteRows, refuseRow } from "#app/import/imports.db.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { startOfDay } from "#app/platform/zoned-time.ts";

type Batch = { job: Import; rows: readonly ImportRow[]; now: number; zone: string };

/**
 * Adds the clients of these rows: no account, no mail, no consent to anything. Their rows are deleted; a refused one
 * stays with its reason. Throws LostKey when a booking came between.
 */
export async function importClients(tx: Tx, { job, rows, now, zone }: Batch): Promise<Counts> {
  const read: { number: number; row: ClientRow }[] = [];
  let refused = 0;
  for (const { number, cells } of rows) {
    const outcome = readClientRow(cells, job.choices);
    if (outcome.kind === "read") read.push({ number, row: outcome.row });
    else await refuseRow(tx, job.id, { number, reason: outcome.reason });
    if (outcome.kind === "refused") refused += 1;
  }
  const placed = await addClients(
    tx,
    read.map(({ row }) => ({ contact: contactOf(row), since: sinceOf(row, { now, zone }) })),
  );
  const author = (await getUser(tx, job.actor))?.username ?? "Unknown";
  for (const [index, { id, isNew }] of placed.entries()) {
    const words = read[index]?.row.note;
    const note = { id: newId(), clientId: id, at: now, actor: `admin:${job.actor}`, author };
    if (isNew && words) await insertNote(tx, { ...note, words });
  }
  await deleteRows(
    tx,
    job.id,
    read.map(({ number }) => number),
  );
  const added = placed.filter(({ isNew }) => isNew).length;
  return { added, known: placed.length - added, refused };
}

export function contactOf({ name, email, phone }: Pick<ClientRow, "name" | "email" | "phone">) {
  return { userId: null, name, email, phone };
}

/** Nobody is a client from a day that is still to come. */
function sinceOf({ since }: ClientRow, { now, zone }: { now: number; zone: string }): number {
  return since ? Math.min(startOfDay(since, zone), now) : now;
}
