import { expect, test } from "vitest";
import { marksTable, median, shortfalls } from "#scripts/lighthouse/marks-table.ts";
import type { Visit } from "#scripts/lighthouse/visit.ts";

const visit = (performance: number, seo = 100): Visit => ({
  marks: { performance, accessibility: 100, "best-practices": 100, seo },
  figures: { largestPaint: 1234, blocked: 10.4, shift: 0, bytes: 78_400 },
  lost: [],
  version: "13",
  speed: 1500,
});

test("the middle one counts, not the best", () => {
  expect([median([3, 1, 2]), median([1, 2]), median([5])]).toEqual([2, 1.5, 5]);
  const table = marksTable([{ path: "/", visits: [visit(90), visit(100), visit(95)] }]);
  expect(table.split("\n")).toEqual([
    "| Page | Performance | Accessibility | Best practices | SEO | Largest paint | Blocked | Shift | Weight |",
    "| ---- | ----------- | ------------- | -------------- | --- | ------------- | ------- | ----- | ------ |",
    "| `/`  | 95          | 100           | 100            | 100 | 1.23 s        | 10 ms   | 0.000 | 78 kB  |",
  ]);
});

test("what is missed is told with its page", () => {
  const pages = [
    { path: "/", visits: [visit(99)] },
    { path: "/book", visits: [visit(100, 92)] },
  ];
  expect(shortfalls(pages)).toEqual(["/: Performance 99", "/book: SEO 92"]);
});
