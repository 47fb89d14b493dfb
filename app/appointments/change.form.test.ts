import { expect, test } from "vitest";
import { parseMove, parseReason } from "#app/appointments/change.form.ts";

test("a reason keeps its lines and loses what does not print", () => {
  expect(parseReason("  Away\r\nthat week\u0000 ")).toEqual({ kind: "valid", reason: "Away\nthat week" });
});

test.for(["", "   ", undefined])("no reason is none: %o", (sent) => {
  expect(parseReason(sent)).toEqual({ kind: "valid", reason: null });
});

test("a reason has an end", () => {
  expect(parseReason("x".repeat(500)).kind).toBe("valid");
  expect(parseReason("x".repeat(501))).toEqual({ kind: "invalid", message: "Write 500 characters or fewer" });
});

test("another time is an instant, and a therapist, anyone, or whoever it is now", () => {
  const start = "2027-05-07T09:00:00.000Z";
  const at = Date.UTC(2027, 4, 7, 9);
  expect(parseMove({ start, therapist: "tom-ellery" })).toEqual({
    kind: "valid",
    move: { start: at, therapist: "tom-ellery" },
  });
  expect(parseMove({ start, therapist: "anyone" })).toMatchObject({ move: { therapist: null } });
  expect(parseMove({ start })).toMatchObject({ move: { start: at } });
  expect(parseMove({ start: "tomorrow" })).toEqual({ kind: "invalid", message: "Choose a day and a time" });
  expect(parseMove({}).kind).toBe("invalid");
});
