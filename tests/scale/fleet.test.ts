import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { stockOf } from "#tests/proof/booking-client.ts";
import { type Fleet, startFleet } from "#tests/proof/fleet.ts";
import { mailsOnce } from "#tests/proof/mails-once.ts";
import { makePlace, type Place } from "#tests/proof/place.ts";
import { races } from "#tests/proof/race.ts";
import { type MailServer, startMailServer } from "#tests/support/mail-server.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { SOUND } from "#tests/support/soundness.ts";

// Three processes on one PostgreSQL behind a proxy that takes turns. 200 rounds: npm run proof -- scale.
let place: Place;
let fleet: Fleet;
let mailServer: MailServer;

beforeAll(async () => {
  place = await makePlace("postgres", inject("postgresUrl") ?? null);
  mailServer = await startMailServer();
  fleet = await startFleet(place, 3, { SMTP_URL: mailServer.url, RATE_LIMITS: "on" });
});

afterAll(async () => {
  await fleet?.stop();
  await mailServer?.close();
  await place?.remove();
});

test("who signs in at one server books at another and sees it at the third", async () => {
  const [first = "", second = "", third = ""] = fleet.servers;
  const person = await personIn(fleet.app);
  const cookie = await signIn(first, person);
  const [free] = (await stockOf(second)).slice(-1);
  const input = { service: "deep-tissue-massage", name: "Pat Example", phone: "01632 960001", email: person.email };
  const booked = await post(
    `${second}/book`,
    { ...input, start: free?.start ?? "", therapist: free?.therapist ?? "" },
    cookie,
  );
  expect([booked.status, booked.headers.get("location")]).toEqual([303, expect.stringContaining("/booking/")]);
  const mine = await (await fetch(`${third}/my-appointment`, { headers: { cookie } })).text();
  expect(mine).toContain("Deep Tissue Massage");
});

test("rate limits hold across the servers", async () => {
  // What was booked before counts, too.
  await fleet.app.db.kysely.deleteFrom("rate_limits").execute();
  const asked = await Promise.all(
    Array.from({ length: 40 }, () =>
      fetch(`${fleet.url}/api/appointments`, { method: "POST", headers: JSON_BODY, body: "{}" }),
    ),
  );
  const allowed = asked.filter(({ status }) => status !== 429).length;
  const rows = await fleet.app.db.kysely
    .selectFrom("rate_limits")
    .select("hits")
    .where("key", "like", "book:%")
    .execute();
  // Thirty in each window of ten minutes: the test may have begun at the end of one. Who is refused is not counted.
  expect(rows.every(({ hits }) => hits <= 30)).toBe(true);
  expect(rows.reduce((sum, { hits }) => sum + hits, 0)).toBe(allowed);
  expect(asked.some(({ status }) => status === 429)).toBe(true);
  await fleet.app.db.kysely.deleteFrom("rate_limits").execute();
});

test("a change of the content is soon everywhere (how soon: docs/proof/scale.md)", async () => {
  const db = fleet.app.db.kysely;
  const pageOf = async (server: string) => (await fetch(server)).text();
  await Promise.all(fleet.servers.map(pageOf));
  const value = JSON.stringify({ name: "The Renamed Practice" });
  await db.transaction().execute(async (tx) => {
    await tx.updateTable("settings").set({ value, version: 2 }).where("key", "=", "business").execute();
    await raiseContentVersion(tx, fleet.app.clock.now());
  });
  const renamed = async () =>
    (await Promise.all(fleet.servers.map(pageOf))).map((page) => page.includes("The Renamed"));
  await expect.poll(renamed, { timeout: 10_000, interval: 100 }).toEqual([true, true, true]);
});

test("thirty people who want one time at three servers: one gets it, the others are told", async () => {
  const result = await races(fleet, { rounds: 10, callers: 30 });
  expect(result).toMatchObject({ winners: { 1: 10 }, statuses: { 201: 10, 409: 290 }, unsound: SOUND });
});

test("three workers send each mail once", async () => {
  expect(await mailsOnce(fleet, mailServer, 20)).toMatchObject({ bookings: 20, missing: 0, twice: 0 });
});

const JSON_BODY = { "content-type": "application/json" };

async function post(url: string, fields: Record<string, string>, cookie = ""): Promise<Response> {
  const headers = { origin: fleet.url, ...(cookie && { cookie }) };
  return fetch(url, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}

async function signIn(server: string, { email, password }: { email: string; password: string }): Promise<string> {
  const answer = await post(`${server}/login`, { username: email, email, password });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  if (!cookie) throw new Error(`No session came: ${answer.status}`);
  return cookie;
}
