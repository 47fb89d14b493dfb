import { expect, test } from "vitest";
import type { Hours } from "#app/availability/opening-hours.ts";
import { type DayInput, dayDrawing, dayInWords } from "#app/diary/day-columns.ts";
import type { DayAppointment } from "#app/diary/day-entries.ts";
import { dropPreviewInWords, previewDrop, stepped, within } from "#app/diary/drop-preview.ts";
import { instantOf } from "#app/platform/date-time.ts";

const ZONE = "Europe/London";
// A Wednesday.
const DAY = "2027-05-05";
const wall = (time: string, day = DAY) => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return instantOf(day, hour * 60 + minute, ZONE);
};
const NINE_TO_FIVE: Hours = { weekly: [{ weekday: 3, fromMinute: 540, toMinute: 1020 }], exceptions: [] };
const IMOGEN = { id: "imogen", slug: "imogen-hartley", name: "Imogen Hartley", short: "Imogen", picture: null };
const TOM = { id: "tom", slug: "tom-ellery", name: "Tom Ellery", short: "Tom", picture: null };

function booked(from: string, to: string, given: Partial<DayAppointment> = {}): DayAppointment {
  const [start, end] = [wall(from), wall(to)];
  return {
    id: from,
    name: "Dora",
    phone: "+441632960001",
    start,
    end,
    minutes: (end - start) / 60_000,
    serviceTitle: "Deep Tissue Massage",
    therapistId: "tom",
    therapistName: "Tom Ellery",
    therapistShort: "Tom",
    status: "Confirmed",
    attendance: "expected",
    sequence: 0,
    blockStart: start,
    blockEnd: end + 15 * 60_000,
    holdUntil: null,
    isNewClient: false,
    where: null,
    ...given,
  };
}

function drawn(given: Partial<DayInput> = {}) {
  return dayDrawing({
    zone: ZONE,
    now: wall("08:00"),
    taken: [],
    dates: [DAY],
    therapists: [IMOGEN, TOM],
    working: new Map([
      ["imogen", NINE_TO_FIVE],
      ["tom", NINE_TO_FIVE],
    ]),
    closures: [],
    appointments: [],
    ...given,
  });
}

const tomsOf = (given: Partial<DayInput>) => {
  const column = drawn(given).columns.find(({ key }) => key === "tom-ellery");
  if (!column) throw new Error("Tom has no column");
  return column;
};

test("each therapist has a column with what they are booked for, its buffer, and the time between", () => {
  const tom = tomsOf({ appointments: [booked("09:00", "10:00"), booked("12:00", "13:00")] });
  expect(tom).toMatchObject({ title: "Tom", line: "2 booked, 09:00\u00a0to\u00a017:00", booked: 2 });
  expect(tom.working).toEqual([{ at: 60, lasts: 480 }]);
  expect(tom.entries).toMatchObject([
    { at: 60, lasts: 60, tails: [{ at: 120, lasts: 15 }], lanes: 1 },
    { at: 240, lasts: 60, tails: [{ at: 300, lasts: 15 }], lanes: 1 },
  ]);
  expect(tom.gaps).toMatchObject([
    { time: "10:15", until: "12:00" },
    { time: "13:15", until: "17:00" },
  ]);
});

test("a buffer before stands above its appointment", () => {
  const blockStart = wall("09:50");
  expect(tomsOf({ appointments: [booked("10:00", "11:00", { blockStart })] }).entries[0]?.tails).toEqual([
    { at: 110, lasts: 10 },
    { at: 180, lasts: 15 },
  ]);
});

test("gaps begin now, and there are none on a day that is over", () => {
  expect(tomsOf({ now: wall("11:38") }).gaps).toMatchObject([{ time: "11:40", until: "17:00" }]);
  expect(tomsOf({ now: wall("09:00", "2027-05-06") }).gaps).toEqual([]);
});

test("hours are eight to six, and longer for who works or is booked outside of them", () => {
  expect(drawn().marks.map(({ label }) => label)).toEqual(
    ["08", "09", "10", "11", "12", "13", "14", "15", "16", "17"].map((hour) => `${hour}:00`),
  );
  const early = drawn({ appointments: [booked("06:30", "07:30"), booked("20:00", "21:00")] });
  expect([early.marks[0]?.label, early.marks.at(-1)?.label]).toEqual(["06:00", "21:00"]);
  const late = drawn({ appointments: [booked("23:00", "23:55")] });
  expect(late.marks.at(-1)?.label).toBe("23:00");
});

test("a therapist without hours that day, or closed all day, says so", () => {
  expect(tomsOf({ working: new Map() })).toMatchObject({ line: "Not working", working: [], gaps: [] });
  const away = { id: "away", therapistId: "tom", reason: "Holiday", fromMinute: null, toMinute: null };
  const closures = [{ ...away, firstDay: DAY, lastDay: DAY }];
  const exceptions = [{ kind: "closure" as const, ...closures[0], publicNote: null }] as Hours["exceptions"];
  const working = new Map([["tom", { ...NINE_TO_FIVE, exceptions }]]);
  expect(tomsOf({ closures, working })).toMatchObject({ line: "Holiday", gaps: [] });
});

test("whoever does not work that day is a strip after the others, unless nobody works or something is booked", () => {
  const strips = (given: Partial<DayInput>) =>
    drawn(given).columns.map(({ key, isStrip }) => `${key}${isStrip ? ", a strip" : ""}`);
  const working = new Map([["tom", NINE_TO_FIVE]]);
  expect(strips({ working })).toEqual(["tom-ellery", "imogen-hartley, a strip"]);
  expect(strips({ working: new Map() })).toEqual(["imogen-hartley", "tom-ellery"]);
  const appointments = [booked("10:00", "11:00", { therapistId: "imogen" })];
  expect(strips({ working, appointments })).toEqual(["imogen-hartley", "tom-ellery"]);
});

