import { expect, test } from "vitest";
import { listOdd } from "#app/connections/calendly/external-bookings.db.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import * as hooks from "#app/routes/feeds/hooks.ts";
import { seedDemo } from "#scripts/seed-demo.ts";
import { appointmentsOf, plugIn, SIGNING_KEY } from "#tests/support/calendly/plugged-in.ts";
import { reportOf, signatureOf, startCalendly } from "#tests/support/calendly/stand-in.ts";
import { stubSite } from "#tests/support/stub-site.ts";

const TEN = Date.UTC(2027, 4, 5, 9);
const METRICS = "a-token-for-the-one-who-measures";

async function hookedSite() {
  const calendly = await startCalendly();
  const config = { ...calendly.config, metricsToken: METRICS };
  const site = await stubSite({ routes: { "/hooks/:adapter": hooks }, config });
  await seedDemo(site.app);
  await plugIn(site.app, calendly);
  const now = site.app.clock.now();
  const { body, headers } = reportOf("invitee.created", calendly.book({ start: TEN, now }), { key: SIGNING_KEY, now });
  const send = async (sent: string | Buffer, signature: string) =>
    site.post("/hooks/calendly", sent, { ...headers, "calendly-webhook-signature": signature });
  calendly.close();
  return { ...site, now, body, send, signature: headers["calendly-webhook-signature"] };
}

test("a report counts with its signature, from no page of ours, and once", async () => {
  const { app, body, send, signature } = await hookedSite();
  const first = await send(body, signature);
  const again = await send(body, signature);
  expect([first.status, again.status]).toEqual([200, 200]);
  expect([first.text, again.text, first.headers["set-cookie"]]).toEqual(["", "", undefined]);
  expect(await appointmentsOf(app)).toHaveLength(1);
  expect(await app.db.kysely.selectFrom("hook_events").selectAll().execute()).toHaveLength(1);
});

test("an event of more than 24 hours, or of no century of ours, is answered 200 and waits for a person", async () => {
  const { app, body, now, send } = await hookedSite();
  const long = JSON.parse(body);
  long.payload.scheduled_event.end_time = "2027-05-09T09:00:00Z";
  const old = JSON.parse(body.replaceAll("/invitees/", "/invitees/x"));
  old.payload.scheduled_event.start_time = "0001-05-05T09:00:00Z";
  for (const odd of [long, old]) {
    const sent = JSON.stringify(odd);
    expect((await send(sent, signatureOf(sent, { key: SIGNING_KEY, now }))).status).toBe(200);
  }
  expect(await appointmentsOf(app)).toEqual([]);
  expect((await listOdd(app.db.kysely)).map(({ start }) => start)).toEqual([TEN, null]);
});

test("one byte changed, 301 seconds old or ahead, another's key, or none: 401 without a word, and nothing stored", async () => {
  const { app, body, now, send, signature } = await hookedSite();
  const at = (seconds: number, key = SIGNING_KEY) => signatureOf(body, { key, now: now + seconds * 1000 });
  const tries: [string, string][] = [
    [body.replace("Ann", "Amn"), signature],
    [body, at(-301)],
    [body, at(301)],
    [body, at(0, "another-key")],
    [body, at(0, "")],
    [body, ""],
    [body, "t=,v1="],
    [body, signature.replace(/v1=.*/, "v1=zz")],
  ];
  for (const [sent, signed] of tries) {
    const answer = await send(sent, signed);
    expect([answer.status, answer.text], signed).toEqual([401, ""]);
  }
  expect(await appointmentsOf(app)).toEqual([]);
  expect(await app.db.kysely.selectFrom("hook_events").selectAll().execute()).toEqual([]);
  expect((await send(body, at(-299))).status).toBe(200);
});

test("what we don't know is taken and forgotten, what is too large is not read, and other doors stay shut", async () => {
  const { app, now, send, get, post } = await hookedSite();
  const signed = (body: string) => send(body, signatureOf(body, { key: SIGNING_KEY, now }));
  for (const body of ['{"event":"routing_form_submission.created","payload":{}}', "no json", "[]", ""]) {
    expect((await signed(body)).status, body).toBe(200);
  }
  expect((await signed("x".repeat(256 * 1024))).status).toBe(200);
  expect((await signed("x".repeat(256 * 1024 + 1))).status).toBe(413);
  expect((await post("/hooks/nobody", "{}")).status).toBe(404);
  expect((await get("/hooks/calendly")).status).toBe(405);
  expect(await appointmentsOf(app)).toEqual([]);
});

test("an adapter that is switched off is not there", async () => {
  const { app, body, send, signature, get } = await hookedSite();
  const metrics = async () => (await get("/metrics", { authorization: `Bearer ${METRICS}` })).text;
  expect(await metrics()).toContain('limber_yard_adapter_failing_seconds{adapter="calendly",state="ok"} 0\n');
  await app.db.kysely.deleteFrom("settings").where("key", "=", "scheduler").execute();
  await app.db.kysely.deleteFrom("adapters").execute();
  await raiseContentVersion(app.db.kysely, app.clock.now());
  expect((await send(body, signature)).status).toBe(404);
  expect(await metrics()).not.toContain("adapter");
  expect(await appointmentsOf(app)).toEqual([]);
});
