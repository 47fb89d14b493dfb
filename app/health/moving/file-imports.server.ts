import { z } from "zod";
import { findClients } from "#app/clients/client-list.db.server.ts";
import { lockClient } from "#app/clients/clients.db.server.ts";
import { changeImport, type ImportChanged, type ImportRefused, importRefusal } from "#app/health/access.server.ts";
import { detailsOf } from "#app/health/files/kept-files.server.ts";
import { sealedPieces, shaOf } from "#app/health/files/pieces.db.server.ts";
import {
  FILE_ORIGINS,
  type FileDetails,
  type FileOrigin,
  fileDetails,
  LONGEST_TITLE,
} from "#app/health/files/record-file.ts";
import { dateIn, indexPeople, matchFile, type PeopleIndex } from "#app/health/moving/match-files.ts";
import { deleteUnfinishedImports } from "#app/health/moving/waiting-files.db.server.ts";
import { makeImportKey, openImportKey } from "#app/health/record-key.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { change } from "#app/platform/audit.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { type Cell, keyOfFile, type SealingKey, seal, unseal } from "#app/platform/encryption.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

export type FileImport = Tables["file_imports"];
export type WaitingRow = Tables["file_import_rows"];

const MOST_FOUND = 10;
/** An upload that takes longer makes way for the next one: its process may be gone. */
export const READING_MS = 15 * 60_000;

export const fileCounts = z.object({
  added: z.number().default(0),
  known: z.number().default(0),
  left: z.number().default(0),
  withdrawn: z.number().default(0),
  unreadable: z.number().default(0),
});
export type FileCounts = z.output<typeof fileCounts>;

/** What is sealed of a file that waits. `why`: it is not taken; then it has no bytes. */
const waitingFile = z.object({ path: z.string(), why: z.string().nullable(), details: fileDetails.nullable() });
export type WaitingFile = z.output<typeof waitingFile>;

export const rowCell = (id: string): Cell => ({ table: "file_import_rows", column: "sealed", row: id });

/** A file as it comes. A text in place of its content: why it is not taken. */
export type Incoming = {
  path: string;
  content: (Pick<FileDetails, "type" | "width" | "height"> & { bytes: Uint8Array }) | string;
};

type Upload = {
  origin: string;
  /** What the other system numbers its clients by, as typed. */
  numbers: string;
  /** A sentence in the place of a file: nothing of the upload is taken. */
  files: AsyncIterable<Incoming | string>;
};

type Received = ImportChanged | { kind: "invalid"; errors: { origin?: string; files?: string } };

/** Seals what was sent until an owner has seen whose each file is. */
export async function receiveFiles(
  app: AppContext,
  actor: Actor,
  { origin, numbers, files }: Upload,
): Promise<Received> {
  const refused = await importRefusal(app, actor, "change");
  if (refused) return refused;
  if (!Object.hasOwn(FILE_ORIGINS, origin))
    return { kind: "invalid", errors: { origin: "Choose where the files come from" } };
  const from = origin as FileOrigin;
  const begun = await begin(app, actor, from);
  if (begun.kind !== "begun") return begun;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const index = indexPeople(await listPeople(app.db.kysely), numbers);
  const reasons: string[] = [];
  let [nth, taken] = [0, 0];
  try {
    for await (const file of files) {
      if (typeof file === "string") return await dropped(app, begun.id, file);
      if (typeof file.content === "string") reasons.push(`${file.path}: ${file.content}`);
      else taken += 1;
      if (!(await storeWaiting(app, begun, { file, nth: nth++, index, today, origin: from })))
        return await dropped(app, begun.id, "This import was thrown away meanwhile.");
    }
  } catch (error) {
    await deleteUnfinishedImports(app.db.kysely, { id: begun.id });
    throw error;
  }
  if (taken === 0) return dropped(app, begun.id, reasons[0] ?? "Choose PDFs, pictures or a ZIP of them");
  await app.db.kysely
    .updateTable("file_imports")
    .set({ state: "waiting" })
    .where("id", "=", begun.id)
    .where("state", "=", "reading")
    .execute();
  return { kind: "changed" };
}

async function dropped(app: AppContext, id: string, files: string): Promise<Received> {
  await deleteUnfinishedImports(app.db.kysely, { id });
  return { kind: "invalid", errors: { files } };
}

type Begun = { kind: "begun"; id: string; key: SealingKey } | Extract<Received, { kind: "invalid" }>;

