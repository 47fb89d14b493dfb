import { expect, test } from "vitest";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { pollCalendly } from "#app/connections/calendly/calendly.jobs.server.ts";
import { calendlyInUse, saveFacts } from "#app/connections/calendly/calendly-in-use.server.ts";
import { settleClash } from "#app/connections/calendly/change-calendly.server.ts";
import { countDifferences } from "#app/connections/calendly/differences.db.server.ts";
import { listOdd } from "#app/connections/calendly/external-bookings.db.server.ts";
import { receiveReport } from "#app/connections/calendly/receive-webhook.server.ts";
import { appointmentsOf, externalOf, SIGNING_KEY, withCalendly } from "#tests/support/calendly/plugged-in.ts";
import { reportOf } from "#tests/support/calendly/stand-in.ts";
import { outboxOf } from "#tests/support/post.ts";
import { practice } from "#tests/support/practice.ts";
import type { TestApp } from "#tests/support/test-app.ts";

const TEN = Date.UTC(2027, 4, 5, 9);
const HOUR = 3_600_000;
const MINUTE = 60_000;
const DAY = 24 * HOUR;

async function later(app: TestApp, ms: number): Promise<void> {
  app.clock.set(app.clock.now() + ms);
  await pollCalendly(app);
}

async function report(app: TestApp, booked: Parameters<typeof reportOf>[1]) {
  const { body, headers } = reportOf("invitee.created", booked, { key: SIGNING_KEY, now: app.clock.now() });
  expect(await receiveReport(app, { body: Buffer.from(body), headers: new Headers(headers) })).toEqual({
    kind: "received",
  });
}

function inviteeOf([first]: readonly { invitee: string }[]): string {
  return first?.invitee ?? "";
}

async function factsOf(app: TestApp) {
  const found = await calendlyInUse(app);
  if (found.kind !== "on") throw new Error(found.kind);
  return found.facts;
}

test("what no webhook told is found every five minutes, page by page, and read once", async () => {
  const { app, calendly } = await withCalendly();
  const now = app.clock.now();
  const all = [0, 1, 2, 3, 4].map((at) => calendly.book({ start: TEN + at * HOUR, now, name: `Person ${at}` }));
  await Promise.all([pollCalendly(app), pollCalendly(app)]);
  expect((await appointmentsOf(app)).map(({ name }) => name)).toEqual([0, 1, 2, 3, 4].map((at) => `Person ${at}`));
  const asked = calendly.asked.length;
  await later(app, 4 * MINUTE);
  expect(calendly.asked).toHaveLength(asked);
  await later(app, MINUTE);
  expect(calendly.asked.slice(asked)).toEqual(Array(3).fill("GET /scheduled_events"));
  const [, second, third] = all;
  if (!second || !third) throw new Error("nothing was booked");
  calendly.cancel(second, { now: app.clock.now(), by: "host" });
  calendly.reschedule(third, { start: TEN + 8 * HOUR, now: app.clock.now() });
  await later(app, 5 * MINUTE);
  const standing = (await appointmentsOf(app)).map(({ name, status, starts_at }) => [name, status, starts_at]);
  expect(standing).toContainEqual(["Person 1", "Cancelled", TEN + HOUR]);
  expect(standing).toContainEqual(["Person 2", "Confirmed", TEN + 8 * HOUR]);
  expect(standing).toHaveLength(5);
});

test("what no diary takes waits for a person, and everything behind it arrives", async () => {
  const { app, calendly } = await withCalendly();
  const now = app.clock.now();
  const long = calendly.book({ start: TEN, minutes: 1500, now, name: "Too Long" });
  for (const [name, year] of [["Too Early", "0001"] as const, ["Too Late", "9999"] as const]) {
    const booked = calendly.book({ start: TEN + HOUR, now, name });
    Object.assign(booked.event, { start_time: `${year}-01-01T10:00:00Z`, end_time: `${year}-01-01T11:00:00Z` });
    // The stand-in lists by the start, as Calendly does: behind whatever we ask for.
    if (year === "0001") await report(app, booked);
  }
  calendly.book({ start: TEN, now, name: "Just Right" });
  await pollCalendly(app);
  expect((await appointmentsOf(app)).map(({ name }) => name)).toEqual(["Just Right"]);
  expect(await getAdapter(app.db.kysely, "calendly")).toMatchObject({ state: "ok" });
  const odd = (await listOdd(app.db.kysely)).map(({ name, start }) => [name, start]).sort();
  expect(odd).toEqual([
    ["Too Early", null],
    ["Too Late", null],
    ["Too Long", TEN],
  ]);
  expect(await countDifferences(app.db.kysely, now)).toEqual({ clashes: 0, odd: 3, differences: 0 });

  const asked = calendly.asked.length;
  await later(app, 5 * MINUTE);
  expect(calendly.asked.slice(asked).filter((path) => path.endsWith("/invitees"))).toEqual([]);

  Object.assign(long.event, { end_time: long.event.start_time, updated_at: new Date(app.clock.now()).toISOString() });
  Object.assign(long.event, { start_time: new Date(TEN - HOUR).toISOString() });
  await later(app, 5 * MINUTE);
  expect((await appointmentsOf(app)).map(({ name }) => name)).toEqual(["Too Long", "Just Right"]);
  expect(await settleClash(app, practice, { invitee: inviteeOf(await listOdd(app.db.kysely)) })).toEqual({
    kind: "saved",
  });
  expect(await listOdd(app.db.kysely)).toHaveLength(1);
});

