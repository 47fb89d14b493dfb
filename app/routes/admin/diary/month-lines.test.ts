import { expect, test } from "vitest";
import type { DiaryBlock, DiaryEntry, DiaryTaken } from "#app/routes/admin/diary/diary-view.ts";
import { monthLines } from "#app/routes/admin/diary/month-lines.ts";

const [FULL, OTHER] = ["2027-05-05", "2027-05-06"];
const entry = (day: string, start: number) => ({ id: `${day} ${start}`, day, start }) as DiaryEntry;
const taken = (day: string, start: number) => ({ day, start }) as DiaryTaken;
const block = (day: string, { start, everybody }: { start: number; everybody: boolean }) =>
  ({ day, start, everybody }) as DiaryBlock;
const hours = [1, 2, 3, 4, 5];

test("a full day has three lines, the earliest of any kind, and says how many more there are", () => {
  const closed = block(FULL, { start: 0, everybody: true });
  const lunch = block(FULL, { start: 2.5, everybody: false });
  const drawn = {
    entries: hours.flatMap((hour) => [entry(FULL, hour), entry(OTHER, hour)]),
    taken: [taken(FULL, 1.5), taken(OTHER, 1.5)],
    blocks: [closed, lunch],
    beyond: [{ day: FULL, count: 20 }],
  };
  const { entries, taken: others, blocks, more } = monthLines(drawn);
  expect(entries.filter(({ day }) => day === FULL).map(({ start }) => start)).toEqual([1, 2]);
  expect(others.filter(({ day }) => day === FULL)).toHaveLength(1);
  expect(blocks).toEqual([closed]);
  expect(more).toEqual([{ day: FULL, count: 24 }]);
  expect(entries.filter(({ day }) => day === OTHER)).toHaveLength(hours.length);
});

test("without a full day all lines are drawn, however many", () => {
  const drawn = { entries: hours.map((hour) => entry(OTHER, hour)), taken: [], blocks: [], beyond: [] };
  expect(monthLines(drawn)).toEqual({ entries: drawn.entries, taken: [], blocks: [], more: [] });
});
