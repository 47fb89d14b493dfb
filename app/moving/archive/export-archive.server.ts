import { createHash } from "node:crypto";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import { archiveDownloaded } from "#app/moving/archive/archive-downloaded.mail.tsx";
import { dataFile, FORMAT, MANIFEST, type Manifest, README } from "#app/moving/archive/archive-format.ts";
import { movedRows } from "#app/moving/archive/archive-rows.db.server.ts";
import {
  type ArchiveSheet,
  DIARY_SHEETS,
  moment,
  OFFER_SHEETS,
  PEOPLE_SHEETS,
  type SheetOptions,
} from "#app/moving/archive/archive-sheets.db.server.ts";
import { mediaFiles } from "#app/moving/archive/media-files.db.server.ts";
import { ARCHIVE_SUBJECT, MOVED, STAYING, STAYING_SETTINGS } from "#app/moving/archive/moved-tables.ts";
import { type ArchiveFile, zipped } from "#app/moving/archive/zip-js.gateway.server.ts";
import type { AppContext, Database, Queries } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { openSnapshot } from "#app/platform/database/snapshot.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { csvLine } from "#app/platform/http/csv.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { type Actor, actorName, may, needsConfirmation } from "#app/platform/permissions.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { listOwnerIds } from "#app/team/staff.db.server.ts";

type TakeOutcome =
  | { kind: "exported"; archive: ReadableStream<Uint8Array>; fileName: string }
  | { kind: "forbidden" }
  | { kind: "unconfirmed" }
  | { kind: "conflict"; message: string };

const BUSY = "It is being downloaded already. Wait until that is done, or has been stopped, and try again.";

const beingTaken = new WeakSet<AppContext>();

/**
 * Everything that the practice has, for an owner who was confirmed lately. Audited, and every owner is mailed,
 * before the first byte. One at a time.
 */
export async function exportArchive(app: AppContext, actor: Actor): Promise<TakeOutcome> {
  if (!may(actor, "export", "everything") || !("userId" in actor)) return { kind: "forbidden" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  if (beingTaken.has(app)) return { kind: "conflict", message: BUSY };
  beingTaken.add(app);
  try {
    const snapshot = await openSnapshot({ db: app.db, dataDir: app.config.dataDir });
    const at = app.clock.now();
    const { bookingRules } = (await readSettings(app.db.kysely, app.log)).settings;
    await noteTaking(app, { actor, at });
    const archive = archiveOf({ snapshot: releasing(app, snapshot), at, log: app.log });
    return { kind: "exported", archive, fileName: `everything-${localDateOf(at, bookingRules.zone)}.zip` };
  } catch (error) {
    beingTaken.delete(app);
    throw error;
  }
}

function releasing(app: AppContext, snapshot: Database): Database {
  const close = () => {
    beingTaken.delete(app);
    return snapshot.close();
  };
  return { ...snapshot, close };
}

type Taking = { actor: Extract<Actor, { userId: string }>; at: number };

async function noteTaking(app: AppContext, { actor, at }: Taking): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    const id = newId();
    const subject = { kind: ARCHIVE_SUBJECT, id };
    await writeAudit(tx, { at, actor: actorName(actor), action: "archive.take", subject });
    const owners = await listOwnerIds(tx);
    const mails = owners.map((to) => archiveDownloaded.message(subject, { to, by: actor.userId, at }));
    await enqueue(tx, mails, at);
  });
}

const SHEETS = [...DIARY_SHEETS, ...PEOPLE_SHEETS, ...OFFER_SHEETS];

const PIECE = 64 * 1024;
// Without it, spreadsheets read the file in a legacy encoding.
const BYTE_ORDER_MARK = "\uFEFF";

/** What is being written: a file, and the rows of it so far. */
type Progress = { file: string; rows: number };
type Writing = { snapshot: Database; at: number; log: Log; onProgress?: (progress: Progress) => void };
type Noted = Pick<Manifest, "tables" | "files">;

/** Everything of a snapshot as one ZIP. Closes the snapshot at the end, also when nobody reads on. */
export function archiveOf(writing: Writing): ReadableStream<Uint8Array> {
  return zipped(closing(writing), { at: writing.at });
}

async function* closing(writing: Writing): AsyncGenerator<ArchiveFile> {
  try {
    yield* archiveFiles(writing);
  } finally {
    await writing.snapshot.close();
  }
}

