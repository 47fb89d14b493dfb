import { expect, test } from "vitest";
import { type DiaryBlock, type DiaryEntry, type DiaryTaken, monthLines } from "#app/routes/admin/diary/diary-view.ts";

const [FULL_DAY, OTHER] = ["2027-05-05", "2027-05-06"];
const entry = (day: string, start: number) => ({ id: `${day} ${start}`, day, start }) as DiaryEntry;
const taken = (day: string, start: number) => ({ day, start }) as DiaryTaken;
const block = (day: string, { start, everybody }: { start: number; everybody: boolean }) =>
  ({ day, start, everybody }) as DiaryBlock;
const hours = [1, 2, 3, 4, 5];

test("a full day has three lines, the earliest of any kind, and says how many more there are", () => {
  const closed = block(FULL_DAY, { start: 0, everybody: true });
  const lunch = block(FULL_DAY, { start: 2.5, everybody: false });
  const drawn = {
    entries: hours.flatMap((hour) => [entry(FULL_DAY, hour), entry(OTHER, hour)]),
    taken: [taken(FULL_DAY, 1.5), taken(OTHER, 1.5)],
    blocks: [closed, lunch],
    beyond: [{ day: FULL_DAY, count: 20 }],
  };
  const { entries, taken: others, blocks, more } = monthLines(drawn);
  expect(entries.filter(({ day }) => day === FULL_DAY).map(({ start }) => start)).toEqual([1, 2]);
  expect(others.filter(({ day }) => day === FULL_DAY)).toHaveLength(1);
  expect(blocks).toEqual([closed]);
  expect(more).toEqual([{ day: FULL_DAY, count: 24 }]);
  expect(entries.filter(({ day }) => day === OTHER)).toHaveLength(hours.length);
});

test("without a full day all lines are drawn, however many", () => {
  const drawn = { entries: hours.map((hour) => entry(OTHER, hour)), taken: [], blocks: [], beyond: [] };
  expect(monthLines(drawn)).toEqual({ entries: drawn.entries, taken: [], blocks: [], more: [] });
});
