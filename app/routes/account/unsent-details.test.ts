import { expect, test } from "vitest";
import { keepUnsent, unsentOf } from "#app/routes/account/unsent-details.server.ts";

const SENT = { of: "sam", part: "name", username: "Sam; Path=/ “ly”" };

function offered(sent: Record<string, string>, userId: string) {
  const line = keepUnsent(new URLSearchParams(sent).toString()) ?? "";
  return unsentOf(new Headers({ cookie: `a=b; ${line.split(";")[0]}` }), userId);
}

test("what was typed is offered to whoever typed it, and to nobody else", () => {
  expect(offered(SENT, "sam")).toEqual({ part: "name", name: "username", value: SENT.username });
  expect(offered(SENT, "alex")).toBeNull();
});

test.each([
  ["a password", { of: "sam", part: "password", password: "secret", current: "secret" }],
  ["a code", { of: "sam", part: "code", code: "123456" }],
  ["nothing", { of: "sam", part: "name", username: " " }],
  ["a form of nobody", { part: "name", username: "Sam" }],
])("%s is not kept", (_, sent) => {
  expect(keepUnsent(new URLSearchParams(sent as Record<string, string>).toString())).toBeNull();
});

test("an address is kept without its password, and no more of a word than fits", () => {
  const sent = { of: "sam", part: "address", email: "e".repeat(9000), password: "secret" };
  const line = keepUnsent(new URLSearchParams(sent).toString());
  expect(line).not.toContain("secret");
  expect(line?.length).toBeLessThan(1000);
});

test("a broken cookie is nothing", () => {
  for (const cookie of ["ly.unsent=%E0%A4%A", "ly.unsent=", "ly.unsent=of=sam&part=toString&value=x"]) {
    expect(unsentOf(new Headers({ cookie }), "sam")).toBeNull();
  }
});
