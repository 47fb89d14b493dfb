import { timingSafeEqual } from "node:crypto";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { databaseMetrics } from "#app/platform/http/database-metrics.server.ts";
import { type RefusalWords, refusal } from "#app/platform/http/error-response.ts";
import type { Step } from "#app/platform/http/site.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";

/** Counts requests and serves `/metrics` to holders of METRICS_TOKEN. Without a token the address does not exist. */
export function createMeter(app: AppContext): { step: Step; answer: (headers: Headers) => Promise<Response | null> } {
  const registry = new Registry();
  const registers = [registry];
  const labelNames = ["method", "status"] as const;
  const answered = new Counter({ name: "http_requests_total", help: "Requests answered.", labelNames, registers });
  const open = new Gauge({ name: "http_requests_open", help: "Requests being answered.", registers });
  const took = new Histogram({ name: "http_request_duration_seconds", help: "Time to an answer.", registers });
  new Gauge({
    name: "process_uptime_seconds",
    help: "Time since the start.",
    registers,
    collect() {
      this.set(process.uptime());
    },
  });
  collectDefaultMetrics({ register: registry });

  return {
    step: async (c, next) => {
      const end = took.startTimer();
      open.inc();
      try {
        await next();
      } finally {
        open.dec();
        end();
        answered.inc({ method: c.req.method, status: c.res.status });
      }
    },
    async answer(headers) {
      const { metricsToken } = app.config;
      if (!metricsToken) return null;
      if (!isToken(headers.get("authorization"), metricsToken)) return refusal("/metrics", noToken);
      const text = (await registry.metrics()) + (await databaseMetrics(app));
      return new Response(text, { headers: { "Content-Type": registry.contentType, "Cache-Control": "no-store" } });
    },
  };
}

// Both are hashed first: equal lengths, so the time reveals nothing.
function isToken(authorization: string | null, token: string): boolean {
  const given = authorization?.replace(/^Bearer\s+/i, "") ?? "";
  return timingSafeEqual(Buffer.from(hashOf(given)), Buffer.from(hashOf(token)));
}

const noToken: RefusalWords = { status: 401, title: "Not allowed", detail: "This needs a token." };
