import { expect, test } from "vitest";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";

const errorWith = (parts: object) => Object.assign(new Error("x"), parts);

test.each([
  [{ code: "ERR_SQLITE_ERROR", errcode: 13 }, "full"],
  [{ code: "ERR_SQLITE_ERROR", errcode: 517 }, "away"],
  [{ code: "ERR_SQLITE_ERROR", errcode: 2067 }, "raced"],
  [{ code: "ERR_SQLITE_ERROR", errcode: 787 }, null],
  [{ code: "ENOSPC" }, "full"],
  [{ code: "53100" }, "full"],
  [{ code: "57P01" }, "away"],
  [{ code: "08006" }, "away"],
  [{ code: "25006" }, "away"],
  [{ code: "EUNCLEAR" }, "unclear"],
  [{ code: "EUNCLEAR", cause: errorWith({ code: "57P01" }) }, "unclear"],
  [{ code: "ECONNREFUSED" }, "away"],
  [{ code: "23505" }, "raced"],
  [{ code: "22021" }, "bad-input"],
  [{ code: "ECROWDED" }, "crowded"],
  [{ code: "22P02" }, null],
  [{ message: "Connection terminated unexpectedly" }, "away"],
  [{ message: "Client was closed and is not queryable" }, "away"],
  [{ message: "Query read timeout" }, "away"],
  [{ cause: errorWith({ code: "57P03" }) }, "away"],
  [{}, null],
])("%j is %s", (parts, databaseError) => {
  expect(databaseErrorOf(errorWith(parts))).toBe(databaseError);
});

test("what is no error is no trouble", () => {
  expect([null, "full", { code: "ENOSPC" }].map(databaseErrorOf)).toEqual([null, null, null]);
});
