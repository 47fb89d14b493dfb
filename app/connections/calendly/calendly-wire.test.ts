import { expect, onTestFinished, test } from "vitest";
import { calendlyOf } from "#app/connections/calendly/calendly.gateway.server.ts";
import { eventShape, factsFrom, inviteeShape } from "#app/connections/calendly/invitee.ts";
import { idsFrom } from "#app/connections/calendly/invitee-ids.ts";
import { isSignedNow } from "#app/connections/calendly/receive-webhook.server.ts";
import { scheduledFrom } from "#app/connections/calendly/use-scheduled.tsx";
import { parseConfig } from "#app/platform/config.server.ts";
import { signatureOf, startCalendly, TOKEN } from "#tests/support/calendly/stand-in.ts";
import wire from "#tests/support/calendly/wire.json" with { type: "json" };

const NOW = Date.UTC(2026, 10, 20, 21);
const EVENT = wire["GET /scheduled_events/{uuid}"].resource;
const INVITEE = wire["GET /scheduled_events/{event_uuid}/invitees/{invitee_uuid}"].resource;

async function standIn() {
  const calendly = await startCalendly();
  onTestFinished(calendly.close);
  const read = parseConfig({ NODE_ENV: "test" });
  if (read.kind === "invalid") throw new Error(read.problems.join());
  return { calendly, app: { config: { ...read.config, ...calendly.config } } };
}

test("what Calendly documents is what we read, and what the stand-in answers", async () => {
  expect(factsFrom(inviteeShape.parse(INVITEE), eventShape.parse(EVENT))).toMatchObject({
    invitee: "EFGHEFGHEFGHEFGH",
    start: Date.parse("2026-12-01T10:00:00Z"),
    name: "Ann O'Neil",
    phone: "+447700900123",
  });
  const { calendly } = await standIn();
  const booked = calendly.book({ start: NOW, now: NOW });
  expect(Object.keys(EVENT).filter((field) => !(field in booked.event))).toEqual([]);
  expect(Object.keys(INVITEE).filter((field) => !(field in booked.invitee))).toEqual([]);
});

test("of the messages that its frame posts only the booking is believed", () => {
  const frame = { origin: "https://calendly.com", window: {} };
  const heard = wire.messages.map((data) => scheduledFrom({ origin: frame.origin, source: frame.window, data }, frame));
  expect(heard.filter(Boolean)).toEqual([idsFrom(INVITEE.uri)]);
});

test("a report is signed as Calendly signs it", () => {
  const { signing_key: key, body, header } = wire.signature_vector_derived;
  const [timestamp = 0, signature = ""] = /t=(\d+),v1=(\w+)/.exec(header)?.slice(1) ?? [];
  const now = Number(timestamp) * 1000;
  expect(signatureOf(body, { key, now })).toBe(header);
  const signed = { key, timestamp: Number(timestamp), signature, body: Buffer.from(body), now };
  expect(isSignedNow(signed)).toBe(true);
  expect(isSignedNow({ ...signed, body: Buffer.from(`${body} `) })).toBe(false);
});

test("each way in which it fails is a value, in its words or ours", async () => {
  const { calendly, app } = await standIn();
  const [wrong, right] = [calendlyOf(app, "another"), calendlyOf(app, TOKEN)];
  const [hasty, place] = [calendlyOf(app, TOKEN, { ms: 100 }), { url: "", user: "", organization: "", signingKey: "" }];
  const fault = (status: number | null, words: string) => ({ kind: "fault", fault: { status, words } });
  const unknown = "Calendly answered 401: Unauthenticated: The access token is invalid. It does not know this token: ";
  expect(await wrong.me()).toEqual(fault(401, expect.stringContaining(unknown)));
  expect(await right.event("none")).toMatchObject({ fault: { status: 404 } });
  calendly.become("broken");
  expect(await right.me()).toMatchObject({
    fault: { status: 500, words: /^Calendly answered 500: Internal.*trouble of its own/ },
  });
  calendly.become("limited");
  expect(await right.me()).toEqual({ kind: "wait", seconds: 42 });
  calendly.become("no-plan");
  expect(await right.subscribe(place)).toMatchObject({ fault: { status: 403, words: /Please upgrade/ } });
  calendly.become("garbled");
  expect(await right.me()).toEqual(fault(200, "Calendly answered in a shape that we don’t know."));
  calendly.become("cut");
  expect(await right.me()).toEqual(
    fault(null, "Calendly was asked. It could not be reached, or it ended the connection."),
  );
  calendly.become("silent");
  expect(await hasty.me()).toEqual(fault(null, "Calendly was asked. It did not answer within 15 seconds."));
  calendly.become("late");
  const held = right.me();
  await expect.poll(() => calendly.asked.length).toBe(9);
  calendly.become("well");
  expect(await held).toMatchObject({ kind: "answer", value: { name: "Owner" } });
});
