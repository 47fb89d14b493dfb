import { expect, test } from "vitest";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { startOutbox } from "#app/mail/outbox.jobs.server.ts";
import { smtpTransport, TIMEOUTS } from "#app/mail/smtp.gateway.server.ts";
import { renderers } from "#app/mails.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { failingAt } from "#tests/support/failing-at.ts";
import { type MailServer, mailServer } from "#tests/support/mail-server.ts";
import { outboxOf, sendAll, worker } from "#tests/support/post.ts";
import { demoApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const QUICK = 5;

test("a mail whose answer is late is nobody else's, however long its worker's lease was", async () => {
  const app = await demoApp();
  const server = await mailServer();
  await booked(app);
  server.become("late");
  const sending = deliverDue(app, { ...worker(server.url, "one"), renewMs: QUICK });
  await expect.poll(() => server.arrived.length).toBe(2);
  for (let minute = 4; minute <= 12; minute += 4) {
    const now = TUESDAY_NINE + minute * MINUTE;
    app.clock.set(now);
    await expect.poll(async () => (await leasesOf(app)).every((until) => until > now + MINUTE)).toBe(true);
    expect(await deliverDue(app, worker(server.url, "another"))).toBe(0);
  }
  server.answerNow();
  await sending;
  await sendAll(app, worker(server.url, "another"));
  expect(idsOf(server)).toHaveLength(2);
  expect(new Set(idsOf(server)).size).toBe(2);
});

test("a server has the ten minutes that the standard gives it to say that it has a mail", () => {
  expect(TIMEOUTS.socketTimeout).toBeGreaterThanOrEqual(10 * MINUTE);
});

test("whatever fails after the server has taken a mail, it is not sent again", async () => {
  const app = await demoApp();
  const server = await mailServer();
  await booked(app);
  const mailer = worker(server.url);
  const unnoting = failingAt(app, ({ kind }, text) => kind === "UpdateQueryNode" && text.includes('"name":"mails"'));
  await expect(deliverDue(unnoting, mailer)).rejects.toThrow("not this time");
  expect(server.arrived).toHaveLength(2);
  expect((await outboxOf(app)).filter(({ last_error }) => last_error !== null)).toEqual([]);
  app.clock.set(TUESDAY_NINE + 6 * MINUTE);
  expect(await deliverDue(app, mailer)).toBe(0);
  expect(await deliverDue(app, worker(server.url, "another"))).toBe(0);
  expect(server.arrived).toHaveLength(2);
});

test("told to stop, it waits for what is being sent, and gives back what is not", async () => {
  const server = await mailServer();
  const app = await demoApp();
  for (const hour of [0, 2, 4, 6]) await booked(app, { start: FRIDAY_TEN + hour * 60 * MINUTE });
  server.become("late");
  const stop = startOutbox(app, renderers, sourceTo(server));
  await expect.poll(() => server.arrived.length).toBe(2);
  const stopping = stop();
  server.become("taking");
  server.answerNow();
  await stopping;
  const rows = (await outboxOf(app)).filter(({ run_at }) => run_at <= app.clock.now());
  expect(rows.filter(({ done_at }) => done_at !== null)).toHaveLength(2);
  const left = rows.filter(({ done_at }) => done_at === null);
  expect(left.map((row) => [row.claimed_by, row.claimed_until, row.attempts])).toEqual(left.map(() => [null, 0, 0]));
  await sendAll(app, worker(server.url, "next"));
  expect(idsOf(server)).toHaveLength(8);
  expect(new Set(idsOf(server)).size).toBe(8);
});

test("a server that never answers keeps no process from ending", async () => {
  const server = await mailServer();
  const app = await demoApp();
  await booked(app);
  server.become("late");
  const stop = startOutbox(app, renderers, sourceTo(server), QUICK);
  await expect.poll(() => server.arrived.length).toBe(2);
  await stop();
  server.answerNow();
  await expect.poll(async () => (await leasesOf(app)).length).toBe(0);
});

function sourceTo(server: MailServer) {
  const transport = smtpTransport(server.url);
  return { current: async () => transport, close: transport.close };
}

/** The ends of the leases that are open. */
async function leasesOf(app: AppContext): Promise<number[]> {
  return (await outboxOf(app)).filter(({ claimed_by }) => claimed_by !== null).map((row) => row.claimed_until);
}

const idsOf = ({ arrived }: MailServer) => arrived.map(({ mail }) => mail.messageId);
