import { expect, test } from "vitest";
import { answeredBeforeInWords } from "#app/routes/admin/time-off/answered-before.ts";

test("who comes second reads who was quicker, and what they said", () => {
  expect(answeredBeforeInWords({ state: "confirmed", by: "Ada" })).toBe(
    "Ada was quicker: this is confirmed already. Nothing has changed now.",
  );
  expect(answeredBeforeInWords({ state: "declined", by: null })).toBe(
    "This is declined already. Nothing has changed now.",
  );
  expect(answeredBeforeInWords({ state: "withdrawn", by: "Tom" })).toBe(
    "This is withdrawn by its therapist. Nothing has changed now.",
  );
});
