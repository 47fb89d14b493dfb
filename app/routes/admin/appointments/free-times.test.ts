import { expect, test } from "vitest";
import { noteOf } from "#app/routes/admin/appointments/free-times.ts";

test.each([
  ["one therapist is off", { state: "closed", closed: false }, true, "This therapist does not work that day."],
  ["everyone is off", { state: "closed", closed: false }, false, "No one works that day."],
  ["the day is closed", { state: "closed", closed: true }, true, "Closed that day."],
  ["everything is taken", { state: "open", closed: false }, true, "No free times then."],
] as const)("when %s, the note says that and no more", (_, day, isOne, words) => {
  expect(noteOf(day as Parameters<typeof noteOf>[0], isOne)).toBe(words);
});
