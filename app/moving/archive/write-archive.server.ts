import { createHash } from "node:crypto";
import { dataFile, FORMAT, MANIFEST, type Manifest, README } from "#app/moving/archive/archive-format.ts";
import { archiveReadme } from "#app/moving/archive/archive-readme.ts";
import { movedRows } from "#app/moving/archive/archive-rows.db.server.ts";
import { type ArchiveSheet, moment, type Shown } from "#app/moving/archive/archive-sheet.ts";
import { DIARY_SHEETS } from "#app/moving/archive/diary-sheets.db.server.ts";
import { mediaFiles } from "#app/moving/archive/media-files.db.server.ts";
import { MOVED } from "#app/moving/archive/moved-tables.ts";
import { OFFER_SHEETS } from "#app/moving/archive/offer-sheets.db.server.ts";
import { PEOPLE_SHEETS } from "#app/moving/archive/people-sheets.db.server.ts";
import { type ArchiveFile, zipped } from "#app/moving/archive/zip-js.gateway.server.ts";
import { csvLine } from "#app/platform/csv.ts";
import type { Database, Queries } from "#app/platform/database/database.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

export const SHEETS = [...DIARY_SHEETS, ...PEOPLE_SHEETS, ...OFFER_SHEETS];

const PIECE = 64 * 1024;
// Without it, spreadsheets read the file in a legacy encoding.
const BYTE_ORDER_MARK = "\uFEFF";

/** What is being written: a file, and the rows of it so far. */
export type Progress = { file: string; rows: number };
type Writing = { snapshot: Database; at: number; log: Log; tell?: (progress: Progress) => void };
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

async function* archiveFiles({ snapshot, at, log, tell = () => {} }: Writing): AsyncGenerator<ArchiveFile> {
  const db = snapshot.kysely;
  const { business, bookingRules } = (await readSettings(db, log)).settings;
  const practice = business.name || "A practice without a name";
  const shown = { zone: bookingRules.zone };
  const noted: Noted = { tables: {}, files: {} };
  const file = (name: string, pieces: AsyncGenerator<Uint8Array>, isPacked = false) => ({
    ...{ name, isPacked },
    pieces: summed(pieces, (sum) => {
      noted.files[name] = sum;
    }),
  });
  const readme = archiveReadme({ practice, ...shown, at: moment(at, shown) ?? "", sheets: SHEETS });
  yield file(README, inPieces([readme]));
  for (const sheet of SHEETS) yield file(sheet.name, inPieces(sheetLines(sheet, { db, shown, tell })));
  for (const name of Object.keys(MOVED)) yield file(dataFile(name), inPieces(dataLines(name, { db, at, noted, tell })));
  for await (const { name, pieces } of mediaFiles(db)) yield file(name, pieces, !name.endsWith(".svg"));
  const manifest: Manifest = {
    product: "limber-yard",
    format: FORMAT,
    createdAt: new Date(at).toISOString(),
    practice,
    ...shown,
    ...noted,
  };
  yield { name: MANIFEST, pieces: inPieces([`${JSON.stringify(manifest, null, 1)}\n`]), isPacked: false };
}

type SheetWriting = { db: Queries; shown: Shown; tell: (progress: Progress) => void };

async function* sheetLines(sheet: ArchiveSheet<Queries>, { db, shown, tell }: SheetWriting): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(sheet.head);
  let rows = 0;
  for await (const cells of sheet.rows(db, shown)) {
    yield csvLine(cells);
    rows += 1;
    tell({ file: sheet.name, rows });
  }
}

type DataWriting = { db: Queries; at: number; noted: Noted; tell: (progress: Progress) => void };

async function* dataLines(name: string, { db, at, noted, tell }: DataWriting): AsyncGenerator<string> {
  const table = MOVED[name];
  if (!table) return;
  let rows = 0;
  for await (const some of movedRows(db, { name, table, at })) {
    yield some.map((row) => `${JSON.stringify(row)}\n`).join("");
    rows += some.length;
    tell({ file: dataFile(name), rows });
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
