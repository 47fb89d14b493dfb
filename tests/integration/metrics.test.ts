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
  expect((await get("/metrics", KEY)).status).toBe(200);
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

test("a database that is away is a figure, not a failure", async () => {
  const { get, world } = await stubSite({ config: { metricsToken: TOKEN } });
  await world.db.close();
  const { status, text } = await get("/metrics", KEY);
  expect([status, text.includes("limber_yard_database_up 0\n")]).toEqual([200, true]);
});
