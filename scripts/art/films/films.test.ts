import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { posterSvg } from "./frame.ts";
import { momentAt, secondsOf } from "./moment.ts";
import { captionsOf, filmScripts } from "./script.ts";

const committed = (name: string) => readFileSync(`public/films/${name}`);

test.each(filmScripts)("$name: still and captions are as they are committed", (script) => {
  expect(posterSvg(script)).toBe(committed(`${script.name}.svg`).toString());
  expect(captionsOf(script)).toBe(committed(`${script.name}.vtt`).toString());
});

test.each(filmScripts)("$name: lasts 25 to 40 seconds, and is light", (script) => {
  expect(secondsOf(script)).toBeGreaterThanOrEqual(25);
  expect(secondsOf(script)).toBeLessThanOrEqual(40);
  const film = committed(`${script.name}.mp4`);
  // Where every MP4 begins; and its table stands before its pictures, so that it plays while it loads.
  expect(film.subarray(4, 8).toString()).toBe("ftyp");
  expect(film.indexOf("moov")).toBeLessThan(film.indexOf("mdat"));
  expect(film.byteLength).toBeLessThan(400_000);
});

test.each(filmScripts)("$name: every line is read, and at the end all of the last plate is drawn", (script) => {
  const read = script.lines.map((_, index) => momentAt(script, index * 5 + 2));
  expect(read.map(({ text, shown }) => ({ text, shown }))).toEqual(script.lines.map((text) => ({ text, shown: 1 })));
  expect(momentAt(script, secondsOf(script) - 0.01)).toMatchObject({ drawn: 1, touched: 1 });
  expect(momentAt(script, 0)).toMatchObject({ drawn: 0, touched: 0 });
});
