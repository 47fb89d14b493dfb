import { expect, test } from "vitest";
import { deliverDue } from "#app/outbox/delivery/commands.server.ts";
import { leaseDue } from "#app/outbox/delivery/store.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { outboxOf, sendAll, worker } from "#tests/support/post.ts";
import { demoWorld, TUESDAY_NINE } from "#tests/support/world.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const IMPATIENT = { dnsTimeout: 1_000, connectionTimeout: 1_000, greetingTimeout: 1_000, socketTimeout: 300 };

test("three workers at once send each mail once", async () => {
  const world = await demoWorld();
  const server = await mailServer();
  for (const hour of [0, 2, 4, 6]) await booked(world, { start: FRIDAY_TEN + hour * 60 * MINUTE });
  await Promise.all(["one", "two", "three"].map((name) => sendAll(world, worker(server.url, name))));
  expect(server.arrived).toHaveLength(8);
  expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(8);
});

test("a server that is down loses nothing: the mails go when it is back", async () => {
  const world = await demoWorld();
  const server = await mailServer();
  const gone = await mailServer();
  await gone.close();
  await booked(world);
  await sendAll(world, worker(gone.url));
  const waiting = (await outboxOf(world)).filter((row) => row.run_at <= world.clock.now());
  expect(waiting.map((row) => [row.done_at, row.failed_at, row.attempts])).toEqual([
    [null, null, 1],
    [null, null, 1],
  ]);
  expect(waiting[0]?.last_error).toMatch(/ECONNREFUSED/);
  world.clock.set(TUESDAY_NINE + MINUTE);
  await sendAll(world, worker(server.url));
  expect(server.arrived).toHaveLength(2);
});

test.for(["refusing", "cutting", "silent"] as const)("a server that is %s gets the mails later, once", async (mood) => {
  const world = await demoWorld();
  const server = await mailServer();
  await booked(world);
  server.become(mood);
  await sendAll(world, worker(server.url, "worker", IMPATIENT));
  expect(server.arrived).toHaveLength(0);
  const waiting = (await outboxOf(world)).filter((row) => row.run_at <= world.clock.now() + MINUTE);
  expect(waiting.map((row) => [row.done_at, row.failed_at, row.attempts])).toEqual([
    [null, null, 1],
    [null, null, 1],
  ]);
  server.become("taking");
  expect(await sendAll(world, worker(server.url))).toBe(0);
  world.clock.set(TUESDAY_NINE + MINUTE);
  await sendAll(world, worker(server.url));
  await sendAll(world, worker(server.url));
  expect(server.arrived).toHaveLength(2);
});

test("after a day of refusals a mail is given up, and kept", async () => {
  const world = await demoWorld();
  const server = await mailServer();
  server.become("refusing");
  await booked(world);
  const post = worker(server.url);
  let now = TUESDAY_NINE;
  for (; now < TUESDAY_NINE + 1.3 * DAY; now += 60 * MINUTE) {
    world.clock.set(now);
    await sendAll(world, post);
  }
  const failed = (await outboxOf(world)).filter((row) => row.failed_at !== null);
  expect(failed.map((row) => row.last_error)).toEqual([
    expect.stringMatching(/Try again later/),
    expect.stringMatching(/Try again later/),
  ]);
  server.become("taking");
  world.clock.set(now + 60 * MINUTE);
  await sendAll(world, post);
  expect(server.arrived.filter(({ mail }) => mail.subject?.startsWith("Confirmed"))).toHaveLength(0);
});

test("a worker that dies between sending and noting it repeats the mail once, under the same Message-ID", async () => {
  const world = await demoWorld();
  const server = await mailServer();
  await booked(world);
  const post = worker(server.url);
  await sendAll(world, post);
  // As the crash leaves it: taken by the server, leased, not marked.
  await world.db.kysely.updateTable("outbox").set({ done_at: null, claimed_by: "dead" }).execute();
  await sendAll(world, post);
  await sendAll(world, post);
  expect(server.arrived).toHaveLength(4);
  expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(2);
});

test("a lease keeps others away until it is over", async () => {
  const world = await demoWorld();
  await booked(world);
  const now = world.clock.now();
  const lease = { worker: "one", now, until: now + MINUTE, unread: false };
  expect(await leaseDue(world.db, lease)).toHaveLength(2);
  expect(await leaseDue(world.db, { ...lease, worker: "two" })).toHaveLength(0);
  const later = { worker: "two", now: now + MINUTE, until: now + 2 * MINUTE, unread: false };
  expect(await leaseDue(world.db, later)).toHaveLength(2);
});

test("without a mail server the mails can be read and wait, until there is one", async () => {
  const world = await demoWorld();
  await booked(world);
  await sendAll(world, worker(null));
  const mails = await world.db.kysely.selectFrom("mails").selectAll().execute();
  expect(mails.map((mail) => [mail.recipient, mail.sent_at])).toEqual(
    expect.arrayContaining([
      ["sam@example.com", null],
      ["hello@limberyard.example", null],
    ]),
  );
  const server = await mailServer();
  await sendAll(world, worker(server.url));
  expect(server.arrived).toHaveLength(2);
});

test("without a mail server a mail is made readable once, and not looked at again", async () => {
  const world = await demoWorld();
  await booked(world);
  expect(await sendAll(world, worker(null))).toBe(2);
  await world.db.kysely.deleteFrom("mails").execute();
  expect(await sendAll(world, worker(null))).toBe(0);
  await booked(world, { start: FRIDAY_TEN + 4 * 3_600_000 });
  expect(await sendAll(world, worker(null))).toBe(2);
});

test("one mail that can't be written keeps no other from being sent", async () => {
  const world = await demoWorld();
  const server = await mailServer();
  await booked(world);
  await world.db.kysely
    .updateTable("outbox")
    .set({ data: "{" })
    .where("kind", "=", "appointment-confirmed-client")
    .execute();
  await deliverDue(world, worker(server.url));
  expect(server.arrived.map(({ mail }) => mail.subject)).toEqual([expect.stringMatching(/^New booking/)]);
});
