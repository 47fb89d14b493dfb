import type { Metric, Sample } from "#app/platform/metrics/exposition.ts";

/** Counts observations at or under each bound, as Prometheus wants it: cumulative, with their sum. */
export type Histogram = { observe: (value: number) => void; metric: (name: string, help: string) => Metric };

/** A histogram over these upper bounds, ascending. */
export function createHistogram(bounds: readonly number[]): Histogram {
  const counts = bounds.map(() => 0);
  let sum = 0;
  let all = 0;
  return {
    observe(value) {
      all += 1;
      sum += value;
      const at = bounds.findIndex((bound) => value <= bound);
      if (at >= 0) counts[at] = (counts[at] ?? 0) + 1;
    },
    metric(name, help) {
      let under = 0;
      const buckets: Sample[] = bounds.map((bound, at) => {
        under += counts[at] ?? 0;
        return { suffix: "_bucket", labels: { le: String(bound) }, value: under };
      });
      buckets.push({ suffix: "_bucket", labels: { le: "+Inf" }, value: all });
      return {
        name,
        help,
        type: "histogram",
        samples: [...buckets, { suffix: "_sum", value: sum }, { suffix: "_count", value: all }],
      };
    },
  };
}
