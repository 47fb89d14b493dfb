/** One metric as Prometheus reads it; `samples` with their labels. */
export type Metric = { name: string; help: string; type: "counter" | "gauge" | "histogram"; samples: Sample[] };
export type Sample = { suffix?: string; labels?: Record<string, string>; value: number };

/** Metrics in Prometheus' text format 0.0.4. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics.map(block).join("");
}

function block({ name, help, type, samples }: Metric): string {
  const lines = samples.map(({ suffix = "", labels = {}, value }) => `${name}${suffix}${labelled(labels)} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines, ""].join("\n");
}

function labelled(labels: Record<string, string>): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}="${escaped(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
