import { expect, onTestFinished, test } from "vitest";
import { bookingBody, type Free, stockOf, tryToBook } from "#tests/proof/booking-client.ts";
import { makePlace } from "#tests/proof/place.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { startServer } from "#tests/support/server.ts";

const SERVICE = "deep-tissue-massage";

test("a replica that is behind costs a 409 at most, and whoever wrote sees what they wrote", async () => {
  const postgres = await startPostgres();
  onTestFinished(() => postgres.stop());
  const place = await makePlace("postgres", postgres.url);
  onTestFinished(() => place.remove());
  // The first start makes the practice that the replica is a copy of.
  await (await startServer(place.env)).stop();
  const standby = await postgres.startStandby();
  onTestFinished(() => standby.stop());
  const replicaUrl = standby.urlOf(place.env.DATABASE_URL ?? "");
  const site = await startServer({ ...place.env, DATABASE_READ_URL: replicaUrl });
  onTestFinished(() => site.stop());
  const [free] = await stockOf(site.url);
  if (!free) throw new Error("No time is free");

  const booked = await bookByForm(site.url, free);
  expect(booked.status).toBe(303);
  const cookie = cookiesOf(booked);
  expect(await offers(site.url, free, cookie)).toBe(false);
  // Stale, which proves that it is the replica that others read.
  expect(await offers(site.url, free)).toBe(true);
  expect((await stockOf(site.url))[0]).toEqual(free);

  const late = await tryToBook(site.url, free);
  expect(late.status).toBe(409);
  const refused = await bookByForm(site.url, free);
  expect(refused.status).toBe(409);
  expect(timesOn(await refused.text())).not.toContain(free.start);

  await standby.stop();
  expect(await offers(site.url, free)).toBe(false);
  expect(site.lines.filter((line) => line.includes("read replica failed"))).toHaveLength(1);
});

async function offers(url: string, free: Free, cookie = ""): Promise<boolean> {
  const answer = await fetch(pageOf(url, free), { headers: cookie ? { cookie } : {} });
  expect(answer.status).toBe(200);
  return timesOn(await answer.text()).includes(free.start);
}

/** The booking page with this therapist and day chosen. */
function pageOf(url: string, { start, therapist }: Free): string {
  return `${url}/book?${new URLSearchParams({ service: SERVICE, therapist, day: start.slice(0, 10) })}`;
}

function timesOn(html: string): string[] {
  return [...html.matchAll(/name="start"[^>]*value="([^"]+)"/g)].map(([, start]) => start ?? "");
}

function bookByForm(url: string, free: Free): Promise<Response> {
  const fields = JSON.parse(bookingBody(free, { key: crypto.randomUUID(), email: "ada@example.com" }));
  const headers = { origin: url, "content-type": "application/x-www-form-urlencoded" };
  return fetch(pageOf(url, free), { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
