import { expect, test } from "vitest";
import { weekAuditView } from "#app/diary/stranded/week-audit-view.ts";

const monday = { weekday: 1, fromMinute: 540, toMinute: 600 };

test("a week is told by the day, two weeks in turn apart", () => {
  expect(weekAuditView([monday])).toMatchObject({ Monday: "9:00 AM to 10:00 AM", Tuesday: "Closed" });
  const cycle = { weekAFrom: "2027-05-03", week: "B" } as const;
  expect(weekAuditView([monday, { weekday: 2, fromMinute: 540, toMinute: 600, cycle }])).toMatchObject({
    "Monday of week A": "9:00 AM to 10:00 AM",
    "Monday of week B": "9:00 AM to 10:00 AM",
    "Tuesday of week A": "Closed",
    "Tuesday of week B": "9:00 AM to 10:00 AM",
    weekAFrom: "2027-05-03",
  });
});
