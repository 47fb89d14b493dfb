import { expect, test } from "vitest";
import { cancelReasonFrom, lateness, whatFollows } from "#app/appointments/cancellation.ts";

const HOUR = 3_600_000;
const START = 1_800_000_000_000;
const DEADLINE = START - 24 * HOUR;
const rule = { changeNotice: 1440, chargesLate: true };

test.each([
  ["client", DEADLINE - 1, { late: false, chargeable: false }],
  ["client", DEADLINE, { late: true, chargeable: true }],
  ["client", START + HOUR, { late: true, chargeable: true }],
  ["practice", START, { late: false, chargeable: false }],
] as const)("the %s at %i", (askedBy, now, expected) => {
  expect(lateness({ start: START, askedBy }, { ...rule, now })).toEqual(expected);
});

test("a late one costs nothing while the rule asks for nothing", () => {
  const facts = lateness({ start: START, askedBy: "client" }, { ...rule, chargesLate: false, now: DEADLINE });
  expect(facts).toEqual({ late: true, chargeable: false });
  expect(whatFollows(facts)).toBe("Late. Nothing to pay.");
  expect(whatFollows({ late: true, chargeable: true })).toContain("lets you ask for a payment; nothing is taken now");
  expect(whatFollows({ late: false, chargeable: false })).toBe("On time. Nothing to pay.");
});

test.each([
  ["travel", "travel"],
  ["toString", null],
  ["", null],
  [null, null],
])("the reason %s is %s", (sent, read) => {
  expect(cancelReasonFrom(sent)).toBe(read);
});
