import fc from "fast-check";
import { expect, test } from "vitest";
import { extraMinutesOf, movedTo } from "#app/appointments/appointment.ts";
import { book, newAppointment } from "#app/appointments/booking/book.server.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { freeStarts } from "#app/availability/free-starts.ts";
import { overlaps } from "#app/availability/interval.ts";
import type { BookableService } from "#app/catalogue/service.ts";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { settleFirst } from "#app/diary/booking/first-appointment.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { practiceTimes } from "#app/diary/booking/practice-times.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { type Staff, visitor } from "#app/platform/permissions.ts";
import { bookingRules } from "#app/settings/schemas/booking-rules.ts";
import { anyQuestion } from "#tests/support/availability/practices.ts";
import { at, booked, expectBooked, inputFor, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { practice } from "#tests/support/practice.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { demoApp } from "#tests/support/test-app.ts";

const QUARTER = 15;
const MINUTE_MS = 60_000;
const TOM = { service: "deep-tissue-massage", therapist: "tom-ellery" };
const ADA = { name: "Ada Smith", phone: "+441632960001", email: "ada@example.com" };

/** The demo, where a first deep tissue massage takes a quarter of an hour longer. */
async function longerApp() {
  const app = await demoApp();
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx.updateTable("services").set({ first_extra: QUARTER }).where("slug", "=", TOM.service).execute();
    await raiseContentVersion(tx, app.clock.now());
  });
  return app;
}

async function claimsOf(app: AppContext, id: string) {
  const rows = await app.db.kysely.selectFrom("appointment_claims").select("quantum").where("appointment_id", "=", id);
  return rows.execute().then(({ length }) => length * 5);
}

async function startsOf(app: AppContext, before?: "yes" | "no") {
  const answer = await askFreeTimes(app, { ...TOM, minutes: 60, before, from: WEDNESDAY, to: WEDNESDAY });
  if (answer.kind !== "times") throw new Error(answer.message);
  return answer.days.flatMap(({ slots }) => slots.map(({ start }) => start));
}

async function faultOf(app: AppContext, id: string) {
  return (await getAppointmentRecord(app, practice, id))?.firstFault;
}