async function* archiveFiles({ snapshot, at, log, onProgress = () => {} }: Writing): AsyncGenerator<ArchiveFile> {
  const db = snapshot.kysely;
  const { business, bookingRules } = (await readSettings(db, log)).settings;
  const practice = business.name || "A practice without a name";
  const options = { zone: bookingRules.zone };
  const noted: Noted = { tables: {}, files: {} };
  const file = (name: string, pieces: AsyncGenerator<Uint8Array>, isPacked = false) => ({
    ...{ name, isPacked },
    pieces: summed(pieces, (sum) => {
      noted.files[name] = sum;
    }),
  });
  const readme = archiveReadme({ practice, ...options, at: moment(at, options) ?? "", sheets: SHEETS });
  yield file(README, inPieces([readme]));
  for (const sheet of SHEETS) yield file(sheet.name, inPieces(sheetLines(sheet, { db, options, onProgress })));
  for (const name of Object.keys(MOVED))
    yield file(dataFile(name), inPieces(dataLines(name, { db, at, noted, onProgress })));
  for await (const { name, pieces } of mediaFiles(db)) yield file(name, pieces, !name.endsWith(".svg"));
  const manifest: Manifest = {
    product: "limber-yard",
    format: FORMAT,
    createdAt: new Date(at).toISOString(),
    practice,
    ...options,
    ...noted,
  };
  yield { name: MANIFEST, pieces: inPieces([`${JSON.stringify(manifest, null, 1)}\n`]), isPacked: false };
}

type SheetWriting = { db: Queries; options: SheetOptions; onProgress: (progress: Progress) => void };

async function* sheetLines(
  sheet: ArchiveSheet<Queries>,
  { db, options, onProgress }: SheetWriting,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(sheet.head);
  let rows = 0;
  for await (const cells of sheet.rows(db, options)) {
    yield csvLine(cells);
    rows += 1;
    onProgress({ file: sheet.name, rows });
  }
}

type DataWriting = { db: Queries; at: number; noted: Noted; onProgress: (progress: Progress) => void };

async function* dataLines(name: string, { db, at, noted, onProgress }: DataWriting): AsyncGenerator<string> {
  const table = MOVED[name];
  if (!table) return;
  let rows = 0;
  for await (const some of movedRows(db, { name, table, at })) {
    yield some.map((row) => `${JSON.stringify(row)}\n`).join("");
    rows += some.length;
    onProgress({ file: dataFile(name), rows });
  }
  noted.tables[name] = rows;
}

/** Lines as bytes, many at a time. */
async function* inPieces(lines: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let piece = "";
  for await (const line of lines) {
    piece += line;
    if (piece.length < PIECE) continue;
    yield encoder.encode(piece);
    piece = "";
  }
  if (piece) yield encoder.encode(piece);
}

async function* summed(
  pieces: AsyncIterable<Uint8Array>,
  note: (sum: { bytes: number; sha256: string }) => void,
): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let bytes = 0;
  for await (const piece of pieces) {
    hash.update(piece);
    bytes += piece.byteLength;
    yield piece;
  }
  note({ bytes, sha256: hash.digest("hex") });
}

type Sheet = { name: string; about: string };

/** What the archive says of itself, in Markdown. `at`: `2026-11-22 14:30`. */
function archiveReadme(facts: { practice: string; zone: string; at: string; sheets: readonly Sheet[] }): string {
  const { practice, zone, at, sheets } = facts;
  return `# Everything of ${practice}

Made on ${at} (${zone}), by Limber Yard. Format ${FORMAT}.

This file holds personal data of your clients. Keep it where no one else can read it, and delete it when you are done.

## To look into it

Open the .csv files with any spreadsheet. They are in UTF-8 with commas. Dates and times are local (${zone}), as
2026-11-22 and 14:30; prices are in pounds. A cell that begins with =, +, - or @ has an apostrophe before it, so that no
spreadsheet takes it for a formula.

${sheets.map(({ name, about }) => `- ${name}: ${about}`).join("\n")}

Pictures and films are in media/.

## To move to another Limber Yard

On a fresh installation: \`npm run import-practice -- FILE --dry-run\`, and then without \`--dry-run\`. What the
import reads is data/ and media/, never the spreadsheets.

## data/

One file for each table, one JSON object a line, in the order of its key: nothing is rounded or left out. Instants are
milliseconds since 1970 (UTC), days are 2026-11-22, money is in pence, yes and no are 1 and 0; what is not known is null.

${tables()}

manifest.json names every file with its size and its SHA-256, and how many rows each table has.

## What is not in it

${staying()}
- settings ${STAYING_SETTINGS.join(", ")}: They hold keys of other systems. Set them up anew.
`;
}

function tables(): string {
  return Object.entries(MOVED)
    .map(([name, { about, columns }]) => `- ${name}: ${about}. Fields: ${Object.keys(columns).join(", ")}`)
    .join("\n");
}

function staying(): string {
  return Object.entries(STAYING)
    .map(([name, { why }]) => `- ${name}: ${why}`)
    .join("\n");
}

/** Audits an export by the command line. */
export async function noteExport(db: Queries, { at }: { at: number }): Promise<void> {
  const subject = { kind: ARCHIVE_SUBJECT, id: newId() };
  await db.transaction().execute((tx) => writeAudit(tx, { at, actor: "system", action: "archive.take", subject }));
}
