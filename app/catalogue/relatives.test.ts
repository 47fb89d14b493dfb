import { expect, test } from "vitest";
import { relativesOf } from "#app/catalogue/relatives.ts";

const service = (slug: string, category = slug) => ({ slug, category });
const [deep, before, after, calm, foot, event] = [
  service("deep"),
  service("before", "event"),
  service("after"),
  service("calm"),
  service("foot"),
  service("event", "event"),
] as const;
const all = [deep, before, after, calm, foot, event];

test.each([
  [deep, [before, after]],
  [after, [before, calm]],
  [event, [before, foot]],
  [before, [event, deep]],
])("beside $slug stand its own category, then its neighbours", (one, expected) => {
  expect(relativesOf(one, all)).toEqual(expected);
});

test("a service that stands alone has none", () => {
  expect(relativesOf(deep, [deep])).toEqual([]);
});
