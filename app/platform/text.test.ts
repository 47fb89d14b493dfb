import { expect, test } from "vitest";
import { anchorOf, typographic } from "#app/platform/text.ts";

test.each([
  ["the joinery's saw", "the joinery’s saw"],
  ["four minutes' walk, O'Brien", "four minutes’ walk, O’Brien"],
  ['told to "just rest"', "told to “just rest”"],
  ["say 'when', then stop", "say ‘when’, then stop"],
  ["o'brien@example.com or https://x.example/it's", "o'brien@example.com or https://x.example/it's"],
  ["Ashenholme LY7 4QG", "Ashenholme LY7\u00a04QG"],
  ["by e-mail. E-mail us at e-mail@x.example", "by e-\u2060mail. E-\u2060mail us at e-mail@x.example"],
])("%s", (typed, shown) => {
  expect(typographic(typed)).toBe(shown);
});

test.each([
  ["What should I wear?", "what-should-i-wear"],
  ["Do I need a GP's letter?", "do-i-need-a-gps-letter"],
  ["Less than 24 hours before, or you do not come", "less-than-24-hours-before-or-you-do-not-come"],
  ["Entrée", "entree"],
  ["?!", "section"],
])("%s ends in #%s", (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});