async function begin(app: AppContext, actor: Actor, origin: FileOrigin) {
  return change(app, actor, ["change", "imports"], async ({ tx, now, noted }): Promise<Begun> => {
    await deleteUnfinishedImports(tx, { state: "reading", before: now - READING_MS });
    const open = await tx.selectFrom("file_imports").select("id").where("state", "<>", "done").executeTakeFirst();
    const files = "Another import has not finished. Finish it or throw it away first.";
    if (open) return { kind: "invalid" as const, errors: { files } };
    const id = newId();
    const key_sealed = await makeImportKey(app, tx, id);
    const who = "userId" in actor ? actor.userId : actor.kind;
    const row = { id, state: "reading", origin, key_sealed, actor: who, created_at: now } as const;
    await tx
      .insertInto("file_imports")
      .values({ ...row, finished_at: null, counts: "{}", digest: null })
      .execute();
    await noted("import.files-begin", { kind: "import", id }, { from: origin });
    const key = openImportKey(app, id, key_sealed);
    if (!key) throw new Error("A key that was just made opens.");
    return { kind: "begun" as const, id, key };
  });
}

async function listPeople(db: Queries) {
  const rows = await db.selectFrom("clients").select(["id", "name"]).where("erased_at", "is", null).execute();
  const keys = await db.selectFrom("client_keys").select(["client_id", "value"]).where("kind", "=", "email").execute();
  const byClient = Map.groupBy(keys, ({ client_id }) => client_id);
  return rows.map(({ id, name }) => ({ id, name, emails: (byClient.get(id) ?? []).map(({ value }) => value) }));
}

type Storing = { file: Incoming; nth: number; index: PeopleIndex; today: string; origin: FileOrigin };

/** False: the import is gone. */
async function storeWaiting(
  { db }: AppContext,
  { id: importId, key }: { id: string; key: SealingKey },
  { file: { path, content }, nth, index, today, origin }: Storing,
): Promise<boolean> {
  const id = newId();
  const row = { id, import_id: importId, nth };
  const isTaken = typeof content !== "string";
  const match = isTaken ? matchFile(path, index) : { found: "refused" as const, clientId: null, candidates: [] };
  const details = isTaken ? detailsFrom(path, content, { today, origin }) : null;
  const waiting: WaitingFile = { path, why: isTaken ? null : content, details };
  const pieces = isTaken ? sealedPieces(keyOfFile(key, id), id, content.bytes) : [];
  return db.kysely.transaction().execute(async (tx) => {
    const there = await tx
      .updateTable("file_imports")
      .set({ state: "reading" })
      .where("id", "=", importId)
      .where("state", "=", "reading")
      .executeTakeFirst();
    if (Number(there.numUpdatedRows) === 0) return false;
    await tx
      .insertInto("file_import_rows")
      .values({
        ...row,
        ...{ client_id: match.clientId, found: match.found, candidates: JSON.stringify(match.candidates) },
        sealed: seal(key, rowCell(id), JSON.stringify(waiting)),
      })
      .execute();
    for (const [at, bytes] of pieces.entries())
      await tx.insertInto("file_import_pieces").values({ file_id: id, nth: at, bytes }).execute();
    return true;
  });
}

function detailsFrom(
  path: string,
  { bytes, ...about }: Exclude<Incoming["content"], string>,
  { today, origin }: { today: string; origin: FileOrigin },
): FileDetails {
  const name = path.split("/").at(-1) ?? "";
  const title = name
    .replace(/\.[a-z]{3,4}$/i, "")
    .slice(0, LONGEST_TITLE)
    .trim();
  return {
    ...about,
    ...{ kind: about.type === "pdf" ? "letter" : "photo", title: title || "Imported file", origin },
    ...{ on: dateIn(path, today) ?? today, bytes: bytes.byteLength, sha256: shaOf(bytes) },
  };
}

export type WaitingView = WaitingFile & {
  id: string;
  found: WaitingRow["found"] | "known";
  client: string | null;
  candidates: { id: string; name: string }[];
};

/** All imports, and what waits in the one that is not done. An upload that was cut off stands in no one's way. */
export async function viewFiles(
  app: AppContext,
  actor: Actor,
): Promise<{ kind: "found"; imports: FileImport[]; open: FileImport | null; files: WaitingView[] } | ImportRefused> {
  const refused = await importRefusal(app, actor, "see");
  if (refused) return refused;
  const db = app.db.kysely;
  const imports = await db.selectFrom("file_imports").selectAll().orderBy("created_at", "desc").execute();
  const isCutOff = ({ state, created_at }: FileImport) =>
    state === "reading" && created_at <= app.clock.now() - READING_MS;
  const open = imports.find((one) => one.state !== "done" && !isCutOff(one)) ?? null;
  return { kind: "found", imports, open, files: open ? await listWaiting(app, open) : [] };
}

