import { expect, test } from "vitest";
import { detailInWords } from "#app/routes/admin/audit/entry-in-words.ts";

test.each([
  ["admin", "role: owner"],
  ["user", "role: client"],
  ["was user, now admin", "role: was client, now owner"],
])("a role stored as %s is told as %s", (role, words) => {
  expect(detailInWords({ role }, { zone: "Europe/London", names: new Map() })).toBe(words);
});
