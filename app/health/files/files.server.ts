import { lockClient } from "#app/clients/clients.db.server.ts";
import {
  asReading,
  asTreating,
  clientFor,
  isReader,
  logAccess,
  type Readers,
  type Reading,
  type Refused,
  readersOf,
  storedReaders,
  type Treating,
  withoutUntreated,
} from "#app/health/access.server.ts";
import { bytesOf, detailsOf } from "#app/health/files/kept-files.server.ts";
import type { FileDetails } from "#app/health/files/record-file.ts";
import { getWithdrawal, type Withdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Actor } from "#app/platform/permissions.ts";

type Row = Tables["record_files"];

/** For so long a file may be taken out again. */
const DAY = 86_400_000;

/** A stored file, without its bytes. `details` null: it can't be opened. */
export type StoredFile = {
  id: string;
  addedAt: number;
  by: string;
  isOwn: boolean;
  /** Its author may still take it out. */
  isNew: boolean;
  readers: Readers;
  isForClient: boolean;
  details: FileDetails | null;
};

type Client = { id: string; name: string | null };
export type OpenFiles = {
  kind: "opened";
  client: Client;
  files: StoredFile[];
  withdrawal: Withdrawal | null;
  emergencyUntil: number | null;
};

/** All files of a record that the actor may read, the latest first. */
export async function openFiles(app: AppContext, actor: Actor, clientId: string): Promise<OpenFiles | Refused> {
  return asReading(app, actor, clientId, async (tx, who, now) => {
    const client = await clientFor(tx, who, clientId);
    if (!client) return { kind: "not-found" };
    const withdrawal = await getWithdrawal(tx, clientId);
    const rows = withdrawal ? [] : await readableRows(tx, who, clientId);
    const files = await opened(app, tx, { rows, clientId, who, now });
    return { kind: "opened", client, files: files.toReversed(), withdrawal, emergencyUntil: who.emergencyUntil };
  });
}

type Which = { clientId: string; fileId: string };

/** One of them, and writes down who opened it. */
export async function openFile(
  app: AppContext,
  actor: Actor,
  { clientId, fileId }: Which,
): Promise<{ kind: "opened"; client: Client; file: StoredFile; bytes: Buffer | null } | Refused> {
  return asReading(app, actor, clientId, async (tx, who, now) => {
    const client = await clientFor(tx, who, clientId);
    const rows = client && !(await getWithdrawal(tx, clientId)) ? await readableRows(tx, who, clientId) : [];
    const row = rows.find(({ id }) => id === fileId);
    const [file] = row ? await opened(app, tx, { rows: [row], clientId, who, now }) : [];
    if (!client || !row || !file) return { kind: "not-found" };
    await logAccess(tx, { clientId, at: now, userId: who.userId, name: who.name, what: "file", subjectId: fileId });
    return { kind: "opened", client, file, bytes: await bytesOf(app, tx, row, file.details) };
  });
}

type Changed = { kind: "saved" } | { kind: "forbidden" } | Refused;

/** Its author chooses who else reads a file, the client, too. */
export async function shareFile(
  app: AppContext,
  actor: Actor,
  { readers, isForClient, ...which }: Which & { readers: Readers; isForClient: boolean },
): Promise<Changed> {
  return asAuthor(app, actor, which, async (tx, _who, { row }) => {
    const chosen = await storedReaders(tx, readers);
    await tx
      .updateTable("record_files")
      .set({ ...chosen, for_client: isForClient || (await isLetter(app, tx, row)) ? 1 : 0 })
      .where("id", "=", which.fileId)
      .execute();
    return { kind: "saved" };
  });
}

/** Takes a file out that was added to the wrong record, within a day. The client reads that one was. */
export async function removeFile(
  app: AppContext,
  actor: Actor,
  which: Which,
): Promise<{ kind: "removed" } | { kind: "invalid"; message: string } | Exclude<Changed, { kind: "saved" }>> {
  return asAuthor(app, actor, which, async (tx, who, { row, now }) => {
    if (now >= row.added_at + DAY)
      return { kind: "invalid", message: "A file is part of the record a day after it was added, and stays in it." };
    if (await isLetter(app, tx, row))
      return { kind: "invalid", message: "A letter that was issued stays in the record: its client agreed to it." };
    const opening = { clientId: which.clientId, at: now, userId: who.userId, name: who.name };
    await logAccess(tx, { ...opening, what: "file-removed", subjectId: which.fileId });
    await tx.deleteFrom("record_file_pieces").where("file_id", "=", which.fileId).execute();
    await tx.deleteFrom("record_files").where("id", "=", which.fileId).execute();
    return { kind: "removed" };
  });
}

async function isLetter(app: AppContext, tx: Tx, row: Row): Promise<boolean> {
  const [details] = await detailsOf(app, tx, row.client_id, [row]);
  return details?.letter !== undefined;
}

async function asAuthor<Outcome>(
  app: AppContext,
  actor: Actor,
  { clientId, fileId }: Which,
  work: (tx: Tx, who: Treating, at: { row: Row; now: number }) => Promise<Outcome>,
): Promise<Outcome | { kind: "forbidden" } | Refused> {
  return asTreating(app, actor, async (tx, who, now) => {
    if (!(await lockClient(tx, clientId)) || !(await clientFor(tx, who, clientId)))
      return { kind: "not-found" as const };
    if (await getWithdrawal(tx, clientId)) return { kind: "not-found" as const };
    const row = (await readableRows(tx, { ...who, emergencyUntil: null }, clientId)).find(({ id }) => id === fileId);
    if (!row) return { kind: "not-found" as const };
    return row.therapist_id === who.therapistId ? work(tx, who, { row, now }) : { kind: "forbidden" as const };
  });
}

async function readableRows(db: Queries, who: Reading, clientId: string): Promise<Row[]> {
  const rows = await db
    .selectFrom("record_files")
    .selectAll()
    .where("client_id", "=", clientId)
    .where("withdrawal_id", "is", null)
    .orderBy("added_at")
    .orderBy("id")
    .execute();
  if (who.emergencyUntil !== null) return rows;
  return withoutUntreated(db, who, { clientId, rows: rows.filter((row) => isReader(row, who)) });
}

type Opening = { rows: readonly Row[]; clientId: string; who: Treating; now: number };

async function opened(app: AppContext, db: Queries, { rows, clientId, who, now }: Opening): Promise<StoredFile[]> {
  const details = await detailsOf(app, db, clientId, rows);
  return rows.map((row, nth) => ({
    ...{ id: row.id, addedAt: row.added_at, by: row.name, isOwn: row.therapist_id === who.therapistId },
    ...{
      isNew: now < row.added_at + DAY && !details[nth]?.letter,
      readers: readersOf(row),
      isForClient: row.for_client === 1,
    },
    details: details[nth] ?? null,
  }));
}
