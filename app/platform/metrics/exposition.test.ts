import { expect, test } from "vitest";
import { exposition } from "#app/platform/metrics/exposition.ts";
import { createHistogram } from "#app/platform/metrics/histogram.ts";

test("a metric is told with its help, its type and its labels, escaped", () => {
  const samples = [{ labels: { path: 'a"b\\c\nd' }, value: 3 }];
  expect(exposition([{ name: "asked_total", help: "How often.", type: "counter", samples }])).toBe(
    '# HELP asked_total How often.\n# TYPE asked_total counter\nasked_total{path="a\\"b\\\\c\\nd"} 3\n',
  );
});

test("a histogram's buckets hold all that is at or under their bound", () => {
  const took = createHistogram([0.1, 1]);
  for (const seconds of [0.05, 0.1, 0.5, 3]) took.observe(seconds);
  const lines = exposition([took.metric("took_seconds", "How long.")]).split("\n");
  expect(lines.slice(2, 7)).toEqual([
    'took_seconds_bucket{le="0.1"} 2',
    'took_seconds_bucket{le="1"} 3',
    'took_seconds_bucket{le="+Inf"} 4',
    "took_seconds_sum 3.65",
    "took_seconds_count 4",
  ]);
});
