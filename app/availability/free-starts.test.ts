import { expect, test } from "vitest";
import { type FreeDay, freeStarts, nearestStarts, refusalOf } from "#app/availability/free-starts.ts";
import { busy, closure, dayOf, opening, question, therapist, timesOf } from "#tests/support/availability/questions.ts";

test("starts stand on the range's grid, and the last slot ends with the range", () => {
  expect(timesOf(question())).toEqual(["09:00", "09:30", "10:00", "10:30", "11:00"]);
  expect(timesOf(question({ slotInterval: 45, length: 45 }))).toEqual(["09:00", "09:45", "10:30", "11:15"]);
});

test("a slot may begin when another ends, as ranges are half-open", () => {
  const therapists = [therapist({ busy: [busy("10:00", "11:00")] })];
  expect(timesOf(question({ therapists }))).toEqual(["09:00", "11:00"]);
});

test("the grid does not shift after a booking that ends between its lines", () => {
  const therapists = [therapist({ busy: [busy("09:00", "09:35")] })];
  expect(timesOf(question({ therapists }))).toEqual(["10:00", "10:30", "11:00"]);
});

test("buffers keep blocks apart but may lie outside working hours", () => {
  const therapists = [therapist({ busy: [busy("10:00", "10:30")] })];
  const buffered = question({ therapists, length: 30, bufferBefore: 15, bufferAfter: 15 });
  expect(timesOf(buffered)).toEqual(["09:00", "11:00", "11:30"]);
});

test("a closure cuts the slots, neither shifting the grid nor minding a buffer", () => {
  const therapists = [therapist({ exceptions: [closure({ fromMinute: 600, toMinute: 640 })] })];
  expect(timesOf(question({ therapists, bufferAfter: 30 }))).toEqual(["09:00", "11:00"]);
});

test("an extra opening that touches the week's range makes it longer, on one grid", () => {
  const therapists = [therapist({ exceptions: [opening(720, 765)] })];
  expect(timesOf(question({ therapists }))).toEqual(["09:00", "09:30", "10:00", "10:30", "11:00", "11:30"]);
});

test("an extra opening apart from the week's range has its own grid", () => {
  const therapists = [therapist({ exceptions: [opening(790, 860)] })];
  expect(timesOf(question({ therapists })).slice(-2)).toEqual(["11:00", "13:10"]);
});

test("a closure wins over an opening", () => {
  const therapists = [therapist({ exceptions: [opening(780, 1020), closure()] })];
  expect(dayOf(question({ therapists })).state).toBe("closed");
});

test("a start needs the notice, and is fine with exactly that", () => {
  const therapists = [therapist()];
  const now = Date.parse("2027-06-01T08:30:00+01:00");
  expect(timesOf(question({ therapists, now, notice: 120 }))).toEqual(["10:30", "11:00"]);
  expect(timesOf(question({ therapists, now: now + 1, notice: 120 }))).toEqual(["11:00"]);
});

test("today is over once nobody could start any more, and full while only bookings stand in the way", () => {
  const busyAll = [busy("09:00", "12:00")];
  const morning = Date.parse("2027-06-01T08:00:00+01:00");
  expect(dayOf(question({ therapists: [therapist({ busy: busyAll })], now: morning })).state).toBe("full");
  expect(dayOf(question({ therapists: [therapist()], now: Date.parse("2027-06-01T11:55:00+01:00") })).state).toBe(
    "over",
  );
});

test("anyone is the union of the therapists, each start with who is free for it", () => {
  const therapists = [
    therapist({ id: "zoe", busy: [busy("09:00", "10:30")] }),
    therapist({ id: "ana", busy: [busy("10:30", "12:00")] }),
  ];
  const { slots } = dayOf(question({ therapists, slotInterval: 60 }));
  expect(slots.map((slot) => slot.therapists)).toEqual([["ana"], ["zoe"]]);
  const both = dayOf(question({ therapists: [therapist({ id: "zoe" }), therapist({ id: "ana" })], length: 180 }));
  expect(both.slots.map((slot) => slot.therapists)).toEqual([["zoe", "ana"]]);
});

