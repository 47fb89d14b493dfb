import { expect, test } from "vitest";
import { folded, foldedLines } from "#app/platform/search-text.ts";

test.each([
  ["ŁUKASZ  Żak ", "lukasz zak"],
  ["Élodie Brûlé", "elodie brule"],
  ["Ömer İpek", "omer ipek"],
  ["IŞIK", "isik"],
  ["ışık", "isik"],
  ["GROẞ Groß", "gross gross"],
  ["Søren Æbelø Þór", "soren aebelo thor"],
  ["O’Neill-Smith", "o'neill-smith"],
  ["ΝΙΚΟΣ νικος", "νικοσ νικοσ"],
  ["ﬁancé", "fiance"],
  ["", ""],
])("%s is folded", (text, expected) => {
  expect(folded(text)).toBe(expected);
  expect(folded(text.normalize("NFD"))).toBe(expected);
  expect(folded(expected)).toBe(expected);
});

test("each text has a line of its own", () => {
  expect(foldedLines("Ana ", null, "A@x.org")).toBe("ana\n\na@x.org");
});
