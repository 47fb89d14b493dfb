import { setImmediate as turn } from "node:timers/promises";
import { type CsvError, type Parser, parse } from "csv-parse";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import { cleanCell, delimiterOf, encodingOf, isWorkbook, type SheetEncoding } from "#app/moving/csv/sheet.ts";

/** Bytes that are decoded, and characters that are parsed, before requests get their turn. */
export const PIECE = 64 * 1024;
export const PARSED_AT_ONCE = 1_000;
// The longest row, in bytes. A quotation mark that is never closed would make one row of the whole file.
const LONGEST_ROW = 50_000;

/** Thrown for a file that is no CSV; the message is for its owner. */
export class UnreadableSheet extends Error {}

/**
 * The rows of a CSV file, one at a time, with clean cells; a blank line is an empty row. Gives way to other work after
 * each piece of the file, whatever it holds.
 */
export async function* rowsIn(upload: UploadedFile): AsyncGenerator<string[]> {
  const head = await upload.read(0, 4);
  if (isWorkbook(head)) {
    throw new UnreadableSheet("That is a workbook. Open it, choose Save as, then CSV, and upload that file");
  }
  const encoding = encodingOf(head) ?? ((await isUtf8(upload)) ? "utf-8" : "windows-1252");
  const texts = withoutLongLines(textsIn(upload, encoding));
  const { delimiter, rest } = delimiterOf((await texts.next()).value ?? "");
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  });
  const fault: { error?: CsvError } = {};
  parser.on("error", (error) => {
    fault.error = error as CsvError;
  });
  for await (const part of joinedTo(rest, texts)) {
    parser.write(part);
    yield* rowsOf(parser);
    // An error is told in its own turn.
    await turn();
    if (fault.error) throw unreadable(fault.error);
  }
  parser.end();
  await turn();
  if (fault.error) throw unreadable(fault.error);
  yield* rowsOf(parser);
}

// Read by hand, because a stream's own loop hands out all that it has before anything else may run.
function* rowsOf(parser: Parser): Generator<string[]> {
  for (let cells = parser.read(); cells !== null; cells = parser.read()) yield (cells as string[]).map(cleanCell);
}

async function* joinedTo(first: string, others: AsyncGenerator<string>): AsyncGenerator<string> {
  yield* slicesOf(first);
  for await (const text of others) yield* slicesOf(text);
}

function* slicesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PARSED_AT_ONCE) yield text.slice(at, at + PARSED_AT_ONCE);
}

// The parser's own limit doesn't count what stands between the cells, so a row of commas would have no end.
async function* withoutLongLines(texts: AsyncGenerator<string>): AsyncGenerator<string> {
  let [line, length, last] = [1, 0, ""];
  for await (const text of texts) {
    const [first = "", ...others] = text.split(/\r\n?|\n/);
    for (const [index, part] of [first, ...others].entries()) {
      if (index > 0) {
        // A break that two pieces share is one break.
        line += index === 1 && first === "" && last === "\r" && text.startsWith("\n") ? 0 : 1;
        length = 0;
      }
      length += part.length;
      if (length > LONGEST_ROW) throw new UnreadableSheet(tooLong(line));
    }
    last = text.at(-1) ?? last;
    yield text;
  }
}

function tooLong(line: number): string {
  const most = LONGEST_ROW.toLocaleString("en-GB");
  return `Line ${line.toLocaleString("en-GB")} has more than ${most} characters. Save the list as CSV again, and upload that file`;
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
  for (let at = 0; at < upload.size; at += PIECE) {
    await turn();
    yield await upload.read(at, PIECE);
  }
}

function unreadable({ code, lines, message }: CsvError & { lines?: number }): Error {
  if (code === "CSV_MAX_RECORD_SIZE" || code === "CSV_QUOTE_NOT_CLOSED") {
    const near = lines ? ` near line ${lines}` : "";
    return new UnreadableSheet(
      `A quotation mark${near} is opened and never closed. Correct it, and upload the file again`,
    );
  }
  return new UnreadableSheet(`The file could not be read as CSV: ${message}`);
}
