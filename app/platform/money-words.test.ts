import fc from "fast-check";
import { expect, test } from "vitest";
import { parsePrice, priceInField, priceInFull, priceInProse } from "#app/platform/money-words.ts";

const pence = fc.integer({ min: 0, max: 9_999_999 });

test.each([
  ["48", 4800],
  ["48.5", 4850],
  ["48.50", 4850],
  ["£48", 4800],
  [" £48.05 ", 4805],
  ["1,250.00", 125_000],
  ["£1,250", 125_000],
  ["1250", 125_000],
  ["0", 0],
  ["0.50", 50],
])("%j is read as %i pence", (typed, expected) => {
  expect(parsePrice(typed)).toBe(expected);
});

test.each([
  ...["", " ", "£", "a lot", "12,50", "1,25", "12,5", "1,2500", ",500", "1,,250", "0,500", "01,250", "48,", "48."],
  ...[".50", "48.505", "48.5.0", "-48", "+48", "4 8", "48p", "$48", "€48", "4e3", "0x30", "1.250,00", "1'250", "£££48"],
  ...["48 pounds", "100000", "１２", "1,000,000"],
])("%j is no price", (typed) => {
  expect(parsePrice(typed)).toBeNull();
});

test("every price that we write is read as the same price", () => {
  fc.assert(
    fc.property(pence, (sum) => {
      for (const write of [priceInField, priceInFull, priceInProse]) expect(parsePrice(write(sum))).toBe(sum);
    }),
  );
});

test("what is below zero has a minus, not a hyphen", () => {
  expect([priceInFull(-5800), priceInProse(-5800), priceInProse(-5850)]).toEqual([
    "\u2212£58.00",
    "\u2212£58",
    "\u2212£58.50",
  ]);
  expect(priceInField(-125_000)).toBe("\u22121,250.00");
});

test("nothing but pounds, whole thousands and at most two decimals is ever read", () => {
  const piece = fc.constantFrom("£", ",", ".", "-", " ", "0", "1", "9", "25", "500", "e");
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(piece, { maxLength: 6 }).map((all) => all.join("")),
      ),
      (typed) => {
        const sum = parsePrice(typed);
        if (sum === null) return;
        const written = priceInField(sum);
        const plain = typed.trim().replace("£", "");
        const [whole = "", decimals = ""] = plain.split(".");
        const full = `${whole}.${decimals.padEnd(2, "0")}`;
        expect([written, written.replaceAll(",", "")]).toContain(full);
      },
    ),
  );
});

test("prices of £1,000 and more are written with a comma", () => {
  expect(priceInFull(125_000)).toBe("£1,250.00");
  expect(priceInProse(125_000)).toBe("£1,250");
  expect(priceInProse(125_050)).toBe("£1,250.50");
  expect(priceInField(125_000)).toBe("1,250.00");
  expect(priceInFull(5800)).toBe("£58.00");
});
