import { expect, test } from "vitest";
import type { DatabaseError } from "#app/platform/database/database-error.server.ts";
import { unsentOf } from "#app/routes/website/unsent.server.ts";

const asked = new Request("https://limber-yard.example/book?service=cupping", { method: "POST" });

function unsent(form: string | null, databaseError: DatabaseError | null, isUndone = false) {
  const rest = {
    requestId: "1",
    clientAddress: "10.0.0.1",
    origin: null,
    nonce: "n",
    draftKey: "d",
    locale: "en-GB",
    readsPrimary: true,
    mayWrite: true,
    mayHaveChanged: () => !isUndone,
  };
  return unsentOf(asked, { ...rest, form, databaseError }, { isUndone });
}

test("a form that the database could not take is kept field by field, to the same address", () => {
  expect(unsent("name=Ada+%3CSmith%3E&day=1&day=2", "away")).toEqual({
    action: "/book?service=cupping",
    fields: [
      ["name", "Ada <Smith>"],
      ["day", "1"],
      ["day", "2"],
    ],
    isUnclear: false,
  });
});

test("where the database went away in the middle, the form says that nobody knows", () => {
  expect(unsent("name=Ada", "unclear")?.isUnclear).toBe(true);
});

test("a form that a fault of ours has undone is kept, too", () => {
  expect(unsent("name=Ada", null, true)).toMatchObject({ fields: [["name", "Ada"]], isUnclear: false });
});

test.each([
  ["a page that was only read", null, "away"],
  ["a fault of ours after which something may have changed", "name=Ada", null],
  ["a text that no database can store", "name=Ada", "bad-input"],
  ["a password", "email=ada%40example.com&newPassword=secret", "away"],
  ["a code of the authenticator", "code=123456", "away"],
  ["more than a page should carry", `note=${"a".repeat(30_000)}`, "away"],
] as const)("%s is not offered again", (_, form, databaseError) => {
  expect(unsent(form, databaseError)).toBeNull();
});
