import { expect, test } from "vitest";
import { refusalOf } from "#app/availability/refusal.ts";
import { busy, closure, question, therapist } from "#tests/support/availability/questions.ts";

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
