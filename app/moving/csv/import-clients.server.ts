import { getUser } from "#app/accounts/users.db.server.ts";
import { addClients, LostKey } from "#app/clients/add-clients.server.ts";
import { insertNote } from "#app/clients/client-notes.server.ts";
import { type ClientRow, readClientRow } from "#app/moving/csv/client-row.ts";
import type { Import, ImportRow } from "#app/moving/csv/import-choices.ts";
import { type Counts, deleteRows, refuseRow } from "#app/moving/csv/imports.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { startOfDay } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { getSettingVersion, writeSettingAt } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

type Batch = { app: AppContext; job: Import; rows: readonly ImportRow[]; now: number; zone: string };

/**
 * Adds the clients of these rows: no account, no mail, no consent to anything. Their rows are deleted; a refused one
 * stays with its reason. Throws LostKey when a booking came between.
 */
export async function importClients(tx: Tx, { app, job, rows, now, zone }: Batch): Promise<Counts> {
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
    read.map(({ row }) => ({
      contact: contactOf(row),
      since: sinceOf(row, { now, zone }),
      isExisting: row.isExisting,
    })),
  );
  const author = (await getUser(tx, job.actor))?.username ?? "Unknown";
  for (const [index, { id, isNew }] of placed.entries()) {
    const words = read[index]?.row.note;
    const note = { id: newId(), clientId: id, at: now, actor: `admin:${job.actor}`, author };
    if (isNew && words) await insertNote(tx, { ...note, words });
  }
  const blocked = read.flatMap(({ row }) => (row.isBlocked && row.email ? [row.email.toLowerCase()] : []));
  if (blocked.length > 0) await blockSenders(tx, { app, job, addresses: blocked, now });
  await deleteRows(
    tx,
    job.id,
    read.map(({ number }) => number),
  );
  const added = placed.filter(({ isNew }) => isNew).length;
  return { added, known: placed.length - added, refused };
}

type Blocking = { app: AppContext; job: Import; addresses: readonly string[]; now: number };

/** Adds addresses to the blocked senders. Throws LostKey when the owner saved that list a moment ago. */
async function blockSenders(tx: Tx, { app, job, addresses, now }: Blocking): Promise<void> {
  const version = await getSettingVersion(tx, "messages");
  const before = (await readSettings(tx, app.log)).settings.messages;
  const blocked = [...new Set([...before.blocked, ...addresses])];
  const added = blocked.length - before.blocked.length;
  if (added === 0) return;
  const saved = await writeSettingAt(tx, { key: "messages", value: { ...before, blocked }, version, now });
  if (!saved) throw new LostKey("the blocked senders were saved a moment ago");
  await writeAudit(tx, {
    at: now,
    actor: `admin:${job.actor}`,
    action: "setting.change",
    subject: { kind: "setting", id: "messages" },
    detail: { version: version + 1, "blocked senders added by an import": added },
  });
}

export function contactOf({ name, email, phone }: Pick<ClientRow, "name" | "email" | "phone">) {
  return { userId: null, name, email, phone };
}

/** Nobody is a client from a day that is still to come. */
function sinceOf({ since }: ClientRow, { now, zone }: { now: number; zone: string }): number {
  return since ? Math.min(startOfDay(since, zone), now) : now;
}