test("a colleague's column shows what is taken and the hours, and counts and offers nothing", () => {
  const taken = {
    therapistId: "tom",
    therapistName: "Tom Ellery",
    therapistShort: "Tom",
    service: "Deep Tissue Massage",
    minutes: 60,
  };
  const columns = drawn({
    therapists: [IMOGEN, { ...TOM, slug: null }],
    taken: [{ ...taken, start: wall("19:00"), end: wall("20:00") }],
    closures: [
      { id: "l", therapistId: "tom", reason: null, firstDay: DAY, lastDay: DAY, fromMinute: 900, toMinute: 960 },
    ],
  }).columns;
  expect(columns[1]).toMatchObject({ line: "09:00\u00a0to\u00a017:00", booked: 0, entries: [], gaps: [] });
  expect(columns[1]?.unavailable).toMatchObject([{ title: "Closed", removable: null }]);
  expect(columns[1]?.taken).toEqual([
    {
      at: 660,
      lasts: 60,
      ...{ lane: 0, lanes: 1, time: "19:00", service: "Deep Tissue Massage", minutes: 60, isPast: false },
    },
  ]);
});

test("two at once, which only another program can have written, stand beside each other", () => {
  const tom = tomsOf({ appointments: [booked("09:00", "10:00"), booked("09:30", "10:30")] });
  expect(tom.entries.map(({ lane, lanes }) => `${lane}/${lanes}`)).toEqual(["0/2", "1/2"]);
});

test("a tag tells what matters: held, pending, missed, first", () => {
  const tagOf = (given: Partial<DayAppointment>) =>
    tomsOf({ appointments: [booked("10:00", "11:00", given)] }).entries[0]?.tag?.words;
  expect(tagOf({})).toBeUndefined();
  expect(tagOf({ isNewClient: true })).toBe("New client");
  expect(tagOf({ status: "Pending", isNewClient: true })).toBe("Pending");
  expect(tagOf({ status: "Pending", holdUntil: wall("08:20") })).toBe("Held until 08:20");
  expect(tagOf({ status: "Pending", holdUntil: wall("07:20") })).toBe("Pending");
  expect(tagOf({ attendance: "missed" })).toBe("Did not attend");
});

test("the days of one therapist stand beside each other over the same hours", () => {
  const { columns, beside, minutes } = drawn({ dates: [DAY, "2027-05-06"], therapists: [TOM] });
  expect(columns.map(({ key, title }) => `${key} ${title}`)).toEqual(["2027-05-05 Wed 5", "2027-05-06 Thu 6"]);
  expect({ beside, minutes, tomorrow: columns[1]?.line }).toEqual({
    beside: "days",
    minutes: 600,
    tomorrow: "Not working",
  });
});

test("the day in numbers counts gaps of half an hour and more", () => {
  expect(dayInWords(drawn({ therapists: [TOM], appointments: [booked("09:20", "16:30")] }))).toBe("1 booked");
  expect(dayInWords(drawn({ therapists: [TOM], appointments: [booked("10:00", "16:00")] }))).toBe(
    "1 booked, 2 gaps worth filling",
  );
  expect(dayInWords(drawn({ now: wall("20:00") }))).toBe("No appointments");
  expect(dayInWords(drawn({ therapists: [], appointments: [] }))).toBe("No appointments");
});

test("a place is free, taken with its buffers, closed, or outside working hours", () => {
  const closures = [
    { id: "l", therapistId: "tom", reason: "Laundry", firstDay: DAY, lastDay: DAY, fromMinute: 900, toMinute: 960 },
  ];
  const tom = tomsOf({ closures, appointments: [booked("09:00", "10:00"), booked("12:00", "13:00", { name: "Kim" })] });
  const [dora] = tom.entries;
  if (!dora) throw new Error("Nobody is booked");
  const at = (minute: number) => dropPreviewInWords(previewDrop(tom, dora, { at: minute, lasts: 60 }));
  expect(at(60)).toBe("Free");
  expect(at(165)).toBe("Free");
  expect(at(170)).toBe("Taken: Kim");
  expect(at(310)).toBe("Taken: Kim");
  expect(at(315)).toBe("Free");
  expect(at(390)).toBe("Laundry");
  expect(at(0)).toBe("Outside working hours");
  expect(at(500)).toBe("Outside working hours");
});

test("arrow keys go by quarters of an hour, to the neighbour's column, and no further than the diary", () => {
  const { columns } = drawn();
  const held = { column: 0, at: 70, lasts: 60 };
  const after = (key: string, isLength = false) => stepped(held, key, { columns, isLength });
  expect(after("ArrowDown")).toEqual({ column: 0, at: 75, lasts: 60 });
  expect(after("ArrowUp")).toEqual({ column: 0, at: 60, lasts: 60 });
  expect(after("ArrowRight")).toEqual({ column: 1, at: 70, lasts: 60 });
  expect(after("ArrowLeft")).toEqual(held);
  expect(after("ArrowDown", true)).toEqual({ column: 0, at: 70, lasts: 75 });
  expect(after("ArrowUp", true)).toEqual({ column: 0, at: 70, lasts: 45 });
  expect(after("Home")).toBeNull();
  expect(within({ column: 9, at: 900, lasts: 60 }, columns)).toEqual({ column: 1, at: 540, lasts: 60 });
});
