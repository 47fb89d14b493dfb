import { expect, test } from "vitest";
import type { Appointment } from "#app/appointments/appointment.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { choicesFrom } from "#app/appointments/booking/scheduler/choices.ts";
import { getReschedule } from "#app/appointments/booking/scheduler/get-reschedule.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { at, booked, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { demoApp } from "#tests/support/test-app.ts";

const TEN = new Date(at("10:00")).toISOString();
const QUARTER_PAST = new Date(at("10:15")).toISOString();

test.each([
  ["the booked therapist", undefined],
  ["anyone", null],
])("with %s, an appointment's present time is no other time; a quarter of an hour on is one", async (_, therapist) => {
  const app = await demoApp();
  const starts = await startsFor(app, await booked(app, { therapist: "tom-ellery" }), therapist);
  expect(starts).not.toContain(TEN);
  expect(starts).toContain(QUARTER_PAST);
});

test("the same time with somebody else is another appointment", async () => {
  const app = await demoApp();
  expect(await startsFor(app, await booked(app, { therapist: "tom-ellery" }), "priya-sandhu")).toContain(TEN);
});

test("a day whose only time is the present one is full, and the next day with times is shown", async () => {
  const app = await demoApp();
  const appointment = await booked(app, { therapist: "tom-ellery" });
  await app.db.kysely.deleteFrom("working_hours").execute();
  const row = { id: "an-hour", therapist_id: "demo-tom-ellery", weekday: 3, from_minute: 600, to_minute: 660 };
  await app.db.kysely.insertInto("working_hours").values(row).execute();
  const scheduler = await getReschedule(app, {
    appointment,
    choices: choicesFrom(new URLSearchParams()),
    locale: "en-GB",
  });
  expect(scheduler?.movedNote).toMatch(
    /^No times with Tom Ellery on Wednesday 5 May\. Tom is next free on Wed 12 May\.$/,
  );
  expect(scheduler?.times.map(({ start }) => start)).toEqual(["2027-05-12T09:00:00.000Z"]);
  expect(scheduler?.days.find(({ date }) => date === WEDNESDAY)?.open?.free).toBe(0);
});

test("times near to one just taken leave out the present one", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await tryToBook(app, { therapist: "tom-ellery", start: at("11:15"), email: "other@example.com" });
  const actor = { kind: "holder", appointmentId: id } as const;
  const outcome = await reschedule(app, actor, { appointmentId: id, start: at("10:30") });
  if (outcome.kind !== "taken") throw new Error(outcome.kind);
  expect(outcome.near).toHaveLength(3);
  expect(outcome.near.map(({ start }) => start)).not.toContain(at("10:00"));
});

test("another length is offered at its price, from the present time on, and taken only once that was seen", async () => {
  const app = await demoApp();
  const appointment = await booked(app, { therapist: "tom-ellery" });
  const shown = await getReschedule(app, {
    appointment,
    choices: choicesFrom(new URLSearchParams("minutes=90")),
    locale: "en-GB",
  });
  expect(shown?.lengths.map(({ minutes, label, price }) => [minutes, label === "as booked", price])).toEqual([
    [45, false, "£48"],
    [60, true, "£58"],
    [90, false, "£82"],
  ]);
  expect(shown?.chosen).toMatchObject({ minutes: 90, price: "£82.00" });
  expect(shown?.times.map(({ start }) => start)).toContain(TEN);
  const actor = { kind: "holder", appointmentId: appointment.id } as const;
  const change = { appointmentId: appointment.id, start: appointment.start, minutes: 90 };
  for (const price of [undefined, 5800]) {
    const outcome = await reschedule(app, actor, { ...change, price });
    expect(outcome).toEqual({ kind: "invalid", message: "That costs £82.00. Check the price, then save" });
  }
  expect(await reschedule(app, actor, { ...change, price: 8200 })).toMatchObject({
    kind: "rescheduled",
    appointment: { minutes: 90, pricePence: 8200, start: appointment.start, end: appointment.start + 90 * 60_000 },
  });
  const unlisted = await reschedule(app, actor, { ...change, minutes: 75, price: 8200 });
  expect(unlisted.kind).toBe("invalid");
});

test("another treatment is offered at its price, from the present time on", async () => {
  const app = await demoApp();
  const appointment = await booked(app, { therapist: "tom-ellery" });
  const choices = choicesFrom(new URLSearchParams("service=injury-rehabilitation&minutes=60"));
  const shown = await getReschedule(app, { appointment, choices, locale: "en-GB" });
  expect(shown?.chosen).toMatchObject({
    ...{ service: "injury-rehabilitation", serviceTitle: "Injury Rehabilitation" },
    ...{ therapist: "tom-ellery", minutes: 60, price: "£62.00" },
  });
  expect(shown?.lengths.map(({ minutes, label }) => [minutes, label === "as booked"])).toEqual([
    [45, false],
    [60, false],
  ]);
  expect(shown?.services.map(({ slug }) => slug)).not.toContain("event-massage");
  expect(shown?.times.map(({ start }) => start)).toContain(TEN);
  const actor = { kind: "holder", appointmentId: appointment.id } as const;
  const { id, start } = appointment;
  const change = { appointmentId: id, start, service: "injury-rehabilitation", minutes: 60 };
  for (const price of [undefined, 5800]) {
    const outcome = await reschedule(app, actor, { ...change, price });
    expect(outcome).toEqual({ kind: "invalid", message: "That costs £62.00. Check the price, then save" });
  }
  expect(await reschedule(app, actor, { ...change, price: 6200 })).toMatchObject({ kind: "rescheduled" });
  const { service_id, service_title, price_pence, starts_at } = await app.db.kysely
    .selectFrom("appointments")
    .select(["service_id", "service_title", "price_pence", "starts_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const injury = await app.db.kysely.selectFrom("services").select("id").where("slug", "=", change.service).execute();
  expect([{ id: service_id }]).toEqual(injury);
  expect([service_title, price_pence, starts_at]).toEqual(["Injury Rehabilitation", 6200, start]);
  for (const service of ["event-massage", "no-such-treatment"])
    expect((await reschedule(app, actor, { ...change, service })).kind).toBe("invalid");
});

test("a therapist who does not give the other treatment gives way to anyone, and the page says so", async () => {
  const app = await demoApp();
  const appointment = await booked(app, { therapist: "tom-ellery" });
  const choices = choicesFrom(new URLSearchParams("service=relaxation-massage"));
  const shown = await getReschedule(app, { appointment, choices, locale: "en-GB" });
  expect(shown?.movedNote).toContain("Tom Ellery is not available for this appointment.");
  expect(shown?.therapists.map(({ slug }) => slug)).not.toContain("tom-ellery");
});

async function startsFor(app: AppContext, appointment: Appointment, therapist: string | null | undefined) {
  const scheduler = await getReschedule(app, {
    appointment,
    choices: choicesFrom(new URLSearchParams()),
    therapist,
    locale: "en-GB",
  });
  return scheduler?.times.map(({ start }) => start) ?? [];
}
