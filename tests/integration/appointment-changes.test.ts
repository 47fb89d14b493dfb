import { expect, test } from "vitest";
import type { Actor } from "#app/accounts/actor.ts";
import { cancel, confirm } from "#app/appointments/changes/commands.server.ts";
import { reschedule } from "#app/appointments/changes/reschedule/commands.server.ts";
import { findById } from "#app/appointments/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { outboxOf } from "#tests/support/post.ts";
import { demoWorld } from "#tests/support/world.ts";

const HOUR = 3_600_000;
const NOTICE = 24 * HOUR;
const owner: Actor = { kind: "admin", userId: "owner" };
const holderOf = (appointmentId: string): Actor => ({ kind: "holder", appointmentId });

test("two who want the same time: one moves, the other keeps theirs and is offered others", async () => {
  const world = await demoWorld();
  const { appointment: one } = await booked(world, { therapist: "tom-ellery" });
  const { appointment: two } = await booked(world, { therapist: "tom-ellery", start: FRIDAY_TEN + 2 * HOUR });
  const start = FRIDAY_TEN + 4 * HOUR;
  const outcomes = await Promise.all(
    [one, two].map(({ id }) => reschedule(world, holderOf(id), { appointmentId: id, start })),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["rescheduled", "taken"]);
  const loser = outcomes[0]?.kind === "taken" ? one : two;
  const lost = outcomes.find((outcome) => outcome.kind === "taken");
  expect(lost?.kind === "taken" && lost.near.length).toBe(3);
  expect(await findById(world.db.kysely, loser.id)).toEqual(loser);
  expect(await claimsOf(world, loser.id)).toBe(15);
});

test("two who want each other's time both keep their own", async () => {
  const world = await demoWorld();
  const { appointment: one } = await booked(world, { therapist: "tom-ellery" });
  const { appointment: two } = await booked(world, { therapist: "tom-ellery", start: FRIDAY_TEN + 2 * HOUR });
  const outcomes = await Promise.all([
    reschedule(world, holderOf(one.id), { appointmentId: one.id, start: two.start }),
    reschedule(world, holderOf(two.id), { appointmentId: two.id, start: one.start }),
  ]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(["taken", "taken"]);
});

test("an appointment is not in its own way: it can move by a quarter of an hour", async () => {
  const world = await demoWorld();
  const { appointment } = await booked(world, { therapist: "tom-ellery" });
  const start = FRIDAY_TEN + HOUR / 4;
  const outcome = await reschedule(world, holderOf(appointment.id), { appointmentId: appointment.id, start });
  expect(outcome).toMatchObject({ kind: "rescheduled", again: false, appointment: { start, sequence: 1 } });
  expect(await claimsOf(world, appointment.id)).toBe(15);
});

test("the same move twice moves once and writes once", async () => {
  const world = await demoWorld();
  const { appointment } = await booked(world);
  const move = { appointmentId: appointment.id, start: FRIDAY_TEN + 2 * HOUR };
  await reschedule(world, holderOf(appointment.id), move);
  expect(await reschedule(world, holderOf(appointment.id), move)).toMatchObject({ kind: "rescheduled", again: true });
  const moved = (await outboxOf(world)).filter((row) => row.kind === "appointment-rescheduled-client");
  expect(moved).toHaveLength(1);
});

test("cancelling frees the time at once, and twice is once", async () => {
  const world = await demoWorld();
  const { appointment } = await booked(world, { therapist: "tom-ellery" });
  const wish = { appointmentId: appointment.id, reason: null };
  const outcomes = await Promise.all([1, 2].map(() => cancel(world, holderOf(appointment.id), wish)));
  expect(outcomes.map((outcome) => outcome.kind === "cancelled" && outcome.again).sort()).toEqual([false, true]);
  expect(await claimsOf(world, appointment.id)).toBe(0);
  await booked(world, { therapist: "tom-ellery", email: "other@example.com" });
});

test.for([
  ["the holder of another link", { kind: "holder", appointmentId: "another" }],
  ["another client", { kind: "client", userId: "another" }],
  ["a visitor", { kind: "visitor" }],
] as const)("%s can neither move, cancel nor confirm", async ([, actor]) => {
  const world = await demoWorld();
  const { appointment } = await booked(world);
  const { id: appointmentId } = appointment;
  const outcomes = [
    await reschedule(world, actor, { appointmentId, start: FRIDAY_TEN + 2 * HOUR }),
    await cancel(world, actor, { appointmentId, reason: null }),
    await confirm(world, actor, { appointmentId }),
  ];
  expect(outcomes.map(({ kind }) => kind)).toEqual(["not-found", "not-found", "not-found"]);
  expect(await findById(world.db.kysely, appointmentId)).toEqual(appointment);
});

test("from the practice's notice on the client must ring; the practice may still change", async () => {
  const world = await demoWorld();
  const { appointment } = await booked(world);
  const move = { appointmentId: appointment.id, start: FRIDAY_TEN + 2 * HOUR };
  const wish = { appointmentId: appointment.id, reason: null };
  world.clock.set(FRIDAY_TEN - NOTICE);
  const refused = { kind: "too-late", message: expect.stringContaining("01632 960 417") };
  expect(await reschedule(world, holderOf(appointment.id), move)).toEqual(refused);
  expect(await cancel(world, holderOf(appointment.id), wish)).toEqual(refused);
  expect(await reschedule(world, owner, move)).toMatchObject({ kind: "rescheduled" });
  expect(await cancel(world, owner, wish)).toMatchObject({ kind: "cancelled" });
});

test("what was cancelled can't be moved", async () => {
  const world = await demoWorld();
  const { appointment } = await booked(world);
  await cancel(world, owner, { appointmentId: appointment.id, reason: null });
  const move = { appointmentId: appointment.id, start: FRIDAY_TEN + 2 * HOUR };
  expect(await reschedule(world, owner, move)).toMatchObject({ kind: "cancelled-before" });
});

test("a time outside the opening hours is refused", async () => {
  const world = await demoWorld();
  const { appointment } = await booked(world);
  const move = { appointmentId: appointment.id, start: FRIDAY_TEN + 12 * HOUR };
  expect(await reschedule(world, holderOf(appointment.id), move)).toMatchObject({ kind: "invalid" });
});

test("the practice confirms what is pending, and the client is told once", async () => {
  const world = await demoWorld();
  const { appointment } = await booked(world);
  await world.db.kysely.updateTable("appointments").set({ status: "Requested" }).execute();
  expect(await confirm(world, owner, { appointmentId: appointment.id })).toMatchObject({
    kind: "confirmed",
    again: false,
    appointment: { status: "Confirmed", sequence: 1 },
  });
  expect(await confirm(world, owner, { appointmentId: appointment.id })).toMatchObject({ again: true });
  const told = (await outboxOf(world)).filter((row) => row.kind === "appointment-accepted-client");
  expect(told).toHaveLength(1);
});

async function claimsOf(world: World, appointmentId: string): Promise<number> {
  const claims = world.db.kysely.selectFrom("appointment_claims").where("appointment_id", "=", appointmentId);
  return (await claims.select("quantum").execute()).length;
}
