import { expect, test } from "vitest";
import { undoBooking } from "#app/diary/booking/delete-appointment.server.ts";
import { swapAppointments } from "#app/diary/booking/swap-appointments.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { auditedActions, practice, waitingKinds, walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const swap = (app: AppContext, one: string, other: string, more: { seen?: number; despite?: boolean } = {}) =>
  swapAppointments(app, practice, {
    one: { id: one, seen: more.seen },
    other: { id: other },
    despite: more.despite ?? false,
  });

const placesOf = async (app: AppContext) => {
  const rows = await app.db.kysely
    .selectFrom("appointments")
    .select(["name", "starts_at", "therapist_id", "minutes"])
    .orderBy("name")
    .execute();
  return rows.map(({ name, starts_at, therapist_id, minutes }) => [name, starts_at, therapist_id, minutes]);
};

const moved = async (app: AppContext) =>
  (await waitingKinds(app)).filter((kind) => kind === "appointment-rescheduled-client").length;

test("two change places with their therapists, each gets one mail, and swapped back nobody gets any", async () => {
  const app = await demoApp();
  const ada = await walkedIn(app, { therapist: "tom-ellery", name: "Ada", email: "ada@example.com" });
  const bo = await walkedIn(app, { therapist: "imogen-hartley", time: "14:00", name: "Bo", email: "bo@example.com" });
  expect(await swap(app, ada.id, bo.id)).toMatchObject({
    kind: "moved",
    appointments: [
      { id: ada.id, start: at("14:00"), sequence: 1 },
      { id: bo.id, start: at("10:00"), sequence: 1 },
    ],
  });
  expect(await placesOf(app)).toEqual([
    ["Ada", at("14:00"), "demo-imogen-hartley", 60],
    ["Bo", at("10:00"), "demo-tom-ellery", 60],
  ]);
  expect(await moved(app)).toBe(2);
  expect((await auditedActions(app)).filter((action) => action === "appointment.rearrange")).toHaveLength(2);
  expect(await swap(app, ada.id, bo.id, { seen: 0 })).toMatchObject({ kind: "conflict" });
  expect(await swap(app, ada.id, bo.id, { seen: 1 })).toMatchObject({ kind: "moved" });
  expect(await placesOf(app)).toEqual([
    ["Ada", at("10:00"), "demo-tom-ellery", 60],
    ["Bo", at("14:00"), "demo-imogen-hartley", 60],
  ]);
  expect(await moved(app)).toBe(0);
});

test("neither moves where one does not fit, and outside hours it is asked first", async () => {
  const app = await demoApp();
  const long = await walkedIn(app, { therapist: "tom-ellery", minutes: "90", name: "Long" });
  const short = await walkedIn(app, { therapist: "imogen-hartley", time: "13:00", name: "Short", despite: "on" });
  const after = await walkedIn(app, { therapist: "imogen-hartley", time: "14:15", name: "Soon after", despite: "on" });
  const before = await placesOf(app);
  expect(await swap(app, long.id, short.id)).toEqual({
    kind: "taken",
    message: "Long’s 90 minutes do not fit at 13:00",
  });
  expect(await swap(app, long.id, long.id)).toMatchObject({ kind: "invalid" });
  expect(await swapAppointments(app, visitor, { one: long, other: short, despite: true })).toEqual({
    kind: "not-found",
  });
  expect(await placesOf(app)).toEqual(before);
  const late = await walkedIn(app, { therapist: "tom-ellery", time: "19:00", name: "Late", despite: "on" });
  expect(await swap(app, late.id, after.id)).toEqual({
    kind: "warned",
    messages: ["Soon after: That is outside working hours, or the practice is closed then."],
  });
  expect(await swap(app, late.id, after.id, { despite: true })).toMatchObject({ kind: "moved" });
});

test("neighbours of different lengths with one therapist do not overlap after a swap", async () => {
  const app = await demoApp();
  const long = await walkedIn(app, { therapist: "tom-ellery", minutes: "90", name: "Long" });
  const short = await walkedIn(app, { therapist: "tom-ellery", time: "11:45", minutes: "60", name: "Short" });
  expect(await swap(app, long.id, short.id)).toMatchObject({ kind: "moved" });
  const again = await walkedIn(app, { therapist: "imogen-hartley", minutes: "60", name: "First" });
  const next = await walkedIn(app, { therapist: "imogen-hartley", time: "11:15", minutes: "90", name: "Second" });
  expect(await swap(app, again.id, next.id)).toEqual({
    kind: "taken",
    message: "Second’s 90 minutes do not fit at 10:00",
  });
});

test("a booking just made is undone without a trace for the client; later it is not", async () => {
  const app = await demoApp();
  const made = await walkedIn(app, { email: "walter@example.com", tell: "on" });
  expect(await undoBooking(app, visitor, { appointmentId: made.id })).toEqual({ kind: "not-found" });
  expect(await undoBooking(app, practice, { appointmentId: made.id, seen: 0 })).toEqual({ kind: "removed" });
  expect(await placesOf(app)).toEqual([]);
  expect(await waitingKinds(app)).toEqual([]);
  const later = await walkedIn(app, { tell: "on" });
  await app.db.kysely.updateTable("appointments").set({ created_at: 0 }).where("id", "=", later.id).execute();
  expect(await undoBooking(app, practice, { appointmentId: later.id })).toMatchObject({ kind: "too-late" });
  const online = await booked(app, { start: at("14:00") });
  expect(await undoBooking(app, practice, { appointmentId: online.id })).toMatchObject({ kind: "too-late" });
});
