import { expect, test } from "vitest";
import { takingFrom } from "#app/payments/checkout.form.ts";
import { MONEY_ERROR, parseMoney, parseSum, vatWithin } from "#app/payments/money.ts";

test("pounds with up to two decimals are read, and nothing that could mean something else", () => {
  expect(["48", "48.5", "£48.50", "1,250.00", "0", "10000"].map(parseMoney)).toEqual([
    4800, 4850, 4850, 125_000, 0, 1_000_000,
  ]);
  const refused = ["-1", "1.005", "12,50", "1,250", "10000.01", "10001", "1e3", "", "4 8", "٤٨", "NaN", "1,25.00"];
  expect(refused.map(parseMoney)).toEqual(refused.map(() => null));
});

test("a sum may be below zero, with either minus", () => {
  expect(["-48", "−£48.50", "- 6", "-0", "12"].map(parseSum)).toEqual([-4800, -4850, -600, 0, 1200]);
  expect(["--48", "-", "£-48", "4-8"].map(parseSum)).toEqual([null, null, null, null]);
});

test("the VAT within a price is rounded to the penny, and taken back whole", () => {
  expect([vatWithin(4800, 2000), vatWithin(-4800, 2000), vatWithin(4799, 2000), vatWithin(4800, null)]).toEqual([
    800, -800, 800, 0,
  ]);
});

test("a method takes all there is to pay, with extras, price change and tip", () => {
  const fields = {
    pay: "card",
    seen: "4800",
    extraText: "Ball",
    extra: "9",
    off: "5",
    reason: "First visit",
    tip: "2.50",
  };
  expect(takingFrom(fields)).toEqual({
    kind: "valid",
    taking: {
      lines: [{ method: "card", pence: 5450 }],
      tipPence: 250,
      extras: [{ text: "Ball", pence: 900 }],
      discount: { pence: 500, reason: "First visit" },
      seenPence: 4800,
    },
  });
});

test("in a split the last method takes the rest, or leaves it on the balance", () => {
  const split = { seen: "9100", splitMethod: "voucher", split: "50" };
  const lines = (pay: string) => {
    const read = takingFrom({ ...split, pay });
    return read.kind === "valid" && read.taking.lines;
  };
  expect(lines("card")).toEqual([
    { method: "voucher", pence: 5000 },
    { method: "card", pence: 4100 },
  ]);
  expect(lines("later")).toEqual([{ method: "voucher", pence: 5000 }]);
});

test("an amount that can't be read is refused with a sentence", () => {
  expect(takingFrom({ pay: "cash", seen: "4800", tip: "2,50" })).toEqual({
    kind: "invalid",
    errors: { tip: MONEY_ERROR },
  });
});
