import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type CsvError, parse } from "csv-parse";
import { cleanCell, delimiterOf, encodingOf, isWorkbook, type SheetEncoding } from "#app/import/sheet.ts";
import type { UploadedFile } from "#app/media/uploaded-file.ts";

const PIECE = 64 * 1024;
// The longest row, in bytes. A quotation mark that is never closed would make one row of the whole file.
const LONGEST_ROW = 50_000;

/** Thrown for a file that is no CSV; the message is for its owner. */
export class UnreadableSheet extends Error {}

/** The rows of a CSV file, one at a time, with clean cells; a blank line is an empty row. */
export async function* rowsIn(upload: UploadedFile): AsyncGenerator<string[]> {
  const head = await upload.read(0, 4);
  if (isWorkbook(head)) {
    throw new UnreadableSheet("That is a workbook. Open it, choose Save as, then CSV, and upload that file");
  }
  const encoding = encodingOf(head) ?? ((await isUtf8(upload)) ? "utf-8" : "windows-1252");
  const texts = textsIn(upload, encoding);
  const { delimiter, rest } = delimiterOf((await texts.next()).value ?? "");
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  });
  // An error destroys the parser, so the loop throws it.
  pipeline(Readable.from(joinedTo(rest, texts)), parser).catch(() => {});
  try {
    for await (const cells of parser as AsyncIterable<string[]>) yield cells.map(cleanCell);
  } catch (error) {
    throw unreadable(error as CsvError);
  }
}

async function* joinedTo(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  if (first) yield first;
  yield* others;
}

async function isUtf8(upload: UploadedFile): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for await (const bytes of piecesOf(upload)) decoder.decode(bytes, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

async function* textsIn(upload: UploadedFile, encoding: SheetEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const bytes of piecesOf(upload)) {
    const text = decoder.decode(bytes, { stream: true });
    if (text) yield text;
  }
  const last = decoder.decode();
  if (last) yield last;
}

async function* piecesOf(upload: UploadedFile): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < upload.size; at += PIECE) yield await upload.read(at, PIECE);
}

function unreadable({ code, lines, message }: CsvError & { lines?: number }): Error {
  if (code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED") {
    const near = lines ? ` near line ${lines}` : "";
    return new UnreadableSheet(
      `A quotation mark${near} is opened and never closed. Mend it, and upload the file again`,
    );
  }
  return new UnreadableSheet(`The file could not be read as CSV: ${message}`);
}
