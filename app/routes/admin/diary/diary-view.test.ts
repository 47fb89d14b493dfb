import { expect, test } from "vitest";
import { dayAxis } from "#app/diary/day-axis.ts";
import type { DayDrawing } from "#app/diary/day-columns.ts";
import {
  type DiaryBlock,
  type DiaryEntry,
  type DiaryTaken,
  monthLines,
  withOffers,
} from "#app/routes/admin/diary/diary-view.ts";
import type { LiveOffer } from "#app/waiting-list/practice-list.server.ts";

const [FULL_DAY, OTHER] = ["2027-05-05", "2027-05-06"];
const entry = (day: string, start: number) => ({ id: `${day} ${start}`, day, start }) as DiaryEntry;
const taken = (day: string, start: number) => ({ day, start }) as DiaryTaken;
const block = (day: string, { start, therapistId }: { start: number; therapistId: string | null }) =>
  ({ day, start, therapistId }) as DiaryBlock;
const hours = [1, 2, 3, 4, 5];

test("a full day has three lines, the earliest of any kind, and says how many more there are", () => {
  const closed = block(FULL_DAY, { start: 0, therapistId: null });
  const lunch = block(FULL_DAY, { start: 2.5, therapistId: "tom" });
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
  expect(more).toEqual([
    { day: FULL_DAY, count: 24 },
    { day: OTHER, count: 3 },
  ]);
  expect(entries.filter(({ day }) => day === OTHER).map(({ start }) => start)).toEqual([1, 2]);
});

test("a day of four has all its lines", () => {
  const drawn = { entries: hours.slice(1).map((hour) => entry(OTHER, hour)), taken: [], blocks: [], beyond: [] };
  expect(monthLines(drawn)).toEqual({ entries: drawn.entries, taken: [], blocks: [], more: [] });
});

const ZONE = "Europe/London";
const wall = (time: string) => Date.parse(`${FULL_DAY}T${time}:00+01:00`);

/** Tom's day with one gap from nine to twelve, and an offer from ten to eleven. */
function offeredDay(state: "held" | "open") {
  const axis = dayAxis(FULL_DAY, { fromMinute: 480, toMinute: 1080 }, { zone: ZONE, isWall: true });
  const gap = { at: 60, lasts: 180, time: "09:00", until: "12:00" };
  const column = { key: "tom", therapist: { id: "tom" }, axis, gaps: [gap] };
  const offer = {
    ...{ id: "offer", therapistId: "tom", start: wall("10:00"), end: wall("11:00"), name: "Rosa Whitfield", state },
    ...{ createdAt: wall("08:00"), until: wall("09:00") },
  };
  const drawing = { columns: [column] } as unknown as DayDrawing;
  return withOffers(drawing, [offer as unknown as LiveOffer], wall("08:18"));
}

test("a time that is kept for an offer says for whom and until when, and is cut out of its gap", () => {
  const { drawing, offered } = offeredDay("held");
  expect(offered.tom).toMatchObject([
    {
      at: 120,
      lasts: 60,
      name: "Rosa Whitfield",
      line: "held until 09:00, 42 minutes left",
      hold: { left: 42, whole: 60 },
    },
  ]);
  const gaps = drawing.columns[0]?.gaps.map(({ time, until }) => `${time} to ${until}`);
  expect(gaps).toEqual(["09:00 to 10:00", "11:00 to 12:00"]);
});

test("a time that is only offered stays a gap", () => {
  const { drawing, offered } = offeredDay("open");
  expect(offered.tom).toMatchObject([{ line: "nothing kept, open until 09:00", hold: null }]);
  expect(drawing.columns[0]?.gaps).toHaveLength(1);
});
