import { expect, test } from "vitest";
import { slugFor } from "#app/catalogue/slug.ts";

test.each([
  ["Pre-Event Massage", [], "pre-event-massage"],
  ["Pre-Event Massage", ["pre-event-massage"], "pre-event-massage-2"],
  ["Réflexologie", [], "reflexologie"],
  ["🌸", [], "treatment"],
  ["按摩", ["treatment"], "treatment-2"],
])("%s beside %j has the address %s", (title, taken, slug) => {
  expect(slugFor(title, new Set(taken), "treatment")).toBe(slug);
});
