import { expect, test } from "vitest";
import { toldWeek } from "#app/diary/told-week.ts";

const monday = { weekday: 1, fromMinute: 540, toMinute: 600 };

test("a week is told by the day, two weeks in turn apart", () => {
  expect(toldWeek([monday])).toMatchObject({ Monday: "9:00 AM to 10:00 AM", Tuesday: "Closed" });
  const cycle = { weekAFrom: "2027-05-03", week: "B" } as const;
  expect(toldWeek([monday, { weekday: 2, fromMinute: 540, toMinute: 600, cycle }])).toMatchObject({
    "Monday of week A": "9:00 AM to 10:00 AM",
    "Monday of week B": "9:00 AM to 10:00 AM",
    "Tuesday of week A": "Closed",
    "Tuesday of week B": "9:00 AM to 10:00 AM",
    weekAFrom: "2027-05-03",
  });
});
