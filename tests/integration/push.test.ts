import { expect, test } from "vitest";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { appointmentPushes } from "#app/appointments/notifications/device-pushes.server.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { listMailPage } from "#app/mail/mail-list.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { databaseMetrics } from "#app/platform/http/metrics.server.ts";
import { sendPushes } from "#app/push/push.jobs.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { practice, walkedIn } from "#tests/support/practice.ts";
import { openPush } from "#tests/support/push/open-push.ts";
import { appThatTells, sendNotes, toldOn } from "#tests/support/push/told.ts";
import { staffIn } from "#tests/support/staff.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const TOM = "demo-tom-ellery";
const PRIYA = "demo-priya-sandhu";

const holderOf = (appointmentId: string) => ({ kind: "holder", appointmentId }) as const;

test("the stand-in's browser opens the example of RFC 8291, appendix A", () => {
  const keys = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
    privateKey: "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94",
  };
  const body =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
  expect(openPush(Buffer.from(body, "base64url"), keys)).toBe("When I grow up, I want to be a watermelon");
});

test("a booking decrypts to the neutral text on the device of an owner, signed by the practice's address", async () => {
  const { app, service } = await appThatTells();
  const { userId } = await adminActor(app);
  await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  const { appointment } = await booked(app);
  expect(service.asked()).toBe(0);
  await sendNotes(app);
  expect(service.problems).toEqual([]);
  expect(service.shown).toEqual([
    {
      device: "phone",
      title: "New booking, Friday at 10:00",
      navigate: `${app.config.publicUrl}/admin/appointments/${appointment.id}`,
      tag: expect.stringMatching(/^\w{32}$/),
      ttl: 12 * 3600,
      urgency: "normal",
    },
  ]);
  expect(service.contact()).toBe("mailto:hello@limberyard.example");
  await sendNotes(app);
  expect(service.asked()).toBe(1);
});

test("each hears what their part may see: reception of all, a therapist of their own, a bookkeeper of nothing", async () => {
  const { app, service } = await appThatTells();
  const people = [
    ["reception", ["reception"], null],
    ["tom", ["therapist"], TOM],
    ["priya", ["therapist"], PRIYA],
    ["books", ["bookkeeper"], null],
  ] as const;
  for (const [name, roles, therapistId] of people) {
    const { id } = await staffIn(app, { roles, therapistId });
    await toldOn(app, service, { userId: id, name, tells: "practice" });
  }
  await booked(app, { therapist: "tom-ellery" });
  await sendNotes(app);
  expect(service.shown.map(({ device }) => device).sort()).toEqual(["reception", "tom"]);
  // What the practice books itself, it knows; the therapist may not.
  await walkedIn(app, { therapist: "priya-sandhu" });
  await sendNotes(app);
  expect(service.shown.slice(2)).toMatchObject([{ device: "priya", title: "New booking, tomorrow at 10:00" }]);
});

test("whoever does it is not told of it", async () => {
  const { app, service } = await appThatTells();
  const { id } = await staffIn(app, { roles: ["owner", "therapist"], therapistId: TOM });
  await toldOn(app, service, { userId: id, name: "phone", tells: "practice" });
  await booked(app, { therapist: "tom-ellery" }, { kind: "admin", userId: id });
  await sendNotes(app);
  expect(service.titles()).toEqual([]);
});

test("a cancellation is told on its own day, and not of another", async () => {
  const { app, service } = await appThatTells();
  const { userId } = await adminActor(app);
  await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  const friday = await booked(app);
  const saturday = await booked(app, { start: FRIDAY_TEN + 24 * HOUR });
  await sendNotes(app);
  app.clock.set(FRIDAY_TEN - 2 * HOUR);
  await withoutNotice(app);
  for (const { appointment } of [friday, saturday]) {
    const asked = { appointmentId: appointment.id, reason: null };
    expect((await cancel(app, holderOf(appointment.id), asked)).kind).toBe("cancelled");
  }
  await sendNotes(app);
  expect(service.titles().slice(2)).toEqual(["Cancelled, today at 10:00"]);
  expect(service.shown[2]).toMatchObject({ urgency: "high", ttl: 3 * 3600 });
});

