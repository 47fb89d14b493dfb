import { expect, test } from "vitest";
import { stepOf } from "#app/accounts/second-factor/spend-code.server.ts";

// RFC 6238, appendix B, the last six digits of the SHA-1 rows.
const KEY = "12345678901234567890";

test.each([
  [59, "287082"],
  [1111111109, "081804"],
  [1111111111, "050471"],
  [1234567890, "005924"],
  [2000000000, "279037"],
  [20000000000, "353130"],
])("the code at second %i is %s, half a minute early and late, too", (second, code) => {
  const now = second * 1000;
  const step = Math.floor(second / 30);
  expect([-30_000, 0, 30_000].map((drift) => stepOf(KEY, { code, now: now + drift }))).toEqual([step, step, step]);
  expect([-60_000, 60_000].map((drift) => stepOf(KEY, { code, now: now + drift }))).toEqual([null, null]);
});

test.each(["", "28708", "2870822", "287083", "２８７０８２"])("%j is no code", (code) => {
  expect(stepOf(KEY, { code, now: 59_000 })).toBeNull();
});
