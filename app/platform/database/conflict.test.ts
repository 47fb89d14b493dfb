import { expect, test } from "vitest";
import { isConflict } from "#app/platform/database/conflict.ts";

const errorWith = (parts: object) => Object.assign(new Error("x"), parts);

test.each([
  [{ code: "40001" }, true],
  [{ code: "40P01" }, true],
  [{ code: "ERR_SQLITE_ERROR", errcode: 5 }, true],
  [{ code: "ERR_SQLITE_ERROR", errcode: 517 }, true],
  [{ cause: errorWith({ code: "40001" }) }, true],
  [{ code: "ERR_SQLITE_ERROR", errcode: 6 }, false],
  [{ code: "ERR_SQLITE_ERROR", errcode: 2067 }, false],
  [{ code: "23505" }, false],
  [{ code: "57P01" }, false],
  [{ code: "08006" }, false],
  [{}, false],
])("%j is a conflict: %s", (parts, conflict) => {
  expect(isConflict(errorWith(parts))).toBe(conflict);
});

test("what is no error is no conflict", () => {
  expect([null, "40001", { code: "40001" }].map(isConflict)).toEqual([false, false, false]);
});
