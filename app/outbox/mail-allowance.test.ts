import { expect, test } from "vitest";
import { allowed, mailboxOf } from "#app/outbox/mail-allowance.ts";

const HOUR = 3_600_000;

test("three in any hour, the fourth when the first is an hour old, and a retry counts once", () => {
  const recent = [
    { at: 0, id: "a" },
    { at: 1_000, id: "b" },
    { at: 2_000, id: "c" },
  ];
  expect(allowed(recent, { id: "d", now: 3_000 })).toEqual({ at: HOUR });
  expect(allowed(recent, { id: "b", now: 3_000 })).toEqual({ recent });
  expect(allowed(recent, { id: "d", now: HOUR })).toEqual({ recent: [...recent.slice(1), { at: HOUR, id: "d" }] });
  expect(allowed([], { id: "a", now: 0 })).toEqual({ recent: [{ at: 0, id: "a" }] });
});

test("one mailbox has one count", () => {
  expect(mailboxOf(" Sam+Shop@Example.com ")).toBe("sam@example.com");
});
