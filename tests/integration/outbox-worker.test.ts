import { expect, test } from "vitest";
import { startOutbox } from "#app/mail/outbox.jobs.server.ts";
import { followMailServer } from "#app/mail/server/mail-server-in-use.server.ts";
import { renderers } from "#app/mails.server.ts";
import { booked } from "#tests/support/booked.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { demoApp } from "#tests/support/test-app.ts";

test("three servers on one database send what is booked, once, and stop when they are told", async () => {
  const server = await mailServer();
  const app = await demoApp({ config: { smtpUrl: server.url } });
  await booked(app);
  const stops = [1, 2, 3].map(() => startOutbox(app, renderers, followMailServer(app)));
  await expect.poll(() => server.arrived.length, { timeout: 10_000 }).toBe(2);
  await Promise.all(stops.map((stop) => stop()));
  await booked(app, { email: "later@example.com", therapist: "priya-sandhu" });
  const waiting = app.db.kysely.selectFrom("outbox").select("id").where("done_at", "is", null);
  expect((await waiting.where("run_at", "<=", app.clock.now()).execute()).length).toBe(2);
  expect(server.arrived).toHaveLength(2);
});
