import { expect, test } from "vitest";
import { findHelp, GUIDE } from "#app/routes/admin/help/guide.ts";

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
