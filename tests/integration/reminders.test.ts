import { expect, test } from "vitest";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { demoApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test("a client is reminded 48 hours before, once", async () => {
  const app = await demoApp();
  await booked(app);
  expect(await remindersAt(app, FRIDAY_TEN - 2 * DAY - 1)).toEqual([]);
  expect(await remindersAt(app, FRIDAY_TEN - 2 * DAY)).toEqual(["See you on Friday at 10:00"]);
  expect(await remindersAt(app, FRIDAY_TEN - DAY)).toEqual([]);
});

test("who books within those hours needs no reminder", async () => {
  const app = await demoApp({ now: FRIDAY_TEN - 2 * DAY });
  await booked(app);
  expect(await remindersAt(app, FRIDAY_TEN - HOUR)).toEqual([]);
});

test("a reminder moves with its appointment", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  const holder = { kind: "holder", appointmentId: appointment.id } as const;
  const start = FRIDAY_TEN + 7 * DAY;
  const moved = await reschedule(app, holder, { appointmentId: appointment.id, start, therapist: null });
  expect(moved.kind).toBe("rescheduled");
  expect(await remindersAt(app, FRIDAY_TEN - DAY)).toEqual([]);
  expect(await remindersAt(app, start - 2 * DAY)).toEqual(["See you on Friday at 10:00"]);
});

test("nobody is reminded of what was cancelled", async () => {
  const app = await demoApp();
  const { appointment } = await booked(app);
  await cancel(app, { kind: "system" }, { appointmentId: appointment.id, reason: null });
  expect(await remindersAt(app, FRIDAY_TEN - DAY)).toEqual([]);
});

test("a reminder that comes too late is not sent", async () => {
  const app = await demoApp();
  await booked(app);
  expect(await remindersAt(app, FRIDAY_TEN)).toEqual([]);
});

/** The subjects of the reminders that are sent at this moment. */
async function remindersAt(app: AppContext & { clock: { set: (now: number) => void } }, now: number) {
  app.clock.set(now);
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  return server.arrived.map(({ mail }) => mail.subject).filter((subject) => subject?.startsWith("See you"));
}
