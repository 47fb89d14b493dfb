import { expect, test } from "vitest";
import { renderers } from "#app/jobs.server.ts";
import { startOutbox } from "#app/outbox/jobs.server.ts";
import { booked } from "#tests/support/booked.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { demoWorld } from "#tests/support/world.ts";

test("three servers on one database send what is booked, once, and stop when they are told", async () => {
  const server = await mailServer();
  const world = await demoWorld({ config: { smtpUrl: server.url } });
  await booked(world);
  const stops = [1, 2, 3].map(() => startOutbox(world, renderers));
  await expect.poll(() => server.arrived.length, { timeout: 10_000 }).toBe(2);
  await Promise.all(stops.map((stop) => stop()));
  await booked(world, { email: "later@example.com", therapist: "priya-sandhu" });
  const waiting = world.db.kysely.selectFrom("outbox").select("id").where("done_at", "is", null);
  expect((await waiting.where("run_at", "<=", world.clock.now()).execute()).length).toBe(2);
  expect(server.arrived).toHaveLength(2);
});
