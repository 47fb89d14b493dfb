import { expect, test } from "vitest";
import { anchorOf } from "#app/platform/anchor.ts";

test.each([
  ["What should I wear?", "what-should-i-wear"],
  ["Do I need a GP's letter?", "do-i-need-a-gps-letter"],
  ["Less than 24 hours before, or you do not come", "less-than-24-hours-before-or-you-do-not-come"],
  ["Entrée", "entree"],
  ["?!", "section"],
])("%s ends in #%s", (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});