test("a day is full when somebody works and nothing is left", () => {
  const therapists = [therapist({ busy: [busy("09:00", "12:00")] })];
  expect(dayOf(question({ therapists }))).toEqual({ date: "2027-06-01", state: "full", closure: null, slots: [] });
  expect(dayOf(question({ length: 185 })).state).toBe("full");
});

test("a day on which nobody works is closed, with the sentence that most closures have", () => {
  const holiday = closure({ firstDay: "2027-05-20", lastDay: "2027-06-03", publicNote: "Ana's holiday" });
  const training = closure({ publicNote: "staff training" });
  const therapists = [therapist({ exceptions: [holiday, training] }), therapist({ exceptions: [training] })];
  expect(dayOf(question({ therapists }))).toMatchObject({ state: "closed", closure: { note: "staff training" } });
  expect(dayOf(question({ from: "2027-06-02" }))).toMatchObject({ state: "closed", closure: null });
});

test("a closure without a sentence is told from a day that nobody works", () => {
  const shut = [therapist({ exceptions: [closure()] })];
  expect(dayOf(question({ therapists: shut }))).toMatchObject({ state: "closed", closure: { note: null } });
  const sunday = { firstDay: "2027-06-02", lastDay: "2027-06-02" };
  const free = [therapist({ exceptions: [closure(sunday)] })];
  expect(dayOf(question({ from: "2027-06-02", therapists: free }))).toMatchObject({ state: "closed", closure: null });
});

test("a day on which one is closed and another works is open and no closure is named", () => {
  const therapists = [therapist({ exceptions: [closure({ publicNote: "training" })] }), therapist({ id: "zoe" })];
  expect(dayOf(question({ therapists }))).toMatchObject({ state: "open", closure: null });
});

test("days before today and past the horizon are outside, the last day of the horizon is not", () => {
  const days = freeStarts(question({ from: "2027-05-30", to: "2027-06-09", horizonDays: 8 }));
  expect(days.filter((day) => day.state === "outside").map((day) => day.date)).toEqual(["2027-05-30", "2027-06-09"]);
  expect(days.filter((day) => day.state === "open").map((day) => day.date)).toEqual(["2027-06-01", "2027-06-08"]);
});

test("today is the practice's day, not the machine's", () => {
  const now = Date.parse("2027-05-31T23:30:00Z");
  expect(dayOf(question({ from: "2027-05-31", now })).state).toBe("outside");
  expect(dayOf(question({ now })).state).toBe("open");
});

test("nothing runs on over midnight: two ranges that touch there are two", () => {
  const late = { weekday: 2, fromMinute: 1380, toMinute: 1440 };
  const early = { weekday: 3, fromMinute: 0, toMinute: 60 };
  const request = question({ to: "2027-06-02", therapists: [therapist({ weekly: [late, early] })] });
  expect(timesOf(request)).toEqual(["23:00", "00:00"]);
});

test("a booking of the evening before keeps its buffer after midnight", () => {
  const weekly = [{ weekday: 2, fromMinute: 0, toMinute: 120 }];
  const late = { start: Date.parse("2027-05-31T23:00:00+01:00"), end: Date.parse("2027-06-01T00:15:00+01:00") };
  expect(timesOf(question({ therapists: [therapist({ weekly, busy: [late] })] }))).toEqual(["00:30", "01:00"]);
});

const day = (...starts: number[]): FreeDay => ({
  date: "2027-06-01",
  state: "open",
  closure: null,
  slots: starts.map((start) => ({ start, therapists: ["ana"] })),
});
const startsNear = (days: FreeDay[], wanted: number, count: number) =>
  nearestStarts(days, wanted, count).map((slot) => slot.start);

test("the nearest come back in order of time, over several days", () => {
  expect(startsNear([day(10, 40, 55), day(70, 200)], 60, 3)).toEqual([40, 55, 70]);
});

