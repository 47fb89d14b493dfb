import { expect, test } from "vitest";
import { readWallTime, wallTimeFault } from "#app/platform/wall-time.ts";

const LONDON = "Europe/London";
const at = (time: string) => ({ kind: "at", start: Date.parse(time) });

test("a time that the clocks skip is refused with a sentence and a time that exists", () => {
  expect(readWallTime({ day: "2027-03-28", minute: 90 }, LONDON)).toEqual({
    kind: "invalid",
    field: "time",
    message:
      "01:30 on Sun 28 Mar 2027 does not exist, because the clocks go forward. Enter another time, such as 02:00",
  });
  expect(readWallTime({ day: "2027-03-28", minute: 90, which: "second" }, LONDON).kind).toBe("invalid");
  expect(readWallTime({ day: "2027-03-28", minute: 120 }, LONDON)).toEqual(at("2027-03-28T01:00Z"));
});

test("a time that happens twice asks which, and the answer decides", () => {
  const wall = { day: "2027-10-31", minute: 90 };
  expect(readWallTime(wall, LONDON)).toEqual({
    kind: "invalid",
    field: "which",
    message: "01:30 on Sun 31 Oct 2027 happens twice, because the clocks go back. Choose which one",
  });
  expect(readWallTime({ ...wall, which: "first" }, LONDON)).toEqual(at("2027-10-31T00:30Z"));
  expect(readWallTime({ ...wall, which: "second" }, LONDON)).toEqual(at("2027-10-31T01:30Z"));
});

test("an answer is ignored for a time that happens once", () => {
  const wall = { day: "2027-05-05", minute: 600 };
  expect(readWallTime({ ...wall, which: "second" }, LONDON)).toEqual(at("2027-05-05T09:00Z"));
  expect(wallTimeFault(wall, LONDON)).toBeNull();
});

test("where nothing can ask, both are refused, also when no later time of that day would do", () => {
  expect(wallTimeFault({ day: "2027-10-31", minute: 90 }, LONDON)).toBe(
    "01:30 on Sun 31 Oct 2027 happens twice, because the clocks go back. Enter another time, such as 02:00",
  );
  // Greenland's clocks go forward in the last hour of a Saturday.
  expect(wallTimeFault({ day: "2027-03-27", minute: 1410 }, "America/Godthab")).toMatch(
    /forward\. Enter another time$/,
  );
});
