import { sql } from "kysely";
import { expect, test } from "vitest";
import { stubSite } from "#tests/support/stub-site.ts";

const TOKEN = "a-token-for-the-one-who-measures";
const KEY = { authorization: `Bearer ${TOKEN}` };

test("without a token in the configuration there are no metrics", async () => {
  const { get } = await stubSite();
  expect((await get("/metrics", KEY)).text).not.toContain("http_requests_total");
});

test("metrics are told to whoever has the token, and to nobody else", async () => {
  const { get } = await stubSite({ config: { metricsToken: TOKEN } });
  const statuses = [];
  for (const authorization of ["", "Bearer wrong", "Bearer", `Basic ${TOKEN}`]) {
    statuses.push((await get("/metrics", { authorization })).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401]);
  const { status, headers } = await get("/metrics", KEY);
  expect(status).toBe(200);
  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect([headers["x-frame-options"], headers["x-content-type-options"]]).toEqual(["DENY", "nosniff"]);
});

test("requests are counted by method and status, and mails and the database are told of", async () => {
  const { get } = await stubSite({ config: { metricsToken: TOKEN } });
  await get("/mine");
  await get("/broken");
  const { text, headers } = await get("/metrics", KEY);
  expect(headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(text).toContain('http_requests_total{method="GET",status="200"} 1\n');
  expect(text).toContain('http_requests_total{method="GET",status="500"} 1\n');
  expect(text).toContain("limber_yard_database_up 1\n");
  expect(text).toContain("limber_yard_outbox_due 0\n");
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
});

test("statements are counted as reads and writes, and those that begin and end a transaction are not", async () => {
  const { get, app } = await stubSite({ config: { metricsToken: TOKEN } });
  const before = { ...app.db.statements };
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx.selectFrom("services").select("id").execute();
    await sql`select 1`.execute(tx);
    await tx.updateTable("services").set({ active: 1 }).execute();
  });
  expect(app.db.statements).toEqual({ read: before.read + 2, write: before.write + 1 });
  const { text } = await get("/metrics", KEY);
  expect(text).toContain("# TYPE limber_yard_sql_statements_total counter\n");
  expect(text).toContain(`limber_yard_sql_statements_total{kind="write"} ${before.write + 1}\n`);
});

test("each metric is told with its help and type, and the time to an answer in cumulative buckets", async () => {
  const { get } = await stubSite({ config: { metricsToken: TOKEN } });
  for (const path of ["/mine", "/mine", "/broken"]) await get(path);
  const { text } = await get("/metrics", KEY);
  expect(text).toContain("# HELP http_requests_total Requests answered.\n# TYPE http_requests_total counter\n");
  expect(text).toContain("# TYPE http_request_duration_seconds histogram\n");
  const buckets = [...text.matchAll(/^http_request_duration_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm)];
  expect(buckets.map(([, bound]) => bound)).toEqual([
    ...["0.005", "0.01", "0.025", "0.05", "0.1", "0.25", "0.5", "1", "2.5", "5", "10", "+Inf"],
  ]);
  const counts = buckets.map(([, , count]) => Number(count));
  expect(counts).toEqual(counts.toSorted((one, other) => one - other));
  expect([counts.at(-1), text.includes("http_request_duration_seconds_count 3\n")]).toEqual([3, true]);
  expect(text).toMatch(/^http_request_duration_seconds_sum [\d.e-]+$/m);
});

test("what the alarms of docs/operations.md ask for is told, once each, and no line is broken", async () => {
  const { get } = await stubSite({ config: { metricsToken: TOKEN } });
  await get("/mine");
  await get("/metrics", KEY);
  const lines = (await get("/metrics", KEY)).text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines.filter((line) => !/^[a-z_0-9]+(\{[a-z]+="[^"]*"(,[a-z_]+="[^"]*")*\})? (\S+)$/.test(line))).toEqual([]);
  for (const name of [
    "limber_yard_outbox_oldest_seconds",
    "limber_yard_outbox_failed",
    "nodejs_eventloop_lag_p99_seconds",
    "nodejs_heap_size_used_bytes",
    "limber_yard_database_up",
    "process_cpu_seconds_total",
    "process_uptime_seconds",
    "http_requests_open",
  ]) {
    expect(lines.filter((line) => line.startsWith(`${name} `)).map((line) => Number(line.split(" ")[1]) >= 0)).toEqual([
      true,
    ]);
  }
});

test("a database that is away is a figure, not a failure", async () => {
  const { get, app } = await stubSite({ config: { metricsToken: TOKEN } });
  expect((await get("/metrics", KEY)).text).toContain("limber_yard_database_up 1\n");
  await app.db.close();
  const { status, text } = await get("/metrics", KEY);
  expect([status, text.includes("limber_yard_database_up 0\n"), text.includes("outbox")]).toEqual([200, true, false]);
});
