import { afterAll, beforeAll, expect, test } from "vitest";
import { cutOff } from "#tests/support/cut-off.ts";
import { send } from "#tests/support/form-request.ts";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";
import { startServer } from "#tests/support/server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

let postgres: PostgresServer;

beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

test("a PostgreSQL that stops costs answers, not the process; when it is back, so is the site", async () => {
  const way = await cutOff(await makeDatabase(postgres.url));
  const site = await startServer({ DATA_DIR: temporaryFolder(), DATABASE_URL: way.url, LOG_LEVEL: "silent" });
  const statusOf = (path: string) => fetch(site.url + path).then(({ status }) => status);
  expect([await statusOf("/readyz"), await statusOf("/login")]).toEqual([200, 200]);

  // Cut in the middle of much work: some connections are in a transaction, some idle.
  const busy = Array.from({ length: 30 }, () => statusOf("/book"));
  way.cut();
  for (const status of await Promise.all(busy)) expect([200, 503]).toContain(status);
  // It asks the database once a second.
  await expect.poll(() => statusOf("/readyz")).toBe(503);
  expect(await statusOf("/healthz")).toBe(200);
  expect(await statusOf("/api/services")).toBe(503);
  // Who logs in meanwhile is told so on the same screen, and keeps what they typed.
  const form = { email: "sam@example.com", password: "plaster thumb orchard 7" };
  const answer = await send(site.url, "/login", { form });
  const screen = await answer.text();
  expect(answer.status).toBe(503);
  expect(screen).toContain("through a fault of the site");
  expect(screen).toContain('value="sam@example.com"');
  // So does who books, on a page that sends it again.
  const booking = { service: "deep-tissue-massage", name: "Ada <Smith>", note: "Left knee", key: "a-key" };
  const kept = await send(site.url, "/book", { form: booking });
  expect([kept.status, kept.headers.has("retry-after")]).toEqual([503, true]);
  const page = await kept.text();
  expect(page).toContain("Not saved. Try again.");
  for (const value of ["Ada &lt;Smith&gt;", "Left knee", "a-key"]) expect(page).toContain(`value="${value}"`);

  way.mend();
  await expect.poll(() => statusOf("/readyz")).toBe(200);
  expect(await statusOf("/api/services")).toBe(200);
  expect(await statusOf("/book")).toBe(200);
  expect(site.process.exitCode).toBeNull();
  await site.stop();
});
