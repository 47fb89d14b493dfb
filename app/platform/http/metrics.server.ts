import { timingSafeEqual } from "node:crypto";
import { sql } from "kysely";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { AppContext } from "#app/platform/app-context.server.ts";
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

/** For whoever is on call, as Prometheus text: whether the database answers, and whether mails go out. */
export async function databaseMetrics(app: AppContext): Promise<string> {
  // A new registry for each scrape: a figure that can't be read now is absent, not repeated from last time.
  const registry = new Registry();
  const gauge = (name: string, help: string, value: number) =>
    new Gauge({ name: `limber_yard_${name}`, help, registers: [registry] }).set(value);
  const counter = (name: string, help: string, value: number) =>
    new Counter({ name: `limber_yard_${name}`, help, registers: [registry] }).inc(value);
  const { retried, givenUp } = app.db.conflicts;
  counter("database_conflicts_retried_total", "Work done again as it crossed someone else's.", retried);
  counter("database_conflicts_given_up_total", "Work that crossed someone else's until it was given up.", givenUp);
  countStatements(app, registry);
  try {
    const { kysely } = app.db;
    const now = app.clock.now();
    const { waiting, failed, oldest } = await kysely
      .selectFrom("outbox")
      .select([
        sql<number>`coalesce(sum(case when failed_at is null and run_at <= ${now} then 1 else 0 end), 0)`.as("waiting"),
        sql<number>`coalesce(sum(case when failed_at is not null then 1 else 0 end), 0)`.as("failed"),
        sql<number | null>`min(case when failed_at is null then run_at end)`.as("oldest"),
      ])
      .where("done_at", "is", null)
      .where("channel", "!=", "push")
      .executeTakeFirstOrThrow();
    const late = oldest === null ? 0 : Math.max(0, now - oldest) / 1000;
    gauge("database_up", "Whether the database answers.", 1);
    gauge("outbox_due", "Mails that are due and not sent.", Number(waiting));
    gauge("outbox_failed", "Mails that were given up.", Number(failed));
    gauge("outbox_oldest_seconds", "How long the oldest due mail has been waiting.", late);
    const faults = await kysely.selectFrom("ledger_checks").select("fault").where("fault", "is not", null).execute();
    gauge("ledger_fault", "Whether the last nightly check of the ledger found a fault.", faults.length);
    await adapterGauge(app, registry);
    await pushCounts(app, registry);
    await statusGauges(app, registry);
  } catch {
    gauge("database_up", "Whether the database answers.", 0);
  }
  return registry.metrics();
}

function countStatements({ db }: AppContext, registry: Registry): void {
  const help = "SQL statements sent to the database, without those that begin and end transactions.";
  const labelNames = ["kind"] as const;
  const counted = new Counter({ name: "limber_yard_sql_statements_total", help, labelNames, registers: [registry] });
  for (const { statements } of [db, db.replica ?? []].flat()) {
    for (const kind of ["read", "write"] as const) counted.inc({ kind }, statements[kind]);
  }
}

async function adapterGauge({ db, clock }: AppContext, registry: Registry): Promise<void> {
  const rows = await db.kysely.selectFrom("adapters").select(["name", "state", "since"]).execute();
  if (rows.length === 0) return;
  const help = "For how long an outside system that is plugged in has not worked; 0: it works.";
  const labelNames = ["adapter", "state"] as const;
  const failing = new Gauge({ name: "limber_yard_adapter_failing_seconds", help, labelNames, registers: [registry] });
  for (const { name: adapter, state, since } of rows) {
    failing.set({ adapter, state }, state === "ok" ? 0 : Math.max(0, clock.now() - since) / 1000);
  }
}

async function statusGauges({ db, clock }: AppContext, registry: Registry): Promise<void> {
  const rows = await db.kysely.selectFrom("site_status").selectAll().execute();
  if (rows.length === 0) return;
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `limber_yard_${name}`, help, labelNames, registers: [registry] });
  const lines = gauge("status_seconds", "For how long each line of the site's status has been in its state.", [
    ...["line", "state"],
  ]);
  const figures = gauge("status_figure", "The number behind a line: free bytes, seconds left, how many.", ["line"]);
  const checked = gauge("status_checked_seconds", "How long ago the site checked itself.", []);
  for (const { line, state, since, figure, checked_at } of rows) {
    lines.set({ line, state }, Math.max(0, clock.now() - since) / 1000);
    if (figure !== null) figures.set({ line }, Number(figure));
    checked.set(Math.max(0, clock.now() - checked_at) / 1000);
  }
}

async function pushCounts({ db }: AppContext, registry: Registry): Promise<void> {
  const rows = await db.kysely.selectFrom("push_outcomes").selectAll().execute();
  if (rows.length === 0) return;
  const help = "Notifications to devices, by what became of each try.";
  const labelNames = ["outcome"] as const;
  const counted = new Counter({ name: "limber_yard_pushes_total", help, labelNames, registers: [registry] });
  for (const { outcome, total } of rows) counted.inc({ outcome }, Number(total));
}
