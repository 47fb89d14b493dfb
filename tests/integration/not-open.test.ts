import { expect, test } from "vitest";
import { followDemo } from "#app/go-live/show-demo.server.ts";
import * as book from "#app/routes/book/book.tsx";
import * as reschedule from "#app/routes/book/reschedule.tsx";
import * as appointments from "#app/routes/feeds/api/appointments.ts";
import { rowCounts } from "#tests/support/booking-inputs.ts";
import { bookedStarts, ferrierIn, saveFacts } from "#tests/support/ferrier.ts";
import { stubSite } from "#tests/support/stub-site.ts";

const CLOSED = "Nothing can be booked online at the moment. Please ring us on 01632 960 552.";
const NOT_MOVED = "This treatment can’t be moved online any more. Please ring us on 01632 960 552.";

const person = { service: "back-and-neck-massage", name: "Ada Smith", phone: "01632 960001", email: "ada@example.com" };
const [TEN, TWO] = ["2027-05-05T09:00:00.000Z", "2027-05-05T13:00:00.000Z"];

const routes = {
  "/book": { action: book.action, default: () => null },
  "/booking/:secret/reschedule": { action: reschedule.action, default: () => null },
  "/api/appointments": appointments,
};

/** A practice of its own, open, with one booking on Wednesday at ten. */
async function openPractice() {
  const site = await stubSite({ routes, config: { demo: false } });
  await followDemo(site.app);
  await ferrierIn(site.app);
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
  const sendJson = (body: object) =>
    site.post("/api/appointments", JSON.stringify(body), { "content-type": "application/json" });
  const booked = await site.post("/book", form({ ...person, start: TEN }));
  return { ...site, form, sendJson, booked };
}

test("a practice that is not open takes no booking and no move by any door, and says so as its page does", async () => {
  const { app, post, form, sendJson, booked } = await openPractice();
  expect(booked.status).toBe(303);
  const [path = ""] = String(booked.headers.location).split("?");
  await saveFacts(app, { email: "" });
  const before = await rowCounts(app);

  const byPage = await post("/book.data", form({ ...person, start: TWO }));
  expect(byPage.status).toBe(403);
  expect(byPage.text).toContain(CLOSED);

  const byApi = await sendJson({ ...person, start: TWO });
  expect([byApi.status, byApi.headers["content-type"]]).toEqual([403, "application/problem+json"]);
  expect(JSON.parse(byApi.text)).toMatchObject({ status: 403, detail: CLOSED });

  const moved = await post(`${path}/reschedule.data`, form({ start: TWO }));
  expect(moved.status).toBe(403);
  expect(moved.text).toContain(NOT_MOVED);

  expect(await rowCounts(app)).toEqual(before);
  expect(await bookedStarts(app)).toEqual([Date.parse(TEN)]);
});

test("once it is open again the same forms book and move", async () => {
  const { app, post, form, sendJson, booked } = await openPractice();
  const [path = ""] = String(booked.headers.location).split("?");
  await saveFacts(app, { email: "" });
  await saveFacts(app, { email: "jo@ferrier.example" });
  const moved = await post(`${path}/reschedule`, form({ start: TWO }));
  expect(moved.headers.location).toMatch(/\?moved$/);
  expect((await sendJson({ ...person, start: TEN })).status).toBe(201);
  expect(await bookedStarts(app)).toEqual([Date.parse(TEN), Date.parse(TWO)]);
});
