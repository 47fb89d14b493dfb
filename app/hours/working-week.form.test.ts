import { expect, test } from "vitest";
import { copyDay } from "#app/hours/working-week.form.ts";

const monday = { "week.1.0.from": "09:00", "week.1.0.to": "12:00", "week.1.1.from": "13:00", "week.1.1.to": "17:00" };
const friday = { "week.5.0.from": "10:00", "week.5.0.to": "14:00" };

test("Monday's times, typed or stored, replace those of each ticked day, and the ticks go", () => {
  const typed = { ...monday, ...friday, "week.5.2.from": "20:00", "break.from": "15:00" };
  expect(copyDay({ ...typed, "copy.to.5": "on", "copy.to.2": "on" })).toEqual({
    from: 1,
    to: [2, 5],
    fields: {
      ...monday,
      ...{ "week.2.0.from": "09:00", "week.2.0.to": "12:00", "week.2.1.from": "13:00", "week.2.1.to": "17:00" },
      ...{ "week.5.0.from": "09:00", "week.5.0.to": "12:00", "week.5.1.from": "13:00", "week.5.1.to": "17:00" },
      "break.from": "15:00",
    },
  });
});

test("another day can be copied, a day off too; to itself nothing is", () => {
  const { fields, to } = copyDay({ ...monday, ...friday, "copy.from": "5", "copy.to.1": "on", "copy.to.5": "on" });
  expect(to).toEqual([1]);
  expect(fields).toEqual({
    ...friday,
    "week.1.0.from": "10:00",
    "week.1.0.to": "14:00",
    "copy.from": "5",
  });
  expect(copyDay({ ...friday, "copy.from": "7", "copy.to.5": "on" }).fields).toEqual({ "copy.from": "7" });
});

test("without a tick nothing changes, whatever was sent as the day", () => {
  expect(copyDay({ ...monday, "copy.from": "9" })).toEqual({
    fields: { ...monday, "copy.from": "9" },
    from: 1,
    to: [],
  });
});
