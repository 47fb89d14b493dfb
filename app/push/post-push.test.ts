import { expect, test } from "vitest";
import { pushOutcomeOf, retryAfterOf } from "#app/push/post-push.server.ts";

test.each([
  ["sent", [200, 201, 202, 204]],
  ["gone", [404, 410]],
  ["retry", [408, 429, 500, 502, 503, 504]],
  ["refused", [301, 302, 307, 308, 400, 401, 403, 405, 413, 418]],
] as const)("%s: %j", (outcome, statuses) => {
  expect(statuses.map(pushOutcomeOf)).toEqual(statuses.map(() => outcome));
});

test("a service says how long to wait, in seconds or by a date, and is believed up to an hour", () => {
  const now = Date.UTC(2027, 4, 4, 8);
  expect(retryAfterOf(undefined, now)).toBeNull();
  expect(retryAfterOf("soon", now)).toBeNull();
  expect(retryAfterOf("120", now)).toBe(120_000);
  expect(retryAfterOf("0", now)).toBe(1_000);
  expect(retryAfterOf("999999", now)).toBe(3_600_000);
  expect(retryAfterOf("Tue, 04 May 2027 08:05:00 GMT", now)).toBe(300_000);
  expect(retryAfterOf("Tue, 04 May 2027 07:05:00 GMT", now)).toBe(1_000);
});
