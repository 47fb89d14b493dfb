import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { outboxOf } from "#tests/support/post.ts";
import { demoApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const NOTICE = 24 * HOUR;
const owner: Actor = { kind: "admin", userId: "owner" };
const holderOf = (appointmentId: string): Actor => ({ kind: "holder", appointmentId });

test("two who want the same time: one moves, the other keeps theirs and is offered others", async () => {
  const app = await demoApp();
  const { appointment: one } = await booked(app, { therapist: "tom-ellery" });
  const { appointment: two } = await booked(app, { therapist: "tom-ellery", start: FRIDAY_TEN + 2 * HOUR });
  const start = FRIDAY_TEN + 4 * HOUR;
  const outcomes = await Promise.all(
    [one, two].map(({ id }) => reschedule(app, holderOf(id), { appointmentId: id, start })),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["rescheduled", "taken"]);
  const loser = outcomes[0]?.kind === "taken" ? one : two;
  const lost = outcomes.find((outcome) => outcome.kind === "taken");
  expect(lost?.kind === "taken" && lost.near.length).toBe(3);
  expect(await getAppointment(app.db.kysely, loser.id)).toEqual(loser);
  expect(await claimsOf(app, loser.id)).toBe(15);
});

test("two who want each other's time both keep their own", async () => {
  const app = await demoApp();
  const { appointment: one } = await booked(app, { therapist: "tom-ellery" });
  const { appointment: two } = await booked(app, { therapist: "tom-ellery", start: FRIDAY_TEN + 2 * HOUR });
  const outcomes = await Promise.all([
    reschedule(app, holderOf(one.id), { appointmentId: one.id, start: two.start }),
    reschedule(app, holderOf(two.id), { appointmentId: two.id, start: one.start }),
  ]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["taken", "taken"]);
});

test("an appointment is not in its own way: it can move by a quarter of an hour", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app, { therapist: "tom-ellery" });
  const start = FRIDAY_TEN + HOUR / 4;
  const outcome = await reschedule(app, holderOf(appointment.id), { appointmentId: appointment.id, start });
  expect(outcome).toMatchObject({ kind: "rescheduled", again: false, appointment: { start, sequence: 1 } });
  expect(await claimsOf(app, appointment.id)).toBe(15);
});

test("the same move twice moves once and writes once", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  const move = { appointmentId: appointment.id, start: FRIDAY_TEN + 2 * HOUR };
  await reschedule(app, holderOf(appointment.id), move);
  expect(await reschedule(app, holderOf(appointment.id), move)).toMatchObject({ kind: "rescheduled", again: true });
  const moved = (await outboxOf(app)).filter((row) => row.kind === "appointment-rescheduled-client");
  expect(moved).toHaveLength(1);
});

test("cancelling frees the time at once, and twice is once", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app, { therapist: "tom-ellery" });
  const input = { appointmentId: appointment.id, reason: null };
  const outcomes = await Promise.all([1, 2].map(() => cancel(app, holderOf(appointment.id), input)));
  expect(outcomes.map((outcome) => outcome.kind === "cancelled" && outcome.again).sort()).toEqual([false, true]);
  expect(await claimsOf(app, appointment.id)).toBe(0);
  await booked(app, { therapist: "tom-ellery", email: "other@example.com" });
});

test.for([
  ["the holder of another link", { kind: "holder", appointmentId: "another" }],
  ["another client", { kind: "client", userId: "another" }],
  ["a visitor", { kind: "visitor" }],
] as const)("%s can neither move, cancel nor confirm", async ([, actor]) => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  const { id: appointmentId } = appointment;
  const outcomes = [
    await reschedule(app, actor, { appointmentId, start: FRIDAY_TEN + 2 * HOUR }),
    await cancel(app, actor, { appointmentId, reason: null }),
    await confirm(app, actor, { appointmentId }),
  ];
  expect(outcomes.map(({ kind }) => kind)).toEqual(["not-found", "not-found", "not-found"]);
  expect(await getAppointment(app.db.kysely, appointmentId)).toEqual(appointment);
});

test("within the practice's notice a client who has read the cost cancels, and nobody does once it has begun", async () => {
  for (const chargesLate of [false, true]) {
    const app = await demoApp();
    if (chargesLate) await chargeLate(app);
    const [early, late] = [await booked(app), await booked(app, { start: FRIDAY_TEN + 2 * HOUR })];
    const send = (id: string, knowsCost: boolean) =>
      cancel(app, holderOf(id), { appointmentId: id, reason: "My knee is better", knowsCost });
    app.clock.set(FRIDAY_TEN - HOUR);
    expect(await send(early.appointment.id, false)).toMatchObject({ kind: "too-late" });
    expect(await send(early.appointment.id, true)).toMatchObject({ kind: "cancelled", again: false });
    expect(await claimsOf(app, early.appointment.id)).toBe(0);
    const [row] = await app.db.kysely.selectFrom("cancellations").selectAll().execute();
    expect([row?.asked_by, Boolean(row?.late), Boolean(row?.chargeable)]).toEqual(["client", true, chargesLate]);
    app.clock.set(late.appointment.start);
    expect(await send(late.appointment.id, true)).toMatchObject({ kind: "too-late" });
  }
});

test("from the practice's notice on the client must ring; the practice may still change", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  const move = { appointmentId: appointment.id, start: FRIDAY_TEN + 2 * HOUR };
  const input = { appointmentId: appointment.id, reason: null };
  app.clock.set(FRIDAY_TEN - NOTICE);
  const refused = { kind: "too-late", message: expect.stringContaining("01632 960 417") };
  expect(await reschedule(app, holderOf(appointment.id), move)).toEqual(refused);
  expect(await cancel(app, holderOf(appointment.id), input)).toEqual(refused);
  expect(await reschedule(app, owner, move)).toMatchObject({ kind: "rescheduled" });
  expect(await cancel(app, owner, input)).toMatchObject({ kind: "cancelled" });
});

test("what was cancelled can't be moved", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await cancel(app, owner, { appointmentId: appointment.id, reason: null });
  const move = { appointmentId: appointment.id, start: FRIDAY_TEN + 2 * HOUR };
  expect(await reschedule(app, owner, move)).toMatchObject({ kind: "cancelled-before" });
});

test("a time outside the opening hours is refused", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  const move = { appointmentId: appointment.id, start: FRIDAY_TEN + 12 * HOUR };
  expect(await reschedule(app, holderOf(appointment.id), move)).toMatchObject({ kind: "invalid" });
});

test("the practice confirms what is pending, and the client is told once", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await app.db.kysely.updateTable("appointments").set({ status: "Requested" }).execute();
  expect(await confirm(app, owner, { appointmentId: appointment.id })).toMatchObject({
    kind: "confirmed",
    again: false,
    appointment: { status: "Confirmed", sequence: 1 },
  });
  expect(await confirm(app, owner, { appointmentId: appointment.id })).toMatchObject({ again: true });
  const told = (await outboxOf(app)).filter((row) => row.kind === "appointment-accepted-client");
  expect(told).toHaveLength(1);
});

async function chargeLate(app: AppContext): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "bookingRules");
  await saveSetting(app, owner, { key: "bookingRules", version, next: (rules) => ({ ...rules, chargesLate: true }) });
}

async function claimsOf(app: AppContext, appointmentId: string): Promise<number> {
  const claims = app.db.kysely.selectFrom("appointment_claims").where("appointment_id", "=", appointmentId);
  return (await claims.select("quantum").execute()).length;
}