test("a booking in no shape of ours is told, and costs no other", async () => {
  const { app, calendly } = await withCalendly();
  const now = app.clock.now();
  for (const name of ["First", "Odd", "Last"])
    calendly.book({ start: TEN + calendly.bookings.length * HOUR, now, name });
  const [, odd] = calendly.bookings;
  Object.assign(odd?.invitee ?? {}, { uri: 7 });
  await pollCalendly(app);
  expect((await appointmentsOf(app)).map(({ name }) => name)).toEqual(["First", "Last"]);
  const fault = expect.stringContaining("One booking on Calendly could not be read");
  expect(await getAdapter(app.db.kysely, "calendly")).toMatchObject({ state: "failing", fault });
});

test("asked too often, it waits as long as Calendly says, and that is no failure", async () => {
  const { app, calendly } = await withCalendly();
  calendly.become("limited");
  await pollCalendly(app);
  const asked = calendly.asked.length;
  await later(app, 41_000);
  expect(calendly.asked).toHaveLength(asked);
  calendly.become("well");
  calendly.book({ start: TEN, now: app.clock.now() });
  await later(app, 1000);
  expect(await appointmentsOf(app)).toHaveLength(1);
  expect(await getAdapter(app.db.kysely, "calendly")).toMatchObject({ state: "ok" });
});

test("a failure has a beginning, one mail a day, and an end; what was booked meanwhile arrives", async () => {
  const { app, calendly } = await withCalendly();
  const began = app.clock.now();
  calendly.become("broken");
  await pollCalendly(app);
  expect(await getAdapter(app.db.kysely, "calendly")).toMatchObject({ state: "failing", since: began });
  expect(await outboxOf(app)).toEqual([]);
  for (let turn = 0; turn < 12; turn++) await later(app, 5 * MINUTE);
  expect((await outboxOf(app)).map(({ kind }) => kind)).toEqual(["adapter-failing-practice"]);
  await later(app, DAY);
  expect(await outboxOf(app)).toHaveLength(2);
  calendly.book({ start: TEN, now: app.clock.now() });
  calendly.become("well");
  await later(app, 5 * MINUTE);
  expect(await getAdapter(app.db.kysely, "calendly")).toMatchObject({ state: "ok", fault: null });
  expect(await externalOf(app)).toMatchObject([{ state: "live" }]);
  expect(await outboxOf(app)).toHaveLength(2);
});

test("a token that Calendly no longer knows is told at once, in its own words", async () => {
  const { app, calendly } = await withCalendly();
  calendly.become("revoked");
  await pollCalendly(app);
  const fault = expect.stringContaining("Calendly answered 401: Unauthenticated: The access token is invalid.");
  expect(await getAdapter(app.db.kysely, "calendly")).toMatchObject({ state: "revoked", fault });
  expect((await outboxOf(app)).map(({ kind }) => kind)).toEqual(["adapter-failing-practice"]);
});

test("a webhook that Calendly has disabled is deleted and made again, once a day", async () => {
  const { app, calendly } = await withCalendly();
  await later(app, DAY);
  const [made] = calendly.subscriptions();
  expect(made).toMatchObject({ callback_url: "http://limber-yard.test/hooks/calendly", state: "active" });
  expect(await factsOf(app)).toMatchObject({ hook: "active", subscription: made?.uri });
  await later(app, DAY);
  expect(calendly.subscriptions()).toEqual([made]);
  if (made) made.state = "disabled";
  await later(app, HOUR);
  expect(calendly.subscriptions()[0]?.state).toBe("disabled");
  await later(app, DAY);
  const [again, ...others] = calendly.subscriptions();
  expect([again?.state, again?.uri === made?.uri, others]).toEqual(["active", false, []]);
  expect(again?.signing_key).not.toBe(made?.signing_key);
});

test("a plan without webhooks is no failure: the poll does the work", async () => {
  const { app, calendly } = await withCalendly();
  await saveFacts(app, { ...(await factsOf(app)), checkedAt: 0 });
  calendly.become("no-plan");
  calendly.book({ start: TEN, now: app.clock.now() });
  await pollCalendly(app);
  expect(await factsOf(app)).toMatchObject({ hook: "plan" });
  expect(await getAdapter(app.db.kysely, "calendly")).toMatchObject({ state: "ok" });
  expect(await appointmentsOf(app)).toHaveLength(1);
});
