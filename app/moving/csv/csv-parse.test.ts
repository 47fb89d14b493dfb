import { expect, onTestFinished, test } from "vitest";
import type { UploadedFile } from "#app/media/uploaded-file.ts";
import { PARSED_AT_ONCE, PIECE, rowsIn } from "#app/moving/csv/csv-parse.gateway.server.ts";
import { fileOf } from "#tests/support/uploaded.ts";

const HEAD = "Name,Email\n";
const MEGA = 1_000_000;
const LONG = "has more than 50,000 characters";

/** The most of everything that reading this file did before other work had its turn. */
async function longestStretch(text: string) {
  const [stretch, most] = [
    { rows: 0, bytes: 0 },
    { rows: 0, bytes: 0 },
  ];
  const end = () => {
    most.rows = Math.max(most.rows, stretch.rows);
    most.bytes = Math.max(most.bytes, stretch.bytes);
    [stretch.rows, stretch.bytes] = [0, 0];
  };
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const turn = () => {
    end();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const stored = fileOf(Buffer.from(text));
  const file: UploadedFile = {
    ...stored,
    read: (at, length) => {
      stretch.bytes += length;
      return stored.read(at, length);
    },
  };
  let refusal = "";
  let rows = 0;
  try {
    for await (const _ of rowsIn(file)) {
      rows += 1;
      stretch.rows += 1;
    }
  } catch (error) {
    refusal = (error as Error).message;
  }
  end();
  return { most, rows, refusal };
}

test.each([
  ["empty lines", HEAD + "\n".repeat(MEGA / 40), ""],
  ["empty lines of Windows", HEAD.replace("\n", "\r\n") + "\r\n".repeat(MEGA / 40), ""],
  ["empty lines of an old Mac", HEAD.replace("\n", "\r") + "\r".repeat(MEGA / 40), ""],
  ["empty cells, a row each", HEAD + '""\n'.repeat(MEGA / 40), ""],
  ["rows of one letter", HEAD + "a\n".repeat(MEGA / 40), ""],
  ["one row of nine million commas", HEAD + ",".repeat(9 * MEGA), `Line 2 ${LONG}`],
  ["headings of nine million commas", ",".repeat(9 * MEGA), `Line 1 ${LONG}`],
  ["one cell of nine million letters", `${HEAD}\n\n${"a".repeat(9 * MEGA)}`, `Line 4 ${LONG}`],
  ["nine million quotation marks", HEAD + '"'.repeat(9 * MEGA), `Line 2 ${LONG}`],
  ["a quotation mark that is never closed", `${HEAD}"${"a\n".repeat(MEGA)}`, "opened and never closed"],
])("a file of %s is read in pieces that give way", async (_, text, refused) => {
  const { most, rows, refusal } = await longestStretch(text);
  expect(most.rows).toBeLessThanOrEqual(PARSED_AT_ONCE + 1);
  expect(most.bytes).toBeLessThanOrEqual(2 * PIECE);
  expect(refusal).toContain(refused);
  if (refused === "") expect(rows).toBeGreaterThanOrEqual(MEGA / 40);
});

test("a break of two characters that falls between two pieces is one line", async () => {
  const text = `Nam\r\n${"a\r\n".repeat(30_000)}${"b".repeat(60_000)}`;
  expect(text.slice(PIECE - 1, PIECE + 1)).toBe("\r\n");
  const { refusal } = await longestStretch(text);
  expect(refusal).toContain(`Line 30,002 ${LONG}`);
});
