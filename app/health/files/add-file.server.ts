import { lockClient } from "#app/clients/clients.db.server.ts";
import { asTreating, clientFor, type Refused, type Treating } from "#app/health/access.server.ts";
import { fileCell } from "#app/health/files/kept-files.server.ts";
import type { Letter } from "#app/health/files/letter.ts";
import { hashOfFile, insertPieces, sealedPieces, shaOf } from "#app/health/files/pieces.db.server.ts";
import { FILE_KINDS, type FileDetails, LONGEST_TITLE, MOST_FILES_A_DAY } from "#app/health/files/record-file.ts";
import { getWithdrawal } from "#app/health/keeping/withdrawals.db.server.ts";
import { openFileKey, sealRecord } from "#app/health/record-key.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { isLocalDate } from "#app/platform/form-schemas.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

type Fields = Readonly<Record<string, string>>;

const DAY = 86_400_000;

export type Added = { kind: "added"; id: string } | { kind: "invalid"; errors: Record<string, string> };

/** What is stored of an upload. A sentence: why it is not taken. */
type Content = (Pick<FileDetails, "type" | "width" | "height"> & { bytes: Uint8Array }) | string;

/**
 * `read`: reads the upload and draws a picture anew, once it is known that the actor may add it. `letter`: what was issued,
 * of a file that was written here.
 */
type Adding = { clientId: string; fields: Fields; read: () => Promise<Content>; letter?: Letter };

/** Adds a picture, drawn anew, or a PDF as it is. What it says of itself stays sealed like the rest of the record. */
export async function addFile(
  app: AppContext,
  actor: Actor,
  { clientId, fields, read, letter }: Adding,
): Promise<Added | Refused> {
  const may = await asTreating(app, actor, async (tx, who) =>
    (await clientFor(tx, who, clientId, { named: false })) ? { kind: "may" as const } : { kind: "not-found" as const },
  );
  if (may.kind !== "may") return may;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const words = readWords(fields, localDateOf(app.clock.now(), zone));
  // Slow, so it is done before the transaction begins.
  const content = await read();
  const errors = { ...(typeof content === "string" && { file: content }), ...words.errors };
  if (typeof content === "string" || Object.keys(errors).length > 0) return { kind: "invalid", errors };
  return asTreating(app, actor, async (tx, who, now) => {
    if (!(await lockClient(tx, clientId)) || !(await clientFor(tx, who, clientId, { named: false })))
      return { kind: "not-found" };
    const message = await refusalOf(tx, clientId, now);
    if (message) return { kind: "invalid", errors: { file: message } };
    const id = newId();
    const { bytes, ...about } = content;
    const details = {
      ...words.details,
      ...about,
      bytes: bytes.byteLength,
      sha256: shaOf(bytes),
      ...(letter && { letter }),
    };
    await storeFile(app, tx, { id, clientId, who, now, details, bytes, isForClient: fields.forClient === "on" });
    return { kind: "added", id };
  });
}

async function refusalOf(tx: Tx, clientId: string, now: number): Promise<string | null> {
  if (await getWithdrawal(tx, clientId)) return "This client has withdrawn their consent. Nothing more is kept";
  const { files } = await tx
    .selectFrom("record_files")
    .select((eb) => eb.fn.countAll<number>().as("files"))
    .where("client_id", "=", clientId)
    .where("added_at", ">", now - DAY)
    .where("import_id", "is", null)
    .executeTakeFirstOrThrow();
  if (Number(files) < MOST_FILES_A_DAY) return null;
  return `This client has ${MOST_FILES_A_DAY} files from the last 24 hours. Add this one tomorrow`;
}

type Words = Pick<FileDetails, "kind" | "title" | "on">;

function readWords(fields: Fields, today: string): { errors: Record<string, string>; details: Words } {
  const [kind = "", title = "", on = ""] = [fields.kind, fields.title?.trim(), fields.on];
  const errors: Record<string, string> = {};
  if (!Object.hasOwn(FILE_KINDS, kind)) errors.kind = "Choose what it is";
  if (title === "") errors.title = "Enter a title";
  if (title.length > LONGEST_TITLE) errors.title = `The title must be ${LONGEST_TITLE} characters or fewer`;
  if (!isLocalDate(on)) errors.on = "Enter the date of the picture or paper";
  else if (on > today) errors.on = "Enter the date of the picture or paper: it can’t be after today";
  return { errors, details: { kind: kind as Words["kind"], title, on } };
}

type New = {
  id: string;
  clientId: string;
  who: Treating;
  now: number;
  details: FileDetails;
  bytes: Uint8Array;
  isForClient: boolean;
  /** The import that brings it: whoever treats the client reads it, and nobody changes it. */
  importId?: string;
};

/** Seals a file and stores it, in the transaction that has locked its client. */
export async function storeFile(app: AppContext, tx: Tx, file: New): Promise<void> {
  const { id, clientId, who, now, details, bytes, isForClient, importId } = file;
  const [sealed = ""] = await sealRecord(app, tx, clientId, { cell: fileCell(id), value: details });
  const key = await openFileKey(app, tx, { clientId, id, sealed });
  if (!key) throw new Error("A key that has just sealed a row opens it.");
  const pieces = sealedPieces(key, id, bytes);
  const row = { id, therapist_id: who.therapistId, author: who.userId, name: who.name, added_at: now, sealed };
  await tx
    .insertInto("record_files")
    .values({
      ...row,
      ...(importId === undefined ? await readersBefore(tx, who, clientId) : { shared: 1, readers: "[]" }),
      client_id: clientId,
      import_id: importId ?? null,
      for_client: isForClient ? 1 : 0,
      hash: hashOfFile(row, pieces),
      withdrawal_id: null,
    })
    .execute();
  await insertPieces(tx, id, pieces);
}

/** As the author chose for this client last, for a file or else a note; at first nobody else reads it. */
async function readersBefore(tx: Tx, { therapistId }: Treating, clientId: string) {
  const last = async (table: "record_files" | "treatment_notes", at: "added_at" | "first_saved_at") =>
    tx
      .selectFrom(table)
      .select(["shared", "readers"])
      .where("client_id", "=", clientId)
      .where("therapist_id", "=", therapistId)
      .orderBy(at, "desc")
      .limit(1)
      .executeTakeFirst();
  const before = (await last("record_files", "added_at")) ?? (await last("treatment_notes", "first_saved_at"));
  return before ?? { shared: 0, readers: "[]" };
}
