import { expect, test } from "vitest";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { leaseDue, markDone, markFailed, markSent, release, storeCopy } from "#app/mail/delivery.db.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { outboxOf, sendAll, worker } from "#tests/support/post.ts";
import { demoApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const DAY = 86_400_000;
const IMPATIENT = { dnsTimeout: 1_000, connectionTimeout: 1_000, greetingTimeout: 1_000, socketTimeout: 300 };

test("three workers at once send each mail once", async () => {
  const app = await demoApp();
  const server = await mailServer();
  for (const hour of [0, 2, 4, 6]) await booked(app, { start: FRIDAY_TEN + hour * 60 * MINUTE });
  await Promise.all(["one", "two", "three"].map((name) => sendAll(app, worker(server.url, name))));
  expect(server.arrived).toHaveLength(8);
  expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(8);
});

test("a server that is down loses nothing: the mails go when it is back", async () => {
  const app = await demoApp();
  const server = await mailServer();
  const gone = await mailServer();
  await gone.close();
  await booked(app);
  await sendAll(app, worker(gone.url));
  const waiting = (await outboxOf(app)).filter((row) => row.run_at <= app.clock.now());
  expect(waiting.map((row) => [row.done_at, row.failed_at, row.attempts])).toEqual([
    [null, null, 1],
    [null, null, 1],
  ]);
  expect(waiting[0]?.last_error).toMatch(/ECONNREFUSED/);
  app.clock.set(TUESDAY_NINE + MINUTE);
  await sendAll(app, worker(server.url));
  expect(server.arrived).toHaveLength(2);
});

test.for(["refusing", "cutting", "silent"] as const)("a server that is %s gets the mails later, once", async (mood) => {
  const app = await demoApp();
  const server = await mailServer();
  await booked(app);
  server.become(mood);
  await sendAll(app, worker(server.url, "worker", IMPATIENT));
  expect(server.arrived).toHaveLength(0);
  const waiting = (await outboxOf(app)).filter((row) => row.run_at <= app.clock.now() + MINUTE);
  expect(waiting.map((row) => [row.done_at, row.failed_at, row.attempts])).toEqual([
    [null, null, 1],
    [null, null, 1],
  ]);
  server.become("taking");
  expect(await sendAll(app, worker(server.url))).toBe(0);
  app.clock.set(TUESDAY_NINE + MINUTE);
  await sendAll(app, worker(server.url));
  await sendAll(app, worker(server.url));
  expect(server.arrived).toHaveLength(2);
});

test("after a day of refusals a mail is given up, and kept", async () => {
  const app = await demoApp();
  const server = await mailServer();
  server.become("refusing");
  await booked(app);
  const post = worker(server.url);
  let now = TUESDAY_NINE;
  for (; now < TUESDAY_NINE + 1.3 * DAY; now += 60 * MINUTE) {
    app.clock.set(now);
    await sendAll(app, post);
  }
  const failed = (await outboxOf(app)).filter((row) => row.failed_at !== null);
  expect(failed.map((row) => row.last_error)).toEqual([
    expect.stringMatching(/Try again later/),
    expect.stringMatching(/Try again later/),
  ]);
  server.become("taking");
  app.clock.set(now + 60 * MINUTE);
  await sendAll(app, post);
  expect(server.arrived.filter(({ mail }) => mail.subject?.startsWith("Confirmed"))).toHaveLength(0);
});

test("a worker that dies between sending and noting it repeats the mail once, under the same Message-ID", async () => {
  const app = await demoApp();
  const server = await mailServer();
  await booked(app);
  const post = worker(server.url);
  await sendAll(app, post);
  // As the crash leaves it: taken by the server, leased, not marked.
  await app.db.kysely.updateTable("outbox").set({ done_at: null, claimed_by: "dead" }).execute();
  await sendAll(app, post);
  await sendAll(app, post);
  expect(server.arrived).toHaveLength(4);
  expect(new Set(server.arrived.map(({ mail }) => mail.messageId)).size).toBe(2);
});

test("a lease keeps others away until it is over", async () => {
  const app = await demoApp();
  await booked(app);
  const now = app.clock.now();
  const lease = { worker: "one", now, until: now + MINUTE, unread: false };
  expect(await leaseDue(app.db, lease)).toHaveLength(2);
  expect(await leaseDue(app.db, { ...lease, worker: "two" })).toHaveLength(0);
  const later = { worker: "two", now: now + MINUTE, until: now + 2 * MINUTE, unread: false };
  expect(await leaseDue(app.db, later)).toHaveLength(2);
});

test("whoever has lost the lease neither sends nor ends a message that another worker holds", async () => {
  const app = await demoApp();
  await booked(app);
  const now = app.clock.now();
  const [message] = await leaseDue(app.db, { worker: "slow", now, until: now + MINUTE, unread: false });
  const id = message?.id ?? "";
  await leaseDue(app.db, { worker: "next", now: now + MINUTE, until: now + 2 * MINUTE, unread: false });
  const before = await outboxOf(app);
  const { kysely } = app.db;
  const box = { name: "Sam", address: "sam@example.com" };
  const mail = { from: box, to: box, replyTo: box, subject: "x", text: "x", html: "x", calendar: null };
  expect(await storeCopy(kysely, { id, worker: "slow", messageId: "<x@y>", mail, now })).toBe(false);
  await markSent(kysely, { id, worker: "slow", now });
  await markDone(kysely, { id, worker: "slow", now });
  await markFailed(kysely, { id, worker: "slow", error: "x", again: null, now });
  await release(kysely, { id, worker: "slow", again: 0, attempts: 0 });
  expect(await outboxOf(app)).toEqual(before);
  expect(await kysely.selectFrom("mails").selectAll().execute()).toEqual([]);
});

test("without a mail server the mails can be read and wait, until there is one", async () => {
  const app = await demoApp();
  await booked(app);
  await sendAll(app, worker(null));
  const mails = await app.db.kysely.selectFrom("mails").selectAll().execute();
  expect(mails.map((mail) => [mail.recipient, mail.sent_at])).toEqual(
    expect.arrayContaining([
      ["sam@example.com", null],
      ["hello@limberyard.example", null],
    ]),
  );
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  expect(server.arrived).toHaveLength(2);
});

test("without a mail server a mail is made readable once, and not looked at again", async () => {
  const app = await demoApp();
  await booked(app);
  expect(await sendAll(app, worker(null))).toBe(2);
  await app.db.kysely.deleteFrom("mails").execute();
  expect(await sendAll(app, worker(null))).toBe(0);
  await booked(app, { start: FRIDAY_TEN + 4 * 3_600_000 });
  expect(await sendAll(app, worker(null))).toBe(2);
});

test("one mail that can't be written keeps no other from being sent", async () => {
  const app = await demoApp();
  const server = await mailServer();
  await booked(app);
  await app.db.kysely
    .updateTable("outbox")
    .set({ data: "{" })
    .where("kind", "=", "appointment-confirmed-client")
    .execute();
  await deliverDue(app, worker(server.url));
  expect(server.arrived.map(({ mail }) => mail.subject)).toEqual([expect.stringMatching(/^New booking/)]);
});
