import { expect, test } from "vitest";
import { shortNameOf } from "#app/catalogue/therapist.ts";

const shortOf = (...names: string[]) => {
  const everyone = names.map((name, index) => ({ id: String(index), name }));
  return everyone.map((one) => shortNameOf(one, everyone));
};

test.each([
  [
    ["Imogen Hartley", "Tom Ellery"],
    ["Imogen", "Tom"],
  ],
  [
    ["Imogen Hartley", "Imogen Sandhu", "Tom Ellery"],
    ["Imogen H.", "Imogen S.", "Tom"],
  ],
  [
    ["Imogen Hartley", "Imogen Hale", "Imogen"],
    ["Imogen Hartley", "Imogen Hale", "Imogen"],
  ],
  [
    ["Dr Imogen Hartley", "🌸 imogen Hale", "Imogen Sandhu"],
    ["Dr Imogen Hartley", "🌸 imogen Hale", "Imogen S."],
  ],
  [
    ["Imogen Hartley", "Imogen Hartley"],
    ["Imogen Hartley 1", "Imogen Hartley 2"],
  ],
  [
    ["Dr Hartley", "Dr Ellery"],
    ["Hartley", "Ellery"],
  ],
])("%j are told apart as %j", (names, short) => {
  expect(shortOf(...names)).toEqual(short);
});

test("whoever has left is told apart from those who work here", () => {
  const here = [{ id: "1", name: "Imogen Hartley" }];
  expect(shortNameOf({ id: "0", name: "Imogen Sandhu" }, here)).toBe("Imogen S.");
});
