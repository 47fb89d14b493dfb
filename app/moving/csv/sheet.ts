import { withoutBidi } from "#app/platform/text.ts";

export type SheetEncoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The text encoding by a file's first bytes. Null: nothing tells, so it is UTF-8 if all of it reads as such. */
export function encodingOf(head: Uint8Array): SheetEncoding | null {
  const [first = -1, second = -1, third = -1] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without a mark: headings begin with a plain letter, whose other byte is 0.
  if (first > 0 && second === 0) return "utf-16le";
  return first === 0 && second > 0 ? "utf-16be" : null;
}

const WORKBOOKS = ["504b0304", "d0cf11e0"];

/** Whether this is an Excel or Numbers workbook, old or new. */
export function isWorkbook(head: Uint8Array): boolean {
  const start = [...head.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return WORKBOOKS.includes(start);
}

const DELIMITERS = [",", ";", "\t"] as const;

/** What stands between the cells, by the line of headings, and the text without Excel's own line about it. */
export function delimiterOf(text: string): { delimiter: string; rest: string } {
  const separator = /^sep=([,;\t])\r?\n/i.exec(text);
  if (separator?.[1]) return { delimiter: separator[1], rest: text.slice(separator[0].length) };
  const line = /^\s*([^\n]*)/.exec(text.replace(/"[^"]*"/g, ""))?.[1] ?? "";
  const counts = DELIMITERS.map((delimiter) => ({ delimiter, count: line.split(delimiter).length }));
  const [most] = counts.sort((one, other) => other.count - one.count);
  return { delimiter: most?.delimiter ?? ",", rest: text };
}

/** A cell without what no page can show, and with one kind of line break. */
export function cleanCell(cell: string): string {
  return withoutBidi(cell)
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n\t]|\ufeff/gu, "")
    .trim();
}
