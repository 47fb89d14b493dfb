import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { findHelp, GUIDE, PICTURE_WIDTH } from "#app/routes/admin/help/guide.ts";
import { root } from "#scripts/bootstrap/project.mjs";

const ON = { payments: true, health: true, waitingList: true };
const OFF = { payments: false, health: false, waitingList: false };
const titles = (typed: string, on = ON) => findHelp(typed, on).flatMap(({ articles }) => articles.map(({ id }) => id));

test("help is found by what people call it, by the beginnings of words, in any order and case", () => {
  expect(titles("No-show")).toContain("no-show");
  expect(titles("rise price")).toEqual(["services"]);
  expect(titles("lost pho")).toContain("locked-out");
  expect(titles("zebra")).toEqual([]);
  expect(titles("")).toEqual(GUIDE.flatMap(({ articles }) => articles.map(({ id }) => id)));
});

test("what is switched off has no article, and no word in another", () => {
  const all = findHelp("", OFF);
  const words = JSON.stringify(all);
  expect(all.flatMap(({ articles }) => articles).filter(({ needs }) => needs)).toEqual([]);
  expect(words).not.toMatch(/treatment note|waiting list|voucher|close the day/i);
});

test("an article has an address of its own", () => {
  const ids = GUIDE.flatMap(({ id, articles }) => [id, ...articles.map((article) => article.id)]);
  expect(new Set(ids).size).toBe(ids.length);
});

test("each picture of the guide is there, as wide and tall as the page says, and all are light", async () => {
  const folder = join(root, "public/guide");
  const pictured = GUIDE.flatMap(({ articles }) =>
    articles.flatMap(({ id, picture }) => (picture ? [{ id, picture }] : [])),
  );
  expect(pictured.length).toBeGreaterThan(12);
  expect(readdirSync(folder).sort()).toEqual(pictured.map(({ id }) => `${id}.webp`).sort());
  let bytes = 0;
  for (const { id, picture } of pictured) {
    const file = readFileSync(join(folder, `${id}.webp`));
    bytes += file.length;
    const { format, width = 0, height = 0 } = await sharp(file).metadata();
    expect([id, format, Math.abs((height / width) * PICTURE_WIDTH - picture.height) < 2]).toEqual([id, "webp", true]);
    expect(picture.alt.length).toBeGreaterThan(40);
  }
  expect(bytes).toBeLessThan(400_000);
});
