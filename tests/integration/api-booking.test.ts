import { expect, test } from "vitest";
import { localDateOf } from "#app/platform/date-time.ts";
import { appointmentAnswer, problemAnswer } from "#app/routes/feeds/api/schemas.ts";
import { apiSite, BOOKING } from "#tests/support/api-site.ts";
import { rowCounts } from "#tests/support/booking-inputs.ts";
import { apartStarts } from "#tests/support/bookings.ts";

test("POST /api/appointments books, with no cookie and no Origin", async () => {
  const { postJson, app } = await apiSite();
  const { status, headers, json } = await postJson(BOOKING);
  expect([status, headers["cache-control"]]).toEqual([201, "no-store"]);
  expect(appointmentAnswer.parse(json)).toEqual({
    id: expect.any(String),
    reference: expect.stringMatching(/^[0-9A-Z]{8}$/),
    status: "Confirmed",
    service: "deep-tissue-massage",
    minutes: 60,
    therapist: "imogen-hartley",
    start: "2027-05-05T09:00:00.000Z",
    end: "2027-05-05T10:00:00.000Z",
    timeZone: "Europe/London",
    date: "2027-05-05",
    time: "10:00",
    price: "58.00",
    currency: "GBP",
    heldUntil: null,
  });
  expect(headers["set-cookie"]).toBeUndefined();
  expect(await rowCounts(app)).toMatchObject({ appointments: 1, outbox: 2, audit: 1 });
});

test("length and therapist may be named, and an offset other than Z is understood", async () => {
  const { postJson } = await apiSite();
  const input = { ...BOOKING, minutes: 45, therapist: "tom-ellery", start: "2027-05-05T10:30:00+01:00" };
  const { status, json } = await postJson(input);
  expect([status, json.minutes, json.therapist, json.time]).toEqual([201, 45, "tom-ellery", "10:30"]);
});

test("a time that is taken is answered 409, with the nearest free ones", async () => {
  const { postJson } = await apiSite();
  const input = { ...BOOKING, therapist: "tom-ellery" };
  await postJson(input);
  const { status, headers, json } = await postJson({ ...input, email: "bob@example.com" });
  expect([status, headers["content-type"]]).toEqual([409, "application/problem+json"]);
  const problem = problemAnswer.parse(json);
  expect(problem.title).toBe("That time has just been taken");
  expect(problem.near).toHaveLength(3);
  for (const near of problem.near ?? []) expect(near.therapists).toEqual(["tom-ellery"]);
  expect((await postJson({ ...input, start: problem.near?.[0]?.start })).status).toBe(201);
});

test("the same Idempotency-Key gives the same appointment back", async () => {
  const { postJson, app } = await apiSite();
  const key = { "idempotency-key": "3f0c" };
  const [first, second] = [await postJson(BOOKING, key), await postJson(BOOKING, key)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.json).toEqual(first.json);
  expect(await rowCounts(app)).toMatchObject({ appointments: 1 });
  for (const other of [{ email: "bob@example.com" }, { name: "Bob" }, { therapist: "tom-ellery" }]) {
    const { status, headers, json } = await postJson({ ...BOOKING, ...other }, key);
    expect([status, headers["content-type"], json.title]).toEqual([
      422,
      "application/problem+json",
      "Idempotency-Key used before",
    ]);
    expect(JSON.stringify(json)).not.toContain(first.json.reference);
  }
  expect(await rowCounts(app)).toMatchObject({ appointments: 1 });
});

test("a booking beyond the limits is told until when its time is held, also when it is sent again", async () => {
  const { postJson, app } = await apiSite({ config: { rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } });
  const free = await apartStarts(app, { from: "2027-05-10", to: "2027-05-28" });
  // One on each day, of which a stranger may book only so much.
  const byDay = Map.groupBy(free, (start) => localDateOf(start, "Europe/London"));
  const starts = [...byDay.values()].map(([first]) => first);
  const send = (index: number, key: string) => {
    const start = new Date(starts[index] ?? 0).toISOString();
    return postJson({ ...BOOKING, therapist: "imogen-hartley", start }, { "idempotency-key": key });
  };
  for (const index of [0, 1, 2, 3]) {
    const { json } = await send(index, `key-${index}`);
    expect([json.status, json.heldUntil]).toEqual(["Confirmed", null]);
  }
  const [held, again] = [await send(4, "key-4"), await send(4, "key-4")];
  const until = new Date(app.clock.now() + 30 * 60_000).toISOString();
  expect([held.status, held.json.status, held.json.heldUntil]).toEqual([201, "Pending", until]);
  expect(appointmentAnswer.parse(held.json)).toEqual(held.json);
  expect(again.json).toEqual(held.json);
});