test("what changed before it was sent is told as it is, or not at all", async () => {
  const { app, service } = await appThatTells();
  const { userId } = await adminActor(app);
  await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  const { appointment } = await booked(app);
  const change = { appointmentId: appointment.id, start: FRIDAY_TEN + 3 * HOUR, therapist: null };
  expect((await reschedule(app, holderOf(appointment.id), change)).kind).toBe("rescheduled");
  const gone = await booked(app);
  await cancel(app, holderOf(gone.appointment.id), { appointmentId: gone.appointment.id, reason: null });
  await sendNotes(app);
  expect(service.titles()).toEqual(["New booking, Friday at 13:00"]);
});

test("what the practice cancels today is told to colleagues, and not to whoever did it", async () => {
  const { app, service } = await appThatTells({ now: FRIDAY_TEN - 3 * HOUR });
  const owner = await staffIn(app, { roles: ["owner"] });
  const desk = await staffIn(app, { roles: ["reception"] });
  for (const [name, { id }] of Object.entries({ owner, desk })) {
    await toldOn(app, service, { userId: id, name, tells: "practice" });
  }
  const { id: appointmentId } = await walkedIn(app, { day: "2027-05-07", time: "14:00", despite: "on" });
  const actor = { kind: "staff", userId: desk.id, roles: ["reception"], therapistId: null, choices: [] } as const;
  expect((await cancel(app, actor, { appointmentId, reason: null })).kind).toBe("cancelled");
  await sendNotes(app);
  expect(service.shown).toEqual([]);
  app.clock.set(app.clock.now() + 10 * MINUTE);
  await sendNotes(app);
  expect(service.shown).toMatchObject([{ device: "owner", title: "Cancelled, today at 14:00" }]);
});

test("a cancellation that is taken back in time is told to nobody", async () => {
  const { app, service } = await appThatTells({ now: FRIDAY_TEN - 3 * HOUR });
  const { id } = await staffIn(app, { roles: ["therapist"], therapistId: TOM });
  const { id: appointmentId } = await walkedIn(app, {
    therapist: "tom-ellery",
    day: "2027-05-07",
    time: "10:00",
    despite: "on",
  });
  await toldOn(app, service, { userId: id, name: "tom", tells: "practice" });
  await cancel(app, practice, { appointmentId, reason: null });
  await sendNotes(app);
  expect(service.asked()).toBe(0);
  const back = await reinstate(app, practice, { appointmentId, despite: false });
  expect(back.kind).toBe("reinstated");
  app.clock.set(app.clock.now() + 10 * MINUTE);
  await sendNotes(app);
  expect(service.titles()).toEqual([]);
});

test.each([
  ["429 with its own pause", { status: 429, headers: { "Retry-After": "90" } }, 90_000],
  ["a fault of theirs", { status: 500 }, MINUTE],
  ["a cut connection", "cut", MINUTE],
  ["silence", "hang", MINUTE],
] as const)("after %s it is tried again, and comes once", async (_what, fault, pause) => {
  const { app, service } = await appThatTells();
  const { userId } = await adminActor(app);
  await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  service.next(fault);
  await booked(app);
  await sendNotes(app, fault === "hang" ? 200 : undefined);
  expect([service.asked(), service.titles()]).toEqual([1, []]);
  app.clock.set(app.clock.now() + pause - 20_000);
  await sendNotes(app);
  expect(service.asked()).toBe(1);
  app.clock.set(app.clock.now() + 20_000);
  await sendNotes(app);
  expect([service.asked(), service.titles()]).toEqual([2, ["New booking, Friday at 10:00"]]);
  expect(await databaseMetrics(app)).toContain('limber_yard_pushes_total{outcome="retry"} 1');
});

