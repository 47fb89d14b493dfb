import { expect, test } from "vitest";
import { soundsLike, soundsOf } from "#app/clients/sounds.ts";

test("names have the codes of Daitch and Mokotoff", () => {
  expect(soundsOf("Wiśniewska")).toEqual(["746745"]);
  expect(soundsOf("Lindqvist")).toEqual(["8635743"]);
  expect(soundsOf("Moskowitz")).toEqual(["64574"]);
  expect(soundsOf("Rzesz")).toEqual(["944", "44"]);
});

test.each([
  ["linkvist", "Astrid Lindqvist"],
  ["linkv", "Astrid Lindqvist"],
  ["vishnevska", "Zofia Wiśniewska"],
  ["katrin schmit", "Catherine Schmidt"],
  ["Łukash", "Lucas Grey"],
])("“%s” finds %s", (typed, name) => {
  expect(soundsLike(typed)?.(name)).toBe(true);
});

test.each([
  ["linkvist", "Ada Smith"],
  ["ann", "Nina Moore"],
  ["katrin brown", "Catherine Schmidt"],
  ["", "Ada Smith"],
  ["07700", "Ada Smith"],
])("“%s” does not find %s", (typed, name) => {
  expect(soundsLike(typed)?.(name) ?? false).toBe(false);
});