async function lengthOf(app: AppContext, id: string) {
  const row = await app.db.kysely
    .selectFrom("appointments")
    .select(["minutes", "starts_at", "ends_at"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return [row.minutes, (row.ends_at - row.starts_at) / MINUTE_MS];
}

test("nobody is asked, and nothing takes longer, until the practice says so", async () => {
  const app = await demoApp();
  const appointment = await booked(app, { therapist: TOM.therapist, before: "no" });
  expect(appointment.end - appointment.start).toBe(60 * MINUTE_MS);
  expect(appointment.beenBefore).toBeNull();
  expect(await faultOf(app, appointment.id)).toBeNull();
});

test("a first appointment keeps its extra minutes and costs the same; the other answer keeps none", async () => {
  const app = await longerApp();
  const first = await booked(app, { ...TOM, before: "no" });
  expect(first.end - first.start).toBe(75 * MINUTE_MS);
  expect(await claimsOf(app, first.id)).toBe(75 + 15);
  const other = await booked(app, { ...TOM, start: at("13:00"), before: "yes", email: "bea@example.com" });
  expect(await claimsOf(app, other.id)).toBe(60 + 15);
  expect(other.pricePence).toBe(first.pricePence);
});

test("the website asks first, and another program that does not know the question still books", async () => {
  const app = await longerApp();
  expect(await tryToBook(app, TOM)).toMatchObject({
    kind: "invalid",
    field: "before",
    message: "Say whether you have been here before",
  });
  const outcome = await book(app, visitor, { input: inputFor(TOM), idempotencyKey: null, source: "api" });
  const { id } = expectBooked(outcome).appointment;
  expect(await lengthOf(app, id)).toEqual([60, 60]);
  expect(await faultOf(app, id)).toEqual({ isShort: true, minutes: QUARTER, said: null });
});

test("every time that is shown after the answer can be booked, and the others cannot", async () => {
  const app = await longerApp();
  // Leaves 09:00 to 11:00, which holds an hour and its buffer twice as often as it holds a first one.
  await booked(app, { ...TOM, start: at("11:00"), before: "yes", email: "bea@example.com" });
  const [regular, first] = [await startsOf(app, "yes"), await startsOf(app, "no")];
  expect(regular).toContain(at("09:45"));
  expect(first).toContain(at("09:30"));
  expect(first).not.toContain(at("09:45"));
  expect(first.every((start) => regular.includes(start))).toBe(true);
  const refused = await tryToBook(app, { ...TOM, start: at("09:45"), before: "no" });
  expect(refused).toMatchObject({ kind: "taken", offer: { extra: QUARTER } });
  if (refused.kind === "taken") expect(first).toEqual(expect.arrayContaining(refused.near.map(({ start }) => start)));
  await booked(app, { ...TOM, start: at("09:30"), before: "no" });
  // The last hour of the day is too short for it, too.
  expect(regular).toContain(at("16:00"));
  expect(first).not.toContain(at("16:00"));
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("random first appointments: what is shown is what the engine lets be booked, and its block is free", () => {
  fc.assert(
    fc.property(anyQuestion(), fc.integer({ min: 0, max: 12 }), (drawn, fives) => {
      const extra = fives * 5;
      const offer = {
        service: { ...SERVICE, bufferBefore: drawn.bufferBefore, bufferAfter: drawn.bufferAfter },
        length: { minutes: drawn.length, pricePence: 4800, label: "" },
        therapists: drawn.therapists.map(({ id }) => ({ id, slug: id, name: id, short: id })),
        extra,
      };
      const question = { ...drawn, length: drawn.length + extra };
      for (const { start, therapists } of freeStarts(question).flatMap(({ slots }) => slots)) {
        const [therapistId = ""] = therapists;
        const details = { start, name: null, phone: null, email: null };
        const place = { therapistId, status: "Confirmed", rules: { ...RULES, zone: drawn.zone } };
        const made = newAppointment({ input: details, offer, actor: visitor }, place);
        expect((made.end - made.start) / MINUTE_MS).toBe(drawn.length + extra);
        expect(extraMinutesOf(made)).toBe(extra);
        const busy = drawn.therapists.find(({ id }) => id === therapistId)?.busy ?? [];
        expect(busy.some((block) => overlaps(block, { start: made.blockStart, end: made.blockEnd }))).toBe(false);
        const moved = movedTo(made, { start: start + 3_600_000, therapistId });
        expect(extraMinutesOf(moved)).toBe(extra);
      }
    }),
    { numRuns: 300 },
  );
});

const RULES = bookingRules.parse({});
const SERVICE: BookableService = {
  ...{ id: "deep", slug: "deep", title: "Deep", booking: "online", venue: "practice", venueName: "", firstExtra: 15 },
  ...{ lengths: [], therapistIds: [], bufferBefore: 0, bufferAfter: 0 },
};

test("a client moves it and the practice moves and lengthens it: the extra minutes stay", async () => {
  const app = await longerApp();
  const { id, therapistId } = await booked(app, { ...TOM, before: "no" });
  const byLink = await reschedule(
    app,
    { kind: "holder", appointmentId: id },
    { appointmentId: id, start: at("12:00") },
  );
  expect(byLink).toMatchObject({ kind: "rescheduled", appointment: { start: at("12:00"), therapistId } });
  expect([...(await lengthOf(app, id)), await claimsOf(app, id)]).toEqual([60, 75, 90]);
  await moveAppointment(app, practice, { appointmentId: id, start: at("13:00"), minutes: 90, despite: false });
  expect([...(await lengthOf(app, id)), await claimsOf(app, id)]).toEqual([90, 105, 120]);
  const times = await practiceTimes(app, practice, { ...TOM, minutes: 90, day: WEDNESDAY, except: id });
  if (times.kind !== "times") throw new Error(times.message);
  expect(Math.max(...times.every)).toBe(at("15:15"));
});

test("a known client who says that they are new is not found out; the desk sees it and takes the minutes off", async () => {
  const app = await longerApp();
  await booked(app, { ...TOM, start: at("09:00"), before: "yes" });
  const { id, end } = await booked(app, { ...TOM, start: at("14:00"), before: "no" });
  expect(end).toBe(at("15:15"));
  expect(await faultOf(app, id)).toEqual({ isShort: false, minutes: QUARTER, said: "no" });
  const outcome = await settleFirst(app, practice, { appointmentId: id, to: "shorter", seen: 0 });
  expect(outcome).toMatchObject({ kind: "changed", end: at("15:00") });
  expect(await claimsOf(app, id)).toBe(75);
  expect(await faultOf(app, id)).toBeNull();
  expect(await settleFirst(app, practice, { appointmentId: id, to: "shorter", seen: 0 })).toEqual({ kind: "conflict" });
});

test("someone new who says that they are known: the desk adds the minutes, if they are free, or keeps it", async () => {
  const app = await longerApp();
  const { id } = await booked(app, { ...TOM, before: "yes" });
  const next = await booked(app, { ...TOM, start: at("11:15"), before: "yes", ...BEA });
  expect(await faultOf(app, id)).toEqual({ isShort: true, minutes: QUARTER, said: "yes" });
  const settle = (to: "longer" | "keep") => settleFirst(app, practice, { appointmentId: id, to });
  expect(await settle("longer")).toMatchObject({ kind: "taken", end: at("11:00") });
  expect(await lengthOf(app, id)).toEqual([60, 60]);
  await moveAppointment(app, practice, { appointmentId: next.id, start: at("15:00"), despite: false });
  expect(await settle("longer")).toMatchObject({ kind: "changed", end: at("11:15") });
  expect(await claimsOf(app, id)).toBe(90);
  expect(await faultOf(app, id)).toBeNull();
  expect(await settleFirst(app, practice, { appointmentId: next.id, to: "keep" })).toEqual({ kind: "kept" });
  expect(await faultOf(app, next.id)).toBeNull();
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

const BEA = { name: "Bea Jones", phone: "+441632960002", email: "bea@example.com" };

const PRIYA: Staff = {
  kind: "staff",
  userId: "priya",
  roles: ["therapist"],
  therapistId: "demo-priya-nair",
  choices: [],
};

test("a therapist beyond whose scope it is can neither see nor settle it", async () => {
  const app = await longerApp();
  const { id } = await booked(app, { ...TOM, before: "yes" });
  expect(await settleFirst(app, PRIYA, { appointmentId: id, to: "longer" })).toEqual({ kind: "not-found" });
});

test("the desk books a first appointment longer, and is asked when the records say otherwise", async () => {
  const app = await longerApp();
  const input = { ...TOM, minutes: 60, day: WEDNESDAY, time: 600, which: undefined, ...NO_VISIT, ...ADA };
  const add = (more: object) => bookForPractice(app, practice, { input: { ...input, ...more } });
  expect(await add({})).toEqual({
    kind: "warned",
    messages: ["This is a first appointment: it takes 15 minutes longer, and they are not kept."],
  });
  const outcome = await add({ first: "on" });
  if (outcome.kind !== "booked") throw new Error(JSON.stringify(outcome));
  expect(outcome.appointment.end).toBe(at("11:15"));
  expect(await add({ first: "on", time: 720 })).toEqual({
    kind: "warned",
    messages: ["They have been here before: 15 minutes more are not needed."],
  });
  const second = await add({ time: 720 });
  if (second.kind !== "booked") throw new Error(JSON.stringify(second));
  expect(second.appointment.end).toBe(at("13:00"));
  expect(await faultOf(app, second.appointment.id)).toBeNull();
});

const NO_VISIT = { address: "", postcode: "", access: "", tell: undefined, despite: undefined, find: undefined };
