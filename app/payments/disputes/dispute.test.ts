import { expect, test } from "vitest";
import { isToAnswer, moneyInWords, reasonInWords, takenOf } from "#app/payments/disputes/dispute.ts";

const TAKEN = { pence: -4800, feePence: 2000 };
const BACK = { pence: 4800, feePence: -2000 };
const money = (rest: object) =>
  moneyInWords({ state: "open", pence: 4800, takenPence: 4800, moves: [TAKEN], ...rest }, "Stripe");

test("what a bank took and gave back adds up, the fee apart", () => {
  expect([takenOf([]), takenOf([TAKEN]), takenOf([TAKEN, BACK])]).toEqual([0, 4800, 0]);
});

test("what becomes of the money is said for each state", () => {
  expect(money({})).toBe(
    "£48.00 was taken from your account at Stripe. You get it back if the bank decides in your favour. Stripe also charged a fee of £20.00.",
  );
  expect(money({ state: "lost" })).toContain("You will not get it back.");
  expect(money({ state: "won", takenPence: 0, moves: [TAKEN, BACK] })).toBe(
    "The money was taken, and has come back to your account at Stripe.",
  );
  expect(money({ state: "question", takenPence: 0, moves: [] })).toContain("No money has been taken so far.");
  expect(money({ state: "closed", takenPence: 0, moves: [] })).toBe("No money was taken.");
});

test("an unknown reason says that nobody knows, and only an open one waits for an answer", () => {
  expect(reasonInWords("fraudulent", "Stripe")).toContain("did not make this payment");
  expect(reasonInWords("a_new_word", "Stripe")).toBe("Stripe does not say why.");
  expect((["open", "question", "answered", "taken"] as const).map(isToAnswer)).toEqual([true, true, false, false]);
});