test.each([404, 410])("after %i the device is forgotten, and told to nobody as a failure", async (status) => {
  const { app, service } = await appThatTells();
  const { userId } = await adminActor(app);
  await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  await toldOn(app, service, { userId, name: "desk", tells: "practice" });
  service.next({ status });
  await booked(app);
  await sendNotes(app);
  expect(await app.db.kysely.selectFrom("push_devices").selectAll().execute()).toHaveLength(1);
  expect([service.titles().length, await failing(app)]).toEqual([1, "ok"]);
  expect(await databaseMetrics(app)).toContain('limber_yard_pushes_total{outcome="gone"} 1');
});

test.each([
  ["too long", { status: 413 }],
  ["malformed", { status: 400, text: "BadRequest" }],
  ["sent elsewhere", { status: 307, headers: { Location: "https://example.com/" } }],
] as const)("a message that is refused as %s is not tried again, and the owner is told", async (_what, fault) => {
  const { app, service } = await appThatTells();
  const { userId } = await adminActor(app);
  await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  service.next(fault);
  await booked(app);
  await sendNotes(app);
  app.clock.set(app.clock.now() + 5 * HOUR);
  await sendNotes(app);
  expect(service.asked()).toBe(1);
  const row = await app.db.kysely.selectFrom("adapters").selectAll().where("name", "=", "push").executeTakeFirst();
  expect(row).toMatchObject({ state: "failing", fault: expect.stringContaining(String(fault.status)) });
  expect(await databaseMetrics(app)).toContain('limber_yard_adapter_failing_seconds{adapter="push",state="failing"}');
  service.next(fault);
  await booked(app, { start: FRIDAY_TEN + 3 * HOUR });
  await sendNotes(app);
  const told = app.db.kysely.selectFrom("outbox").select("data").where("kind", "=", "adapter-failing-practice");
  expect(await told.execute()).toEqual([{ data: '{"adapter":"push"}' }]);
});

test("two processes send each message once", async () => {
  const { app, service } = await appThatTells();
  const { userId } = await adminActor(app);
  for (const name of ["phone", "desk", "tablet"]) await toldOn(app, service, { userId, name, tells: "practice" });
  await booked(app);
  const workers = ["a", "b", "c"].map((worker) => sendPushes(app, { renderers: appointmentPushes, worker }));
  await Promise.all(workers);
  await sendNotes(app);
  expect(service.shown.map(({ device }) => device).sort()).toEqual(["desk", "phone", "tablet"]);
});

test("while no device is told, a booking writes nothing for devices; and their messages are no mails", async () => {
  const { app, service } = await appThatTells();
  const admin = await adminActor(app);
  const { userId } = admin;
  const countMails = async () => (await listMailPage(app, admin, { state: null, clientId: null, page: 1 }))?.total;
  await booked(app);
  const before = (await countMails()) ?? Number.NaN;
  expect(await pushRows(app)).toEqual([]);
  await toldOn(app, service, { userId, name: "phone", tells: "practice" });
  await booked(app, { start: FRIDAY_TEN + 24 * HOUR });
  expect(await pushRows(app)).toHaveLength(1);
  expect(await countMails()).toBe(before * 2);
});

async function pushRows(app: AppContext) {
  return app.db.kysely.selectFrom("outbox").select("kind").where("channel", "=", "push").execute();
}

async function failing(app: AppContext): Promise<string | undefined> {
  const row = await app.db.kysely.selectFrom("adapters").select("state").where("name", "=", "push").executeTakeFirst();
  return row?.state;
}

async function withoutNotice(app: AppContext): Promise<void> {
  const rules = (await readSettings(app.db.kysely, app.log)).settings.bookingRules;
  const value = { ...rules, changeNotice: 0 };
  await writeSetting(app.db.kysely, { key: "bookingRules", value, now: app.clock.now() });
}
