import { expect, test } from "vitest";
import { dayAxis } from "#app/diary/day-axis.ts";
import { type NamedClosure, unavailableTimes } from "#app/diary/unavailable-time.ts";
import { instantOf } from "#app/platform/date-time.ts";

const DAY = "2027-05-05";
const axis = dayAxis(DAY, { fromMinute: 480, toMinute: 1080 }, { zone: "Europe/London", isWall: false });
const NINE_TO_FIVE = [{ fromMinute: 540, toMinute: 1020 }];
const SPLIT = [
  { fromMinute: 540, toMinute: 720 },
  { fromMinute: 780, toMinute: 900 },
  { fromMinute: 915, toMinute: 1020 },
];

function closure(given: Partial<NamedClosure>): NamedClosure {
  const whole = { fromMinute: null, toMinute: null, firstDay: DAY, lastDay: DAY };
  return { id: "closure", therapistId: null, reason: null, ...whole, ...given };
}

test("a pause between two parts of a day is lunch about noon, and a break at other times", () => {
  expect(unavailableTimes(axis, { open: SPLIT, closures: [] })).toEqual([
    { at: 240, lasts: 60, title: "Lunch", removable: null },
    { at: 420, lasts: 15, title: "Break", removable: null },
  ]);
});

test("hours apart by more than two hours are two parts of a day, without a break", () => {
  const parts = [
    { fromMinute: 540, toMinute: 660 },
    { fromMinute: 960, toMinute: 1080 },
  ];
  expect(unavailableTimes(axis, { open: parts, closures: [] })).toEqual([]);
});

test("time off is named, and one press opens it again where it is one day of one therapist", () => {
  const holiday = closure({ id: "off", therapistId: "tom", reason: "Holiday" });
  expect(unavailableTimes(axis, { open: NINE_TO_FIVE, closures: [holiday] })).toEqual([
    { at: 0, lasts: 600, title: "Holiday", removable: "off" },
  ]);
  const longer = { ...holiday, lastDay: "2027-05-09" };
  expect(unavailableTimes(axis, { open: NINE_TO_FIVE, closures: [longer] })[0]?.removable).toBeNull();
});

test("a therapist's own closure stands before everybody's, which fills the rest", () => {
  const closures = [
    closure({ reason: "Bank holiday" }),
    closure({ id: "own", therapistId: "tom", reason: "Dentist", fromMinute: 600, toMinute: 660 }),
  ];
  expect(unavailableTimes(axis, { open: SPLIT, closures })).toEqual([
    { at: 0, lasts: 120, title: "Bank holiday", removable: null },
    { at: 120, lasts: 60, title: "Dentist", removable: "own" },
    { at: 180, lasts: 420, title: "Bank holiday", removable: null },
  ]);
});

test("a closure over lunch takes it in, and one without a reason is closed", () => {
  const closures = [closure({ fromMinute: 720, toMinute: 780 })];
  expect(unavailableTimes(axis, { open: SPLIT.slice(0, 2), closures })).toEqual([
    { at: 240, lasts: 60, title: "Closed", removable: null },
  ]);
});

test.each([
  ["2027-03-28", 23],
  ["2027-10-31", 25],
])("a closed day when the clocks change is hatched to its end (%s)", (date, hours) => {
  const whole = dayAxis(date, { fromMinute: 0, toMinute: 1440 }, { zone: "Europe/London", isWall: false });
  const off = closure({ firstDay: date, lastDay: date, reason: "Off" });
  expect(unavailableTimes(whole, { open: [], closures: [off] })).toMatchObject([{ at: 0, lasts: hours * 60 }]);
});

test("what their own calendar says is named, but where the practice is closed", () => {
  const busy = [
    { start: instantOf(axis.date, 600, axis.zone), end: instantOf(axis.date, 660, axis.zone) },
    { start: instantOf(axis.date, 630, axis.zone), end: instantOf(axis.date, 690, axis.zone) },
  ];
  expect(unavailableTimes(axis, { open: NINE_TO_FIVE, closures: [], busy })).toMatchObject([
    { title: "Busy in own calendar", lasts: 90, removable: null },
  ]);
});
