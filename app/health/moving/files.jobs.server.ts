import { lockClient } from "#app/clients/clients.db.server.ts";
import { storeFile } from "#app/health/files/add-file.server.ts";
import { detailsOf } from "#app/health/files/kept-files.server.ts";
import { shaOf } from "#app/health/files/pieces.db.server.ts";
import { hasWithdrawn } from "#app/health/keeping/withdrawals.db.server.ts";
import {
  type FileCounts,
  type FileImport,
  fileCounts,
  openWaiting,
  READING_MS,
  type WaitingRow,
} from "#app/health/moving/file-imports.server.ts";
import { NOT_OURS } from "#app/health/moving/imported.ts";
import { deleteFile, deleteUnfinishedImports, deleteWaiting } from "#app/health/moving/waiting-files.db.server.ts";
import { healthState, openImportKey } from "#app/health/record-key.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { keyOfFile, type SealingKey, unsealPiece } from "#app/platform/encryption.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const EVERY = 2_000;
const FORGET_EVERY = 3_600_000;
/** So long files wait for a press. */
export const FILES_WAIT = 7 * 24 * 3_600_000;

/** Brings files into records, and throws away what nobody imported. Returns a function that stops it. */
export function startMovingFiles(app: AppContext): () => Promise<void> {
  let isStopped = false;
  const some = async () => {
    while (!isStopped && (await storeNextFile(app)));
  };
  const stops = [
    repeat(app, { every: EVERY, job: some, failed: "an import of files could not go on" }),
    repeat(app, { every: FORGET_EVERY, job: forgetFileImports, failed: "imports of files could not be forgotten" }),
  ];
  return async () => {
    isStopped = true;
    await Promise.all(stops.map((stop) => stop()));
  };
}

export async function forgetFileImports({ db, clock }: AppContext): Promise<void> {
  await deleteUnfinishedImports(db.kysely, { before: clock.now() - FILES_WAIT });
  await deleteUnfinishedImports(db.kysely, { state: "reading", before: clock.now() - READING_MS });
}

/** One file, in one transaction with what is left to do. False: nothing is due. */
export async function storeNextFile(app: AppContext): Promise<boolean> {
  if ((await healthState(app)) !== "on") return false;
  const due = await app.db.kysely
    .selectFrom("file_imports")
    .select("id")
    .where("state", "=", "running")
    .orderBy("created_at")
    .executeTakeFirst();
  if (!due) return false;
  return app.db.kysely.transaction().execute(async (tx) => {
    // Locks it: one process at a time takes a file of it.
    const job = await tx
      .updateTable("file_imports")
      .set({ state: "running" })
      .where("id", "=", due.id)
      .where("state", "=", "running")
      .returningAll()
      .executeTakeFirst();
    if (!job) return false;
    const row = await tx
      .selectFrom("file_import_rows")
      .selectAll()
      .where("import_id", "=", job.id)
      .orderBy("nth")
      .executeTakeFirst();
    if (!row) return finish(app, tx, job);
    const counts = fileCounts.parse(JSON.parse(job.counts));
    counts[await storeOne(app, tx, job, row)] += 1;
    await deleteFile(tx, row.id);
    await tx
      .updateTable("file_imports")
      .set({ counts: JSON.stringify(counts) })
      .where("id", "=", job.id)
      .execute();
    return true;
  });
}

/** What became of it. A file has the same id before and after, so that it can't come twice. */
async function storeOne(app: AppContext, tx: Tx, job: FileImport, row: WaitingRow): Promise<keyof FileCounts> {
  const clientId = row.client_id;
  if (clientId === null) return "left";
  const importKey = openImportKey(app, job.id, job.key_sealed);
  const { details } = openWaiting(importKey, row);
  const bytes = importKey && (await bytesIn(tx, importKey, row.id));
  if (!details || !bytes || shaOf(bytes) !== details.sha256) return "unreadable";
  if (!(await lockClient(tx, clientId))) return "left";
  if (await hasWithdrawn(tx, clientId, job.created_at)) return "withdrawn";
  const there = await tx.selectFrom("record_files").selectAll().where("client_id", "=", clientId).execute();
  const kept = await detailsOf(app, tx, clientId, there);
  if (kept.some((one) => one?.sha256 === details.sha256)) return "known";
  const user = await tx.selectFrom("users").select("name").where("id", "=", job.actor).executeTakeFirst();
  const { settings } = await readPractice(app, tx);
  await storeFile(app, tx, {
    ...{ id: row.id, clientId, details, bytes, importId: job.id, now: app.clock.now() },
    who: { userId: job.actor, therapistId: NOT_OURS, name: user?.name || "the practice" },
    isForClient: settings.health.showsNotes,
  });
  return "added";
}

async function bytesIn(tx: Tx, importKey: SealingKey, file: string): Promise<Buffer | null> {
  const key = keyOfFile(importKey, file);
  const rows = await tx
    .selectFrom("file_import_pieces")
    .select(["nth", "bytes"])
    .where("file_id", "=", file)
    .orderBy("nth")
    .execute();
  const opened = rows.map(({ nth, bytes }, at) =>
    nth === at ? unsealPiece(key, { file, nth, isLast: at === rows.length - 1 }, bytes) : null,
  );
  const whole = opened.filter((piece) => piece !== null);
  return rows.length > 0 && whole.length === rows.length ? Buffer.concat(whole) : null;
}

/** The key goes, and the certificate stands. */
async function finish(app: AppContext, tx: Tx, job: FileImport): Promise<boolean> {
  const now = app.clock.now();
  await deleteWaiting(tx, job.id);
  const stored = await tx
    .selectFrom("record_files")
    .select(["id", "hash"])
    .where("import_id", "=", job.id)
    .orderBy("id")
    .execute();
  const digest = hashOf(stored.map(({ id, hash }) => `${id} ${hash}`).join("\n"));
  await tx
    .updateTable("file_imports")
    .set({ state: "done", key_sealed: null, finished_at: now, digest })
    .where("id", "=", job.id)
    .execute();
  const { added } = fileCounts.parse(JSON.parse(job.counts));
  await writeAudit(tx, {
    ...{ at: now, actor: `admin:${job.actor}`, action: "import.files", subject: { kind: "import", id: job.id } },
    detail: { files: added },
  });
  return false;
}
