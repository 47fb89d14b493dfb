import { timingSafeEqual } from "node:crypto";
import { type RefusalWords, refusal } from "#app/platform/http/refusal.ts";
import type { Step } from "#app/platform/http/site.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { databaseMetrics } from "#app/platform/metrics/database-metrics.server.ts";
import { exposition, type Metric } from "#app/platform/metrics/exposition.ts";
import { createHistogram } from "#app/platform/metrics/histogram.ts";
import { createProcessMetrics } from "#app/platform/metrics/process-metrics.server.ts";
import type { World } from "#app/platform/world.server.ts";

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts requests, and tells at `/metrics` whoever knows METRICS_TOKEN. Without a token nothing is there. */
export function createMeter(world: World): { step: Step; answer: (headers: Headers) => Promise<Response | null> } {
  const took = createHistogram(SECONDS);
  const answered = new Map<string, number>();
  const processMetrics = createProcessMetrics();
  let open = 0;

  return {
    step: async (c, next) => {
      const started = performance.now();
      open += 1;
      try {
        await next();
      } finally {
        open -= 1;
        took.observe((performance.now() - started) / 1000);
        const kind = `${c.req.method} ${c.res.status}`;
        answered.set(kind, (answered.get(kind) ?? 0) + 1);
      }
    },
    async answer(headers) {
      const { metricsToken } = world.config;
      if (!metricsToken) return null;
      if (!isToken(headers.get("authorization"), metricsToken)) return refusal("/metrics", noToken);
      const requests = { answered, open };
      const metrics = [...requestMetrics(requests), took.metric("http_request_duration_seconds", "Time to an answer.")];
      const text = exposition([...metrics, ...processMetrics(), ...(await databaseMetrics(world))]);
      const type = "text/plain; version=0.0.4; charset=utf-8";
      return new Response(text, { headers: { "Content-Type": type, "Cache-Control": "no-store" } });
    },
  };
}

function requestMetrics({ answered, open }: { answered: ReadonlyMap<string, number>; open: number }): Metric[] {
  const samples = [...answered].map(([kind, value]) => {
    const [method = "", status = ""] = kind.split(" ");
    return { labels: { method, status }, value };
  });
  return [
    { name: "http_requests_total", help: "Requests answered.", type: "counter", samples },
    { name: "http_requests_open", help: "Requests being answered.", type: "gauge", samples: [{ value: open }] },
  ];
}

// Both are hashed first: equal lengths, so the time says nothing.
function isToken(authorization: string | null, token: string): boolean {
  const given = authorization?.replace(/^Bearer\s+/i, "") ?? "";
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)));
}

const noToken: RefusalWords = { status: 401, title: "Not allowed", detail: "This needs a token." };
