import { expect, test } from "vitest";
import { guestFrom, keepGuest } from "#app/routes/book/sent.ts";

const SAM = { name: "Sam; Path=/ “ly” O’Neil", phone: "07700 900 982", email: "sam+1@example.com" };

function filledIn(line: string): ReturnType<typeof guestFrom> {
  return guestFrom(new Headers({ cookie: `a=b; ${line.split(";")[0]}` }));
}

test("who a guest is comes back as it was typed, and nothing else that they typed", () => {
  const line = keepGuest({ ...SAM, note: "A bad knee", address: "1 Mill Street" } as typeof SAM);
  expect(filledIn(line)).toEqual(SAM);
  expect(line).not.toMatch(/knee|Mill/);
  expect(line).toMatch(/; Max-Age=1800; Path=\/book; HttpOnly; SameSite=Lax$/);
});

test("a broken or endless cookie is no more than a text in a field", () => {
  expect(guestFrom(new Headers())).toEqual({});
  expect(guestFrom(new Headers({ cookie: "ly.guest=" }))).toEqual({});
  expect(guestFrom(new Headers({ cookie: "ly.guest=%E0%A4%A" }))).toEqual({ name: "", phone: "", email: "" });
  expect(keepGuest({ name: "n".repeat(9000) }).length).toBeLessThan(500);
});
