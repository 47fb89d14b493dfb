import { expect, test } from "vitest";
import { filmAt, filmFormatOf, isWholeMp4, metadataIn } from "#app/media/film.ts";
import { prepareFilm } from "#app/media/films.server.ts";
import { box, mp4, WEBM } from "#tests/support/films/film.ts";
import { fileOf } from "#tests/support/uploaded.ts";

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

const isWhole = (bytes: Uint8Array) => isWholeMp4(fileOf(bytes).read, bytes.byteLength);

test("a whole film's boxes fill it to its end", async () => {
  expect(await isWhole(mp4())).toBe(true);
  expect(await isWhole(mp4().subarray(0, -1))).toBe(false);
  expect(await isWhole(Buffer.concat([mp4(), Buffer.from("<script>")]))).toBe(false);
  expect(await isWhole(box("ftyp", Buffer.from("isom")))).toBe(false);
  expect(await isWhole(Buffer.alloc(0))).toBe(false);
});

test("sizes in 64 bits and to the end are read; sizes that lie are not believed", async () => {
  const ftyp = box("ftyp", Buffer.from("isom"));
  const moov = box("moov", Buffer.alloc(0));
  const large = Buffer.from("000000016d64617400000000000000180102030405060708", "hex");
  const toEnd = Buffer.from("000000006d64617401020304", "hex");
  const liar = Buffer.from("000000046d646174", "hex");
  const huge = Buffer.from("000000016d646174ffffffffffffffff", "hex");
  const whole = [large, toEnd, liar, huge].map((mdat) => isWhole(Buffer.concat([ftyp, moov, mdat])));
  expect(await Promise.all(whole)).toEqual([true, true, false, false]);
});

test("boxes nested 20,000 deep, and a million of them side by side, are read no further than a film's own go", async () => {
  let reads = 0;
  const remarksOf = async (bytes: Uint8Array) => {
    const file = fileOf(bytes);
    const read = (at: number, length: number) => {
      reads += 1;
      return file.read(at, length);
    };
    return metadataIn(read, bytes.byteLength);
  };
  for (const type of ["moov", "trak"]) {
    const deep = Buffer.alloc(160_000);
    for (let at = 0; at < deep.length; at += 8) {
      deep.writeUInt32BE(deep.length - at, at);
      deep.write(type, at + 4);
    }
    expect(await remarksOf(deep)).toEqual([]);
    expect(reads).toBeLessThan(10);
  }
  expect(await isWhole(Buffer.alloc(8_000_000, box("free")))).toBe(false);
  expect(await remarksOf(Buffer.alloc(8_000_000, box("free")))).toEqual([]);
  expect(reads).toBeLessThan(25_000);
});

test("what a phone wrote into it is gone, and everything else stands where it stood", async () => {
  const film = mp4();
  const upload = fileOf(film);
  expect(await prepareFilm(upload)).toMatchObject({ kind: "prepared" });
  const quiet = Buffer.from(await upload.read(0, upload.size));
  expect(film.includes("Spy phone")).toBe(true);
  expect(quiet.includes("Spy phone") || quiet.includes("+54")).toBe(false);
  expect(quiet.byteLength).toBe(film.byteLength);
  expect(quiet.indexOf("mdat")).toBe(film.indexOf("mdat"));
  expect(quiet.subarray(quiet.indexOf("mdat"))).toEqual(film.subarray(film.indexOf("mdat")));
  expect(await isWhole(quiet)).toBe(true);
});

test("an address of a film is read back, and nothing else is", () => {
  const id = "0b2f7a5e-52f1-4c7e-9d9b-3b8a7f6f1a11";
  expect(filmAt(`${id}.mp4`)).toEqual({ id, format: "mp4" });
  expect([`${id}.webp`, `${id}-960.mp4`, "../x.mp4", `${id}.mp4.exe`].map(filmAt)).toEqual([null, null, null, null]);
});
