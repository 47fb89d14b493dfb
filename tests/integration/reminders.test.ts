import { expect, test } from "vitest";
import { cancel } from "#app/appointments/changes/commands.server.ts";
import { reschedule } from "#app/appointments/changes/reschedule/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { demoWorld } from "#tests/support/world.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test("a client is reminded 48 hours before, once", async () => {
  const world = await demoWorld();
  await booked(world);
  expect(await remindersAt(world, FRIDAY_TEN - 2 * DAY - 1)).toEqual([]);
  expect(await remindersAt(world, FRIDAY_TEN - 2 * DAY)).toEqual(["See you on Friday at 10am"]);
  expect(await remindersAt(world, FRIDAY_TEN - DAY)).toEqual([]);
});

test("who books within those hours needs no reminder", async () => {
  const world = await demoWorld({ now: FRIDAY_TEN - 2 * DAY });
  await booked(world);
  expect(await remindersAt(world, FRIDAY_TEN - HOUR)).toEqual([]);
});

test("a reminder moves with its appointment", async () => {
  const world = await demoWorld();
  const { appointment } = await booked(world);
  const holder = { kind: "holder", appointmentId: appointment.id } as const;
  const start = FRIDAY_TEN + 7 * DAY;
  const moved = await reschedule(world, holder, { appointmentId: appointment.id, start, therapist: null });
  expect(moved.kind).toBe("rescheduled");
  expect(await remindersAt(world, FRIDAY_TEN - DAY)).toEqual([]);
  expect(await remindersAt(world, start - 2 * DAY)).toEqual(["See you on Friday at 10am"]);
});

test("nobody is reminded of what was cancelled", async () => {
  const world = await demoWorld();
  const { appointment } = await booked(world);
  await cancel(world, { kind: "system" }, { appointmentId: appointment.id, reason: null });
  expect(await remindersAt(world, FRIDAY_TEN - DAY)).toEqual([]);
});

test("a reminder that comes too late is not sent", async () => {
  const world = await demoWorld();
  await booked(world);
  expect(await remindersAt(world, FRIDAY_TEN)).toEqual([]);
});

/** The subjects of the reminders that are sent at this moment. */
async function remindersAt(world: World & { clock: { set: (now: number) => void } }, now: number) {
  world.clock.set(now);
  const server = await mailServer();
  await sendAll(world, worker(server.url));
  return server.arrived.map(({ mail }) => mail.subject).filter((subject) => subject?.startsWith("See you"));
}
