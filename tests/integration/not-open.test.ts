import { expect, test } from "vitest";
import * as book from "#app/routes/book/book.tsx";
import * as reschedule from "#app/routes/book/reschedule.tsx";
import * as appointments from "#app/routes/feeds/api/appointments.ts";
import * as availability from "#app/routes/feeds/api/availability.ts";
import * as services from "#app/routes/feeds/api/services.ts";
import * as robots from "#app/routes/feeds/robots.ts";
import * as sitemap from "#app/routes/feeds/sitemap/sitemap.ts";
import { rowCounts } from "#tests/support/booking-inputs.ts";
import { bookedStarts, ferrierIn, setOpening } from "#tests/support/ferrier.ts";
import { stubSite } from "#tests/support/stub-site.ts";

const CLOSED = "Online booking is closed at the moment. Call 01632 960 552.";
const NOT_MOVED = "You can’t move this treatment online now. Call 01632 960 552.";

const person = { service: "back-and-neck-massage", name: "Ada Smith", phone: "01632 960001", email: "ada@example.com" };
const [TEN, TWO] = ["2027-05-05T09:00:00.000Z", "2027-05-05T13:00:00.000Z"];

const BY_PHONE = "Bookings are by phone. Call 01632 960 552.";

const routes = {
  "/book": { action: book.action, default: () => null },
  "/booking/:secret/reschedule": { action: reschedule.action, default: () => null },
  "/api/appointments": appointments,
  "/api/availability": availability,
  "/api/services": services,
  "/robots.txt": robots,
  "/sitemap.xml": sitemap,
};

/** A practice of its own, open, with one booking on Wednesday at ten. */
async function openPractice() {
  const site = await stubSite({ routes, config: { demo: false } });
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
  await setOpening(app, "not-open");
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
  await setOpening(app, "not-open");
  await setOpening(app, "open");
  const moved = await post(`${path}/reschedule`, form({ start: TWO, sequence: "0" }));
  expect(moved.headers.location).toMatch(/\?moved$/);
  expect((await sendJson({ ...person, start: TEN })).status).toBe(201);
  expect(await bookedStarts(app)).toEqual([Date.parse(TEN), Date.parse(TWO)]);
});

const DAYS = "/api/availability?service=back-and-neck-massage&from=2027-05-05&to=2027-05-06";

test("by phone only, no door books or tells a free time, and what is booked may still move", async () => {
  const { app, get, post, form, sendJson, booked } = await openPractice();
  const [path = ""] = String(booked.headers.location).split("?");
  await setOpening(app, "phone-only");
  const byPage = await post("/book.data", form({ ...person, start: TWO }));
  expect([byPage.status, byPage.text.includes(BY_PHONE)]).toEqual([403, true]);
  const byApi = await sendJson({ ...person, start: TWO });
  expect([byApi.status, JSON.parse(byApi.text).detail]).toEqual([403, BY_PHONE]);
  expect([(await get(DAYS)).status, (await get("/api/services")).text.includes('"online"')]).toEqual([403, false]);
  expect((await get("/sitemap.xml")).text).toContain("/services/back-and-neck-massage");
  const moved = await post(`${path}/reschedule`, form({ start: TWO, sequence: "0" }));
  expect(moved.headers.location).toMatch(/\?moved$/);
  expect(await bookedStarts(app)).toEqual([Date.parse(TWO)]);
});

test("before it opens, search engines find no page to list and the API tells of no service", async () => {
  const { app, get } = await openPractice();
  expect((await get("/robots.txt")).text).toContain("Sitemap: ");
  await setOpening(app, "not-open");
  // The pages of the version before are served for a second.
  app.clock.set(app.clock.now() + 2000);
  expect((await get("/robots.txt")).text).not.toContain("Sitemap: ");
  expect((await get("/sitemap.xml")).text).not.toContain("<loc>");
  expect(JSON.parse((await get("/api/services")).text).services).toEqual([]);
  expect((await get(DAYS)).status).toBe(403);
});
