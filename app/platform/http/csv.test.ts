import { expect, test } from "vitest";
import { csvLine } from "#app/platform/http/csv.ts";

test.each([
  [["a", 1, null], '"a",1,""\r\n'],
  [['say "so"', "one\ntwo"], '"say ""so""","one\ntwo"\r\n'],
  [["=1+1", "+44 20", "-5", "@x", "\tx"], `"'=1+1","'+44 20","'-5","'@x","'\tx"\r\n`],
  [[-5], "-5\r\n"],
  // East Asian spreadsheets run these too; some drop blanks and invisible characters at the start of a cell.
  [["＝1+1", "＋1", "－1", "＠x", "﹦1", "−1"], `"'＝1+1","'＋1","'－1","'＠x","'﹦1","'−1"\r\n`],
  [
    ["\r=1", "\n=1", " =1", "\u3000＝1", "\ufeff=1", "\u200b@x"],
    `"'\r=1","'\n=1","' =1","'\u3000＝1","'\ufeff=1","'\u200b@x"\r\n`,
  ],
  [["1＝1", "a@x", "", " ", "＃"], '"1＝1","a@x",""," ","＃"\r\n'],
])("%j", (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});