test("a key of 256 characters is none", async () => {
  const { postJson, app } = await apiSite();
  expect((await postJson(BOOKING, { "idempotency-key": "k".repeat(256) })).status).toBe(400);
  expect(await rowCounts(app)).toMatchObject({ appointments: 0 });
});

test.each([
  ["nothing", {}, ["email", "name", "phone", "service", "start"]],
  ["a blank name", { ...BOOKING, name: "  " }, ["name"]],
  ["a name of 101 characters", { ...BOOKING, name: "x".repeat(101) }, ["name"]],
  ["a name with a line break", { ...BOOKING, name: "Ada\r\nBcc: x" }, ["name"]],
  ["a phone number that is none", { ...BOOKING, phone: "12" }, ["phone"]],
  ["two email addresses", { ...BOOKING, email: "a@example.com, b@example.com" }, ["email"]],
  ["an email that is none", { ...BOOKING, email: "ada" }, ["email"]],
  ["a start that is none", { ...BOOKING, start: "tomorrow" }, ["start"]],
  ["a start without its offset", { ...BOOKING, start: "2027-05-05T10:00:00" }, ["start"]],
  ["a time off the grid", { ...BOOKING, start: "2027-05-05T09:05:00Z" }, ["start"]],
  ["a time in the past", { ...BOOKING, start: "2027-05-03T09:00:00Z" }, ["start"]],
  ["an unknown service", { ...BOOKING, service: "x" }, ["service"]],
  ["an unknown length", { ...BOOKING, minutes: 5 }, ["minutes"]],
  ["an unknown therapist", { ...BOOKING, therapist: "x" }, ["therapist"]],
  ["numbers for words", { ...BOOKING, name: 7, email: 7 }, ["email", "name"]],
])("%s is answered 422, each field named", async (_, body, fields) => {
  const { postJson, app } = await apiSite();
  const { status, headers, json } = await postJson(body);
  expect([status, headers["content-type"]]).toEqual([422, "application/problem+json"]);
  const { errors = [] } = problemAnswer.parse(json);
  expect(errors.map(({ pointer }) => pointer).toSorted()).toEqual(fields.map((field) => `#/${field}`));
  expect(await rowCounts(app)).toEqual({ appointments: 0, appointment_claims: 0, outbox: 0, audit: 0 });
});

test.each(["", "{", "null", '"text"', "[]"])("a body of %j is no JSON object", async (body) => {
  const { postJson } = await apiSite();
  const { status, headers, json } = await postJson(body);
  expect([status, headers["content-type"]]).toEqual([400, "application/problem+json"]);
  expect(json.detail).toBe("The body must be one JSON object.");
});

test("other methods are told which one to use", async () => {
  const { get, ask, app } = await apiSite();
  const headers = { origin: app.config.publicUrl, "content-type": "application/json" };
  const put = { method: "PUT", headers, body: "{}" };
  const answers = [await get("/api/appointments"), await ask("/api/appointments", put)];
  for (const { status, headers: told } of answers) {
    expect([status, told.allow, told["content-type"]]).toEqual([405, "POST", "application/problem+json"]);
  }
});

test("past the rate limit the answer is 429 with the time to wait", async () => {
  const { postJson } = await apiSite({ config: { rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } });
  for (let sent = 0; sent < 30; sent++) expect((await postJson({})).status).toBe(422);
  const { status, headers, json } = await postJson(BOOKING);
  expect([status, json.status]).toEqual([429, 429]);
  expect(Number(headers["retry-after"])).toBeGreaterThan(0);
});

test("no other site's script may read the answer", async () => {
  const { postJson } = await apiSite();
  const { headers } = await postJson(BOOKING, { origin: "https://elsewhere.example" });
  expect(headers["access-control-allow-origin"]).toBeUndefined();
});