test("of two as near the earlier is taken", () => {
  expect(startsNear([day(50, 70)], 60, 1)).toEqual([50]);
  // The days may come in any order.
  expect(startsNear([day(70), day(50)], 60, 1)).toEqual([50]);
});

test("fewer than asked for are all there are", () => {
  expect(startsNear([day(10), day()], 60, 3)).toEqual([10]);
  expect(startsNear([], 60, 3)).toEqual([]);
});

const at = (time: string) => Date.parse(`2027-06-01T${time}:00+01:00`);

test("a free start is not refused, whatever dates the question is about", () => {
  expect(refusalOf(question(), at("10:30"), null)).toBeNull();
  expect(refusalOf(question({ from: "2027-07-01" }), at("10:30"), "ana")).toBeNull();
});

test("what is over is past, this very moment is not", () => {
  const request = question({ now: at("10:00") });
  expect(refusalOf(request, at("09:30"), null)).toBe("past");
  expect(refusalOf(request, at("10:00"), null)).toBeNull();
});

test("what leaves less than the notice is too soon", () => {
  const request = question({ now: at("09:00"), notice: 60 });
  expect(refusalOf(request, at("09:30"), null)).toBe("too-soon");
  expect(refusalOf(request, at("10:00"), null)).toBeNull();
});

test("a day past the horizon is too far, its last day is not", () => {
  expect(refusalOf(question({ horizonDays: 0 }), at("10:00"), null)).toBe("too-far");
  expect(refusalOf(question({ horizonDays: 1 }), at("10:00"), null)).toBeNull();
});

test("a slot that no working range holds is closed, buffers aside", () => {
  expect(refusalOf(question(), at("11:30"), null)).toBe("closed");
  expect(refusalOf(question({ bufferBefore: 30, bufferAfter: 30, length: 180 }), at("09:00"), null)).toBeNull();
  const therapists = [therapist({ exceptions: [closure({ fromMinute: 600, toMinute: 605 })] })];
  expect(refusalOf(question({ therapists }), at("09:30"), null)).toBe("closed");
});

test("a start between the grid's lines is off the grid, to the millisecond", () => {
  expect(refusalOf(question(), at("09:15"), null)).toBe("off-grid");
  expect(refusalOf(question(), at("09:30") + 1, null)).toBe("off-grid");
});

test("a start whose block meets a busy block is taken, one that touches it is not", () => {
  const therapists = [therapist({ busy: [busy("10:30", "11:00")] })];
  expect(refusalOf(question({ therapists }), at("10:00"), null)).toBe("taken");
  expect(refusalOf(question({ therapists }), at("09:30"), null)).toBeNull();
  expect(refusalOf(question({ therapists, bufferAfter: 5 }), at("09:30"), null)).toBe("taken");
});

test("anyone will do when nobody is named, and only the one who is", () => {
  const therapists = [therapist({ id: "zoe", busy: [busy("09:00", "12:00")] }), therapist()];
  expect(refusalOf(question({ therapists }), at("10:00"), null)).toBeNull();
  expect(refusalOf(question({ therapists }), at("10:00"), "ana")).toBeNull();
  expect(refusalOf(question({ therapists }), at("10:00"), "zoe")).toBe("taken");
  expect(refusalOf(question({ therapists }), at("10:00"), "nobody")).toBe("closed");
});

test("of several reasons the first is given", () => {
  const therapists = [therapist({ busy: [busy("09:00", "12:00")] })];
  const request = question({ therapists, now: at("09:00"), notice: 240, horizonDays: 0 });
  expect(refusalOf(request, at("08:55"), null)).toBe("past");
  expect(refusalOf(request, at("09:05"), null)).toBe("too-soon");
  expect(refusalOf(question({ therapists, horizonDays: 0 }), at("03:05"), null)).toBe("too-far");
  expect(refusalOf(question({ therapists }), at("03:05"), null)).toBe("closed");
  expect(refusalOf(question({ therapists }), at("09:05"), null)).toBe("off-grid");
});
