import { createReadStream } from "node:fs";
import { JSONParser } from "@streamparser/json";

const PIECE = 64 * 1024;

/** Thrown for a file that is no JSON; the message is for its owner and names the line. */
export class UnreadableExport extends Error {}

/** A value of the file, and the names of all that it stands in: `["users", "kYi4…"]`. */
export type Found = { path: string[]; value: unknown };

/** The values at these paths (`$.users.*`), one at a time: never more of the file in memory than one of them. */
export async function* valuesIn(file: string, paths: readonly string[]): AsyncGenerator<Found> {
  const parser = new JSONParser({ paths: [...paths], keepStack: false });
  let found: Found[] = [];
  parser.onValue = ({ value, key, stack }) => {
    const path = [...stack.map((container) => container.key), key].filter((name) => name !== undefined);
    found.push({ path: path.map(String), value });
  };
  let line = 1;
  let isFirst = true;
  for await (const piece of createReadStream(file, { encoding: "utf8", highWaterMark: PIECE })) {
    for (const part of linesOf(isFirst ? String(piece).replace(/^\uFEFF/, "") : String(piece))) {
      readLine(part, line, () => parser.isEnded || parser.write(part));
      line += part.split("\n").length - 1;
    }
    isFirst = false;
    yield* found;
    found = [];
  }
  readLine("", line, () => parser.isEnded || parser.end());
}

// One line at a time, so that a fault has its line, with the empty lines after it.
function* linesOf(piece: string): Generator<string> {
  for (const [part] of piece.matchAll(/[^\n]*\n\s*|[^\n]+$/g)) yield part;
}

function readLine(part: string, line: number, read: () => unknown): void {
  try {
    read();
  } catch {
    const where = part === "" ? `it ends in the middle, in line ${line}` : `line ${line} can’t be read`;
    throw new UnreadableExport(`is no JSON: ${where}`);
  }
}
