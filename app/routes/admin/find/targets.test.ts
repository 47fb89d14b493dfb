import { expect, test } from "vitest";
import { COMMANDS, commandsFor } from "#app/routes/admin/find/commands.ts";

const titles = (typed: string) => commandsFor(typed, () => true).map(({ title }) => title);

test("a page or an action is found by the beginning of its words, titles first", () => {
  expect(titles("add app")).toEqual(["Add Appointment"]);
  expect(titles("walk-in")).toEqual(["Add Appointment"]);
  expect(titles("DIÁ")[0]).toBe("Diary");
  expect(titles("hours")[0]).toBe("Hours");
  expect(titles("our")).not.toContain("Hours");
  expect(titles("zzzz")).toEqual([]);
  expect(titles("")).toEqual(COMMANDS.map(({ title }) => title));
});

test("each place is there once", () => {
  const places = COMMANDS.map(({ to }) => to);
  expect(new Set(places).size).toBe(places.length);
});
