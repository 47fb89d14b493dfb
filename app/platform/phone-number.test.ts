import { expect, test } from "vitest";
import { e164Of, readablePhone } from "#app/platform/phone-number.ts";

test.each([
  ["07700 900982", "+447700900982"],
  ["(020) 7946 0018", "+442079460018"],
  ["+44 7700 900 982", "+447700900982"],
  ["01632 960 417", "+441632960417"],
  ["+1 213 373 4253", "+12133734253"],
])("reads %s", (typed, e164) => {
  expect(e164Of(typed)).toBe(e164);
});

test.each(["", "12", "not a number", "07700", "07700 90", "07700 9009", "+44 7700 900 982 000 000"])(
  "refuses %j",
  (typed) => {
    expect(e164Of(typed)).toBeNull();
  },
);

test("shows a UK number nationally and others with their country code", () => {
  expect(readablePhone("+447700900982")).toBe("07700 900 982");
  expect(readablePhone("+442079460018")).toBe("020 7946 0018");
  expect(readablePhone("+12133734253")).toBe("+1 213 373 4253");
});