async function listWaiting(app: AppContext, job: FileImport): Promise<WaitingView[]> {
  const db = app.db.kysely;
  const rows = await db
    .selectFrom("file_import_rows")
    .selectAll()
    .where("import_id", "=", job.id)
    .orderBy("nth")
    .execute();
  const named = [...new Set(rows.flatMap((row) => [row.client_id ?? [], JSON.parse(row.candidates)].flat()))];
  const people =
    named.length === 0 ? [] : await db.selectFrom("clients").select(["id", "name"]).where("id", "in", named).execute();
  const names = new Map(people.map(({ id, name }) => [id, name ?? "Unknown"]));
  const kept = await hashesOf(app, rows);
  const key = openImportKey(app, job.id, job.key_sealed);
  return rows.map((row) => {
    const file = openWaiting(key, row);
    const isKnown = row.client_id !== null && file.details && kept.has(`${row.client_id} ${file.details.sha256}`);
    return {
      ...file,
      ...{ id: row.id, found: isKnown ? "known" : row.found },
      client: row.client_id === null ? null : (names.get(row.client_id) ?? "Unknown"),
      candidates: (JSON.parse(row.candidates) as string[]).flatMap((id) => {
        const name = names.get(id);
        return name === undefined ? [] : [{ id, name }];
      }),
    };
  });
}

/** `client sha256` of what their records hold already. */
async function hashesOf(app: AppContext, rows: readonly WaitingRow[]): Promise<Set<string>> {
  const ids = [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))];
  if (ids.length === 0) return new Set();
  const db = app.db.kysely;
  const files = await db.selectFrom("record_files").selectAll().where("client_id", "in", ids).execute();
  const hashes = new Set<string>();
  for (const [clientId, own] of Map.groupBy(files, ({ client_id }) => client_id))
    for (const details of await detailsOf(app, db, clientId, own))
      if (details) hashes.add(`${clientId} ${details.sha256}`);
  return hashes;
}

/** `key`: of its import; null: it can't be opened. */
export function openWaiting(key: SealingKey | null, row: WaitingRow): WaitingFile {
  const text = key && unseal(key, rowCell(row.id), row.sealed);
  return text
    ? waitingFile.parse(JSON.parse(text))
    : { path: "A file that can’t be opened", why: "It can’t be opened", details: null };
}

/** Finds a client by a few letters, for a file that nobody fits. */
export async function findFor(
  app: AppContext,
  actor: Actor,
  typed: string,
): Promise<{ kind: "found"; people: { id: string; name: string }[] } | ImportRefused> {
  const refused = await importRefusal(app, actor, "change");
  if (refused) return refused;
  const found = await findClients(app.db.kysely, typed, { most: MOST_FOUND, scope: "all" });
  return {
    kind: "found",
    people: found.map(({ id, name, email }) => ({ id, name: [name ?? "Unknown", email].filter(Boolean).join(", ") })),
  };
}

/** An owner says whose a file is. `clientId` empty: it is left out. */
export function chooseClient(
  app: AppContext,
  actor: Actor,
  { fileId, clientId }: { fileId: string; clientId: string },
): Promise<ImportChanged> {
  return changeImport(app, actor, async (tx) => {
    if (clientId !== "" && !(await lockClient(tx, clientId))) return false;
    const values = clientId === "" ? { client_id: null, found: "left" } : { client_id: clientId, found: "chosen" };
    const outcome = await tx
      .updateTable("file_import_rows")
      .set(values as Partial<WaitingRow>)
      .where("id", "=", fileId)
      .where("found", "<>", "refused")
      .where("import_id", "in", (eb) => eb.selectFrom("file_imports").select("id").where("state", "=", "waiting"))
      .executeTakeFirst();
    return Number(outcome.numUpdatedRows) === 1;
  });
}

/** What was matched or chosen comes into the records; the rest is left out. */
export function startFiles(app: AppContext, actor: Actor, id: string): Promise<ImportChanged> {
  return changeImport(app, actor, async (tx) => {
    const outcome = await tx
      .updateTable("file_imports")
      .set({ state: "running", ...("userId" in actor && { actor: actor.userId }) })
      .where("id", "=", id)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    return Number(outcome.numUpdatedRows) === 1;
  });
}

/** Throws away what waits. What has come into records stays. */
export function throwFilesAway(app: AppContext, actor: Actor, id: string): Promise<ImportChanged> {
  return changeImport(app, actor, (tx) => deleteUnfinishedImports(tx, { id }));
}

/** A finished import, for its certificate. */
export async function viewFilesCertificate(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: "found"; job: FileImport } | ImportRefused> {
  const refused = await importRefusal(app, actor, "see");
  if (refused) return refused;
  const job = await app.db.kysely.selectFrom("file_imports").selectAll().where("id", "=", id).executeTakeFirst();
  return job?.state === "done" ? { kind: "found", job } : { kind: "not-found" };
}
