import { expect, test } from "vitest";
import { z } from "zod";
import { availabilityAnswer, servicesAnswer } from "#app/routes/feeds/api/schemas.ts";
import { apiSite } from "#tests/support/api-site.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";

const WEDNESDAY_QUESTION = "/api/availability?service=deep-tissue-massage&from=2027-05-05&to=2027-05-05";

test("GET /api/services lists what is offered, at what price and by whom", async () => {
  const { get } = await apiSite();
  const { status, headers, text } = await get("/api/services");
  expect([status, headers["content-type"]]).toEqual([200, "application/json"]);
  const { services, currency } = servicesAnswer.parse(JSON.parse(text));
  expect([services.length, currency]).toEqual([11, "GBP"]);
  expect(services.at(-1)).toMatchObject({ slug: "event-massage", booking: "enquiry", lengths: [] });
  expect(services[0]).toMatchObject({ slug: "deep-tissue-massage", booking: "online", venue: "practice" });
  expect(services[0]?.lengths).toContainEqual({
    minutes: 60,
    price: "58.00",
    label: expect.any(String),
    prices: [{ price: "58.00", therapist: null, from: null }],
  });
  expect(services[0]?.therapists[0]).toEqual({ slug: "imogen-hartley", name: "Imogen Hartley" });
});

test("GET /api/availability gives each day its free starts, and who is free", async () => {
  const { get } = await apiSite();
  const { status, text } = await get(`${WEDNESDAY_QUESTION.replace("to=2027-05-05", "to=2027-05-09")}&minutes=60`);
  expect(status).toBe(200);
  const { timeZone, days } = availabilityAnswer.parse(JSON.parse(text));
  expect(timeZone).toBe("Europe/London");
  expect(days.map(({ date }) => date)).toEqual([5, 6, 7, 8, 9].map((day) => `2027-05-0${day}`));
  expect(days[0]?.slots[0]).toEqual({
    start: "2027-05-05T08:00:00.000Z",
    therapists: ["imogen-hartley", "tom-ellery", "priya-sandhu"],
  });
  expect(days.at(-1)?.slots).toEqual([]);
});

test("a booking takes its time and its turnaround out of the answer", async () => {
  const { get, app } = await apiSite();
  await booked(app, { therapist: "tom-ellery", start: at("11:00") });
  const { text } = await get(`${WEDNESDAY_QUESTION}&therapist=tom-ellery`);
  const starts: string[] = JSON.parse(text).days[0].slots.map((slot: { start: string }) => slot.start.slice(11, 16));
  expect(starts).toContain("08:45");
  expect(starts).toContain("11:15");
  for (const gone of ["09:00", "10:00", "11:00"]) expect(starts).not.toContain(gone);
});

test("the same answer is repeated without asking the database, until something is written or a minute ends", async () => {
  const { get, app } = await apiSite();
  const starts = async () => {
    const { text, headers } = await get(`${WEDNESDAY_QUESTION}&therapist=tom-ellery`);
    return { text, slots: JSON.parse(text).days[0].slots.length, headers };
  };
  await starts();
  const first = await starts();
  const before = app.db.statements.read;
  expect((await starts()).text).toBe(first.text);
  if (app.db.engine === "sqlite") expect(app.db.statements.read).toBe(before);
  expect(first.headers).not.toHaveProperty("x-page-cache");
  await booked(app, { therapist: "tom-ellery", start: at("11:00") });
  expect((await starts()).slots).toBeLessThan(first.slots);
  app.clock.set(Date.parse("2027-05-05T09:00:00Z"));
  expect((await starts()).slots).toBeLessThan(first.slots - 4);
});

test("'anyone' and no therapist at all ask the same", async () => {
  const { get } = await apiSite();
  const [anyone, none] = await Promise.all([get(`${WEDNESDAY_QUESTION}&therapist=anyone`), get(WEDNESDAY_QUESTION)]);
  expect(anyone.text).toBe(none.text);
});

test.each([
  ["no service", "from=2027-05-05&to=2027-05-05", "service"],
  ["an unknown service", "service=x&from=2027-05-05&to=2027-05-05", "service"],
  ["a service by enquiry", "service=event-massage&from=2027-05-05&to=2027-05-05", "service"],
  [
    "an unknown therapist",
    "service=joint-mobilization&therapist=tom-ellery&from=2027-05-05&to=2027-05-05",
    "therapist",
  ],
  ["an unknown length", "service=joint-mobilization&minutes=7&from=2027-05-05&to=2027-05-05", "minutes"],
  ["a length that is none", "service=joint-mobilization&minutes=long&from=2027-05-05&to=2027-05-05", "minutes"],
  ["a date that is none", "service=joint-mobilization&from=2027-02-30&to=2027-05-05", "from"],
  ["a date in words", "service=joint-mobilization&from=today&to=2027-05-05", "from"],
  ["no last day", "service=joint-mobilization&from=2027-05-05", "to"],
  ["the last day first", "service=joint-mobilization&from=2027-05-05&to=2027-05-04", "to"],
  ["63 days", "service=joint-mobilization&from=2027-05-01&to=2027-07-02", "to"],
])("%s is answered by a problem that names the field", async (_, query, field) => {
  const { get } = await apiSite();
  const { status, headers, text } = await get(`/api/availability?${query}`);
  expect([status, headers["content-type"]]).toEqual([422, "application/problem+json"]);
  const problem = JSON.parse(text);
  expect(problem).toMatchObject({ type: "about:blank", status: 422, title: expect.any(String) });
  expect(problem.errors).toEqual([{ pointer: `#/${field}`, detail: expect.any(String) }]);
});

test("62 days are answered", async () => {
  const { get } = await apiSite();
  const { status, text } = await get("/api/availability?service=joint-mobilization&from=2027-05-01&to=2027-07-01");
  expect([status, JSON.parse(text).days.length]).toEqual([200, 62]);
});

test("the description names every path, and its schemas are those that check", async () => {
  const { get, app } = await apiSite();
  const { status, text } = await get("/api/openapi.json");
  expect(status).toBe(200);
  const description = JSON.parse(text);
  expect(description.openapi).toMatch(/^3\.1\./);
  expect(description.servers).toEqual([{ url: app.config.publicUrl }]);
  expect(Object.keys(description.paths)).toEqual(["/api/services", "/api/availability", "/api/appointments"]);
  const post = description.paths["/api/appointments"].post;
  expect(Object.keys(post.responses)).toEqual(["201", "202", "403", "409", "422", "429"]);
  const { required, properties } = post.requestBody.content["application/json"].schema;
  expect(required.toSorted()).toEqual(["email", "name", "phone", "service", "start"]);
  expect(Object.keys(properties)).toEqual(expect.arrayContaining([...required, "minutes", "therapist"]));

  const answered = description.paths["/api/services"].get.responses[200].content["application/json"].schema;
  const services = JSON.parse((await get("/api/services")).text);
  expect(z.fromJSONSchema(answered).safeParse(services).success).toBe(true);
});
