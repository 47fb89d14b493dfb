import { expect, test } from "vitest";
import { byteRangeOf } from "#app/platform/http/byte-range.ts";

test.each([
  [null, null],
  ["bytes=0-", { from: 0, to: 99 }],
  ["bytes=10-19", { from: 10, to: 19 }],
  ["bytes=10-1000", { from: 10, to: 99 }],
  ["bytes=-10", { from: 90, to: 99 }],
  ["bytes=-1000", { from: 0, to: 99 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=20-10", null],
  ["bytes=0-1,5-6", null],
  ["bytes=-", null],
  ["lines=1-2", null],
])("Range %j of 100 bytes", (header, range) => {
  expect(byteRangeOf(header, 100)).toEqual(range);
});
