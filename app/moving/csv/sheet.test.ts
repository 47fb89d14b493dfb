import { expect, test } from "vitest";
import { rowsIn, UnreadableSheet } from "#app/moving/csv/csv-parse.gateway.server.ts";
import { delimiterOf } from "#app/moving/csv/sheet.ts";
import { fileOf } from "#tests/support/uploaded.ts";

async function read(bytes: Uint8Array): Promise<string[][]> {
  return Array.fromAsync(rowsIn(fileOf(bytes)));
}

const ROWS = [
  ["Name", "Note"],
  ["Zoë Łuczak", "one;\ntwo"],
];
const TEXT = 'Name;Note\r\nZoë Łuczak;"one;\r\ntwo"\r\n';

test("UTF-8 with and without its mark, and UTF-16 with and without, give the same rows", async () => {
  const utf16 = Buffer.from(TEXT, "utf16le");
  expect(await read(Buffer.from(TEXT))).toEqual(ROWS);
  expect(await read(Buffer.from(`\ufeff${TEXT}`))).toEqual(ROWS);
  expect(await read(utf16)).toEqual(ROWS);
  expect(await read(Buffer.concat([Buffer.from([0xff, 0xfe]), utf16]))).toEqual(ROWS);
  expect(await read(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]))).toEqual(ROWS);
});

test("what is not UTF-8 is Windows-1252", async () => {
  expect(await read(Buffer.from("Name\nZo\xeb \x96 Caf\xe9\n", "latin1"))).toEqual([["Name"], ["Zoë – Café"]]);
});

test("a letter that two pieces of the file share is one letter", async () => {
  const name = "é".repeat(20_000);
  expect(await read(Buffer.from(`x\n${name}\n${name}\n`))).toEqual([["x"], [name], [name]]);
});

test("the delimiter is read from the headings, whatever stands in quotation marks", () => {
  expect(delimiterOf('"a,b,c";d\n1;2').delimiter).toBe(";");
  expect(delimiterOf("a\tb\n").delimiter).toBe("\t");
  expect(delimiterOf("Name\nAda").delimiter).toBe(",");
  expect(delimiterOf("sep=;\r\na;b")).toEqual({ delimiter: ";", rest: "a;b" });
});

test("blank lines keep their place, short rows stay short, and control characters go", async () => {
  expect(await read(Buffer.from("a,b\n\n1\n2,\u0007x\u0000,3\n"))).toEqual([["a", "b"], [""], ["1"], ["2", "x", "3"]]);
});

test("a workbook and an open quotation mark are refused in words", async () => {
  await expect(read(Buffer.from("PK\u0003\u0004rest"))).rejects.toThrow("That is a workbook");
  await expect(read(Buffer.from('a,b\n"1,2\n3,4\n'))).rejects.toThrow(UnreadableSheet);
  await expect(read(Buffer.from(`a\n"${"x\n".repeat(60_000)}`))).rejects.toThrow("is opened and never closed");
});
