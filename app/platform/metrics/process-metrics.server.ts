import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Metric } from "#app/platform/metrics/exposition.ts";

const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Memory, processor and how late the event loop runs, under the names that dashboards for Node know. */
export function createProcessMetrics(): () => Metric[] {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  return () => {
    const { user, system } = process.cpuUsage();
    const { rss, heapUsed } = process.memoryUsage();
    const late = latenessOf(delay);
    // Each scrape tells of the time since the one before.
    delay.reset();
    return [
      one("process_cpu_seconds_total", "Processor time used.", {
        type: "counter",
        value: (user + system) / MICROSECONDS,
      }),
      one("process_resident_memory_bytes", "Memory in use.", { type: "gauge", value: rss }),
      one("nodejs_heap_size_used_bytes", "JavaScript heap in use.", { type: "gauge", value: heapUsed }),
      one("process_uptime_seconds", "Time since the start.", { type: "gauge", value: process.uptime() }),
      one("nodejs_eventloop_lag_p99_seconds", "How late timers ran, 99 of 100.", { type: "gauge", value: late }),
    ];
  };
}

function latenessOf(delay: ReturnType<typeof monitorEventLoopDelay>): number {
  const p99 = delay.percentile(99) / NANOSECONDS;
  return Number.isFinite(p99) ? p99 : 0;
}

function one(name: string, help: string, { type, value }: { type: Metric["type"]; value: number }): Metric {
  return { name, help, type, samples: [{ value }] };
}
