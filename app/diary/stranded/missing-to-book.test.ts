import { expect, test } from "vitest";
import { missingInWords, missingToBook } from "#app/diary/stranded/missing-to-book.ts";

const weekly = [{ weekday: 1, fromMinute: 540, toMinute: 1020 }];
const day = { firstDay: "2027-05-07", lastDay: "2027-05-07", fromMinute: null, toMinute: null, publicNote: null };
const none = { weekly: [], exceptions: [] };

test("a therapist needs hours and a service, and each that is missing is named", () => {
  expect(missingToBook({ ...none, weekly }, true)).toEqual([]);
  expect(missingToBook(none, true)).toEqual(["hours"]);
  expect(missingToBook({ ...none, weekly }, false)).toEqual(["service"]);
  expect(missingToBook(none, false)).toEqual(["hours", "service"]);
});

test("an extra opening is hours, a closure is not", () => {
  expect(missingToBook({ ...none, exceptions: [{ kind: "opening", ...day }] }, true)).toEqual([]);
  expect(missingToBook({ ...none, exceptions: [{ kind: "closure", ...day }] }, true)).toEqual(["hours"]);
});

test("what is missing is said in one sentence", () => {
  expect(missingInWords(["hours", "service"])).toBe("Can't be booked yet: no working hours, gives no service.");
  expect(missingInWords(["service"])).toBe("Can't be booked yet: gives no service.");
});
