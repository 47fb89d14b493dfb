import { expect, test } from "vitest";
import { dayOf, question, therapist, timesOf } from "#tests/support/availability/questions.ts";

const sundays = (fromMinute: number, toMinute: number) => [
  therapist({ weekly: [{ weekday: 7, fromMinute, toMinute }] }),
];
const spring = { from: "2027-03-28", now: Date.parse("2027-03-27T12:00:00Z") };
const autumn = { from: "2027-10-31", now: Date.parse("2027-10-30T12:00:00Z") };

test("in spring the hour that the clocks skip has no starts, and the night is an hour shorter", () => {
  expect(timesOf(question({ ...spring, therapists: sundays(0, 240) }))).toEqual([
    "00:00",
    "00:30",
    "02:00",
    "02:30",
    "03:00",
  ]);
});

test("in spring a slot over the change lasts its minutes, not the clock's", () => {
  const [slot] = dayOf(question({ ...spring, therapists: sundays(30, 180), length: 90 })).slots;
  expect(slot?.start).toBe(Date.parse("2027-03-28T00:30:00Z"));
  expect(dayOf(question({ ...spring, therapists: sundays(30, 180), length: 120 })).state).toBe("full");
});

test("in spring a range that lies in the skipped hour alone is no working time", () => {
  expect(dayOf(question({ ...spring, therapists: sundays(60, 120), length: 30 })).state).toBe("closed");
});

test("in autumn the hour that happens twice has its starts twice, at instants of their own", () => {
  const request = question({ ...autumn, therapists: sundays(0, 180) });
  expect(timesOf(request)).toEqual(["00:00", "00:30", "01:00", "01:30", "01:00", "01:30", "02:00"]);
  expect(new Set(dayOf(request).slots.map((slot) => slot.start)).size).toBe(7);
});

test("in autumn a range that ends in the repeated hour ends the first time round", () => {
  const request = question({ ...autumn, therapists: sundays(30, 90) });
  expect(dayOf(request).slots.map((slot) => slot.start)).toEqual([Date.parse("2027-10-31T00:30:00+01:00")]);
});

test("a grid of 45 minutes runs on over the change by elapsed time", () => {
  const request = question({ ...spring, therapists: sundays(0, 240), slotInterval: 45, length: 45 });
  expect(timesOf(request)).toEqual(["00:00", "00:45", "02:30", "03:15"]);
});

test("where the clocks change by half an hour, so does the night", () => {
  const request = question({
    zone: "Australia/Lord_Howe",
    from: "2027-10-03",
    now: Date.parse("2027-10-01T00:00:00Z"),
    therapists: sundays(60, 180),
  });
  expect(timesOf(request)).toEqual(["01:00", "01:30"]);
});

test("where midnight itself is skipped, the day begins at one", () => {
  const request = question({
    zone: "America/Havana",
    from: "2027-03-14",
    now: Date.parse("2027-03-13T00:00:00Z"),
    therapists: sundays(0, 150),
  });
  expect(timesOf(request)).toEqual(["01:00", "01:30"]);
});
