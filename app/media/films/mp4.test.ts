import { expect, test } from "vitest";
import { filmAt } from "#app/media/film.ts";
import { filmFormatOf } from "#app/media/films/film-format.ts";
import { isWholeMp4, withoutRemarks } from "#app/media/films/mp4.ts";
import { box, mp4, WEBM } from "#tests/support/films/film.ts";

test("a film is what its first bytes say", () => {
  expect(filmFormatOf(mp4())).toBe("mp4");
  expect(filmFormatOf(WEBM)).toBe("webm");
  const matroska = Buffer.from(WEBM.toString("latin1").replace("webm", "mkv!"), "latin1");
  const others = ["avif", "heic", "qt  "].map((brand) => box("ftyp", Buffer.from(brand)));
  const texts = ["", "<!doctype html>", "\x1a\x45\xdf\xa3 webm", "RIFF....AVI "].map((text) =>
    Buffer.from(text, "latin1"),
  );
  expect([matroska, ...others, ...texts].map(filmFormatOf).every((format) => format === null)).toBe(true);
});

test("a whole film's boxes fill it to its end", () => {
  expect(isWholeMp4(mp4())).toBe(true);
  expect(isWholeMp4(mp4().subarray(0, -1))).toBe(false);
  expect(isWholeMp4(Buffer.concat([mp4(), Buffer.from("<script>")]))).toBe(false);
  expect(isWholeMp4(box("ftyp", Buffer.from("isom")))).toBe(false);
  expect(isWholeMp4(Buffer.alloc(0))).toBe(false);
});

test("sizes in 64 bits and to the end are read; sizes that lie are not believed", () => {
  const ftyp = box("ftyp", Buffer.from("isom"));
  const moov = box("moov", Buffer.alloc(0));
  const large = Buffer.from("000000016d64617400000000000000180102030405060708", "hex");
  const toEnd = Buffer.from("000000006d64617401020304", "hex");
  const liar = Buffer.from("000000046d646174", "hex");
  const huge = Buffer.from("000000016d646174ffffffffffffffff", "hex");
  const whole = [large, toEnd, liar, huge].map((mdat) => isWholeMp4(Buffer.concat([ftyp, moov, mdat])));
  expect(whole).toEqual([true, true, false, false]);
});

test("what a phone wrote into it is gone, and everything else stands where it stood", () => {
  const film = mp4();
  const quiet = Buffer.from(withoutRemarks(film));
  expect(film.includes("Spy phone")).toBe(true);
  expect(quiet.includes("Spy phone") || quiet.includes("+54")).toBe(false);
  expect(quiet.byteLength).toBe(film.byteLength);
  expect(quiet.indexOf("mdat")).toBe(film.indexOf("mdat"));
  expect(quiet.subarray(quiet.indexOf("mdat"))).toEqual(film.subarray(film.indexOf("mdat")));
  expect(isWholeMp4(quiet)).toBe(true);
});

test("an address of a film is read back, and nothing else is", () => {
  const id = "0b2f7a5e-52f1-4c7e-9d9b-3b8a7f6f1a11";
  expect(filmAt(`${id}.mp4`)).toEqual({ id, format: "mp4" });
  expect([`${id}.webp`, `${id}-960.mp4`, "../x.mp4", `${id}.mp4.exe`].map(filmAt)).toEqual([null, null, null, null]);
});
