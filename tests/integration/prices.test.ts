import { expect, test } from "vitest";
import { applyDuePrices } from "#app/appointments/booking/booking.jobs.server.ts";
import { listNextFreeTimes } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import { choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { getScheduler } from "#app/appointments/booking/scheduler/get-scheduler.server.ts";
import { getService } from "#app/catalogue/catalogue.db.server.ts";
import { listEditedServices } from "#app/catalogue/edit-catalogue.db.server.ts";
import { saveService } from "#app/catalogue/edit-catalogue.server.ts";
import { lengthsLine } from "#app/catalogue/lengths-line.ts";
import { serviceForm, serviceFormOf } from "#app/catalogue/service.form.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { fieldsOf, readFields } from "#app/platform/form-fields.ts";
import { contentVersionOf } from "#tests/support/admin-edit.ts";
import { at, booked, rowCounts, tryToBook } from "#tests/support/booking-inputs.ts";
import { practice, walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const ID = "demo-deep-tissue-massage";
const IMOGEN = "demo-imogen-hartley";
const CHANGE = "2027-05-12";
const DEARER = { minutes: "60", therapist: "", from: CHANGE, price: "62" };
const OWN = { minutes: "60", therapist: IMOGEN, from: "", price: "66.50" };

type PriceRow = { minutes: string; therapist: string; from: string; price: string };

/** Saves prices through the practice's form. */
async function price(app: AppContext, ...prices: PriceRow[]): Promise<void> {
  const service = (await listEditedServices(app.db.kysely)).find(({ id }) => id === ID);
  if (!service) throw new Error("The demo has changed");
  const form = readFields(serviceForm, fieldsOf({ ...serviceFormOf(service), prices }));
  if (form.kind === "invalid") throw new Error(JSON.stringify(form.errors));
  const outcome = await saveService(app, practice, { id: ID, version: service.version, draft: form.value });
  expect(outcome.kind).toBe("saved");
}

test("an appointment costs what holds on its own day, whenever it is booked, and keeps it", async () => {
  const app = await demoApp();
  const early = await booked(app);
  await price(app, DEARER);
  const same = await booked(app, { start: at("13:45") });
  const later = await booked(app, { start: at("10:00", CHANGE) });
  const walked = await walkedIn(app, { day: CHANGE, time: "13:45" });
  expect([early, same, later, walked].map(({ pricePence }) => pricePence)).toEqual([5800, 5800, 6200, 6200]);
  const moved = await moveAppointment(app, practice, {
    appointmentId: early.id,
    start: at("10:00", "2027-05-13"),
    despite: true,
  });
  expect(moved).toMatchObject({ kind: "moved", appointment: { pricePence: 5800 } });
  const longer = { appointmentId: later.id, start: at("10:00", CHANGE), minutes: 45, despite: true };
  expect(await moveAppointment(app, practice, longer)).toMatchObject({ appointment: { pricePence: 4800 } });
});

test("whoever asks for anyone gets one of the cheapest who are free, and nobody pays what they have not seen", async () => {
  const app = await demoApp();
  await price(app, OWN);
  const [first, second] = [await booked(app), await booked(app)];
  expect([first, second].map(({ pricePence }) => pricePence)).toEqual([5800, 5800]);
  expect([first.therapistId, second.therapistId]).not.toContain(IMOGEN);
  const before = await rowCounts(app);
  expect(await tryToBook(app, { price: 5800 })).toEqual({
    kind: "repriced",
    message: expect.stringContaining("£66.50"),
  });
  expect(await rowCounts(app)).toEqual(before);
  expect(await booked(app, { price: 6650 })).toMatchObject({ therapistId: IMOGEN, pricePence: 6650 });
  const asked = { therapist: "imogen-hartley", start: at("13:45") };
  expect((await booked(app, asked)).pricePence).toBe(6650);
});

test("page, times, lists and the next free times say the same, and both prices when a change is near", async () => {
  const app = await demoApp();
  await price(app, OWN, DEARER);
  const shown = async (query: string) => {
    const choices = choicesFrom(new URLSearchParams(`service=deep-tissue-massage&minutes=60&${query}`));
    const scheduler = await getScheduler(app, choices, "en-GB");
    if (!scheduler || "unavailable" in scheduler) throw new Error("Nothing to book");
    const { chosen, times, lengths } = scheduler;
    return { price: chosen.price, from: chosen.coming?.from, length: lengths[1]?.price, time: times[0]?.price?.full };
  };
  const near = { from: CHANGE };
  const [before, after] = ["day=2027-05-05", `day=${CHANGE}`];
  expect(await shown(before)).toEqual({ ...near, price: "from £58.00", length: "from £58", time: "£58.00" });
  expect(await shown(after)).toEqual({ ...near, price: "from £62.00", length: "from £62", time: "£62.00" });
  expect(await shown(`${before}&therapist=imogen-hartley`)).toEqual({
    from: undefined,
    price: "£66.50",
    length: "£66.50",
    time: "£66.50",
  });
  const service = await getService(app.db.kysely, "deep-tissue-massage");
  expect(service && lengthsLine(service)).toBe("45, 60 or 90 min, from £48");
  const { services, therapists } = await listNextFreeTimes(app);
  expect(services.find(({ service: slug }) => slug === "deep-tissue-massage")?.pricePence).toBe(5800);
  const own = therapists.get(IMOGEN);
  expect(own?.service === "deep-tissue-massage" ? own.pricePence : 6650).toBe(6650);
});

test("when its day comes, a price is everybody's, once, and the pages are made anew", async () => {
  const app = await demoApp();
  await price(app, DEARER, { ...DEARER, from: "2027-06-01", price: "64" }, { ...OWN, from: CHANGE });
  const look = async (today: string, isNewDay = true) => {
    await applyDuePrices(app, { today, isNewDay });
    const lengths = (await getService(app.db.kysely, "deep-tissue-massage"))?.lengths;
    return lengths?.find(({ minutes }) => minutes === 60);
  };
  const version = await contentVersionOf(app);
  expect((await look("2027-05-11"))?.pricePence).toBe(5800);
  expect(await contentVersionOf(app)).toBe(version + 1);
  expect(await look("2027-05-11", false)).toMatchObject({ pricePence: 5800 });
  expect(await contentVersionOf(app)).toBe(version + 1);
  const later = { therapistId: null, from: "2027-06-01", pricePence: 6400 };
  const own = { therapistId: IMOGEN, from: null, pricePence: 6650 };
  for (const isNewDay of [false, true]) {
    const length = await look(CHANGE, isNewDay);
    expect(length?.pricePence).toBe(6200);
    expect(length?.rules).toHaveLength(2);
    expect(length?.rules).toEqual(expect.arrayContaining([later, own]));
  }
  expect(await look("2027-07-01")).toMatchObject({ pricePence: 6400, rules: [own] });
});

test.each([
  [{ ...DEARER, minutes: "50" }, "prices.0.minutes", "There is no length of 50 minutes above"],
  [{ ...DEARER, from: "" }, "prices.0.from", "Choose a therapist, or a day from which it costs this"],
  [{ ...DEARER, from: "2027-02-31" }, "prices.0.from", "Enter a date in the correct format"],
  [{ ...DEARER, price: "a lot" }, "prices.0.price", "Enter a price in pounds, like 48 or 48.50."],
  [{ ...DEARER, price: "12,50" }, "prices.0.price", "Enter a price in pounds, like 48 or 48.50."],
])("%j is refused at its field", async (row, field, message) => {
  const app = await demoApp();
  const service = (await listEditedServices(app.db.kysely)).find(({ id }) => id === ID);
  const form = readFields(serviceForm, fieldsOf({ ...(service && serviceFormOf(service)), prices: [row] }));
  expect(form).toMatchObject({ kind: "invalid", errors: { [field]: message } });
});
