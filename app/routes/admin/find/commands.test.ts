import { expect, test } from "vitest";
import { COMMANDS, commandsFor } from "#app/routes/admin/find/commands.ts";

const pages = { leads: () => true, own: [] };
const titles = (typed: string) => commandsFor(typed, pages).map(({ title }) => title);

test("a page or an action is found by the beginning of its words, titles first", () => {
  expect(titles("add app")).toEqual(["Add Appointment"]);
  expect(titles("walk-in")).toEqual(["Add Appointment"]);
  expect(titles("DIÁ")[0]).toBe("Diary");
  expect(titles("hours")[0]).toBe("Hours");
  expect(titles("our")).not.toContain("Hours");
  expect(titles("zzzz")).toEqual([]);
  expect(titles("")).toEqual(COMMANDS.map(({ title }) => title));
});

test("a page of their own is found beside those that are open to them", () => {
  const own = [{ to: "/admin/therapists/t1", title: "Your profile", about: "picture" }];
  const leads = (to: string) => to === "/admin";
  expect(commandsFor("", { leads, own }).map(({ title }) => title)).toEqual(["Dashboard", "Your profile"]);
  expect(commandsFor("pict", { leads, own })).toEqual(own);
  expect(commandsFor("pict", { leads, own: [] })).toEqual([]);
});

test("each place is there once", () => {
  const places = COMMANDS.map(({ to }) => to);
  expect(new Set(places).size).toBe(places.length);
});
