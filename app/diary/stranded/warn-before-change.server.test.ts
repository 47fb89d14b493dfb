import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { addException, closeOnBankHolidays, removeException } from "#app/diary/stranded/closures.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { listStranded } from "#app/diary/stranded/stranded-list.server.ts";
import { setTherapistActive } from "#app/diary/stranded/therapists.server.ts";
import { getWeek, listExceptions } from "#app/hours/edit-hours.db.server.ts";
import { auditOf, contentVersionOf } from "#tests/support/admin-edit.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { practice, walkedIn } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const admin = { kind: "admin", userId: "imogen" } as const;
const TOM = "demo-tom-ellery";
const FRIDAY = "2027-05-07";

/** A closure of Friday, all day, for the whole practice unless told. */
function closure(changes: object = {}) {
  const day = { kind: "closure", firstDay: FRIDAY, lastDay: FRIDAY, therapistId: null } as const;
  return { ...day, fromMinute: null, toMinute: null, reason: "Stocktaking", publicNote: null, ...changes };
}

/** Tom has a booking on Friday at ten. */
async function bookedApp(): Promise<{ app: TestApp; id: string }> {
  const app = await demoApp();
  const { appointment } = await booked(app, {
    service: "deep-tissue-massage",
    therapist: "tom-ellery",
    start: FRIDAY_TEN,
  });
  return { app, id: appointment.id };
}

test("a week that strands a booking is not saved until the booking has been seen, and the booking stands", async () => {
  const { app, id } = await bookedApp();
  const weekly = [{ weekday: 5 as const, fromMinute: 720, toMinute: 1020 }];
  const input = { therapistId: TOM, version: 1, weekly };
  const asked = await setWeek(app, admin, { ...input, accepted: [] });
  expect(asked).toMatchObject({ kind: "strands", bookings: [{ id, name: "Sam Carter", start: FRIDAY_TEN }] });
  expect((await getWeek(app.db.kysely, TOM))?.weekly).toHaveLength(5);
  expect(await setWeek(app, admin, { ...input, accepted: [id] })).toMatchObject({
    kind: "changed",
    stranded: [{ id }],
  });
  expect(await getWeek(app.db.kysely, TOM)).toEqual({ weekly, version: 2 });
  const appointment = await app.db.kysely.selectFrom("appointments").select("status").executeTakeFirst();
  expect(appointment?.status).toBe("Confirmed");
  expect((await auditOf(app)).filter((line) => line.startsWith("admin"))).toEqual([
    "admin:imogen hours.change therapist tom-ellery",
  ]);
  expect(await contentVersionOf(app)).toBe(1);
});

test("a week that leaves every booking where it is needs no question; a stale one is refused", async () => {
  const { app } = await bookedApp();
  const weekly = [{ weekday: 5 as const, fromMinute: 600, toMinute: 660 }];
  const input = { therapistId: TOM, version: 1, weekly, accepted: [] };
  expect(await setWeek(app, admin, input)).toEqual({ kind: "changed", stranded: [] });
  expect(await setWeek(app, admin, input)).toEqual({ kind: "conflict", weekly, version: 2 });
  expect((await setWeek(app, admin, { ...input, therapistId: "none" })).kind).toBe("not-found");
});

test("a closure shows whom it strands: all, or one therapist's, or nobody outside its hours", async () => {
  const { app, id } = await bookedApp();
  const add = (changes: object, accepted: string[] = []) =>
    addException(app, admin, { draft: closure(changes), accepted });
  expect(await add({})).toMatchObject({ kind: "strands", bookings: [{ id }] });
  expect(await add({ therapistId: TOM })).toMatchObject({ kind: "strands" });
  expect((await add({ therapistId: "demo-imogen-hartley" })).kind).toBe("changed");
  expect((await add({ fromMinute: 660, toMinute: 720 })).kind).toBe("changed");
  expect((await add({ therapistId: "none" })).kind).toBe("not-found");
  expect(await add({}, [id])).toMatchObject({ kind: "changed", stranded: [{ id }] });
  // It stands outside working time already: the next change does not strand it again.
  expect(await add({ reason: "Twice" })).toEqual({ kind: "changed", stranded: [] });
});

test("taking back an extra opening strands what was booked in it; taking back a closure strands nobody", async () => {
  const app = await demoApp();
  const sunday = { firstDay: "2027-05-09", lastDay: "2027-05-09", therapistId: TOM, reason: null };
  const opening = { ...closure(sunday), kind: "opening", fromMinute: 540, toMinute: 1020 } as const;
  await addException(app, admin, { draft: opening, accepted: [] });
  await addException(app, admin, { draft: closure(), accepted: [] });
  const start = Date.UTC(2027, 4, 9, 9);
  const { appointment } = await booked(app, { service: "deep-tissue-massage", therapist: "tom-ellery", start });
  const kept = await listExceptions(app.db.kysely, { from: FRIDAY, to: "2027-05-09" });
  const idOf = (kind: string) => kept.find((exception) => exception.kind === kind)?.id ?? "";
  const remove = (id: string, accepted: string[] = []) => removeException(app, admin, { id, accepted });
  expect(await remove(idOf("closure"))).toEqual({ kind: "changed", stranded: [] });
  expect(await remove(idOf("opening"))).toMatchObject({ kind: "strands", bookings: [{ id: appointment.id }] });
  expect((await remove(idOf("opening"), [appointment.id])).kind).toBe("changed");
  expect((await remove(idOf("opening"))).kind).toBe("not-found");
});

test("bank holidays are closed by one press, each once", async () => {
  const app = await demoApp();
  await app.db.kysely.deleteFrom("day_exceptions").execute();
  const days = async () => {
    const kept = await listExceptions(app.db.kysely, { from: "2027-01-01", to: "2028-12-31" });
    return kept.map(({ firstDay, reason }) => `${firstDay} ${reason}`);
  };
  expect((await closeOnBankHolidays(app, admin, { nation: "ENG", accepted: [] })).kind).toBe("changed");
  const first = await days();
  expect(first[0]).toBe("2027-05-31 Spring bank holiday");
  expect(first).toContain("2028-12-25 Christmas Day");
  await closeOnBankHolidays(app, admin, { nation: "ENG", accepted: [] });
  expect(await days()).toEqual(first);
});

test("a therapist who leaves shows their bookings first, and can't be booked then", async () => {
  const { app, id } = await bookedApp();
  const leave = (accepted: string[]) => setTherapistActive(app, admin, { therapistId: TOM, active: false, accepted });
  expect(await leave([])).toMatchObject({ kind: "strands", bookings: [{ id }] });
  expect((await leave([id])).kind).toBe("changed");
  const input = { service: "deep-tissue-massage", therapist: "tom-ellery", start: FRIDAY_TEN + 7_200_000 };
  await expect(booked(app, input)).rejects.toThrow("Not booked");
});

test("whom a change strands is listed until dealt with: moved, cancelled, opened again, or over", async () => {
  const { app, id } = await bookedApp();
  const listed = async () => (await listStranded(app, practice)).map((row) => row.id);
  const close = async () => (await addException(app, admin, { draft: closure(), accepted: [id] })).kind;
  const reopen = async () => {
    const kept = await listExceptions(app.db.kysely, { from: FRIDAY, to: FRIDAY });
    for (const exception of kept) await removeException(app, admin, { id: exception.id, accepted: [] });
  };
  expect(await listed()).toEqual([]);
  expect([await close(), await listed()]).toEqual(["changed", [id]]);
  await reopen();
  expect(await listed()).toEqual([]);
  await close();
  const moved = { appointmentId: id, start: FRIDAY_TEN + 3_600_000, despite: true };
  await moveAppointment(app, practice, moved);
  expect(await listed()).toEqual([]);
  await moveAppointment(app, practice, { ...moved, start: FRIDAY_TEN });
  expect(await listed()).toEqual([id]);
  app.clock.set(FRIDAY_TEN + 1);
  expect(await listed()).toEqual([id]);
  app.clock.set(FRIDAY_TEN + 3_600_000);
  expect(await listed()).toEqual([]);
  app.clock.set(FRIDAY_TEN - 86_400_000);
  expect(await listed()).toEqual([id]);
  await cancel(app, practice, { appointmentId: id, reason: null });
  expect(await listed()).toEqual([]);
});

test("a week and a therapist who stops leave theirs on the list; what was booked outside hours was never on it", async () => {
  const { app, id } = await bookedApp();
  await walkedIn(app, { day: FRIDAY, time: "21:00", therapist: "tom-ellery", despite: "on" });
  await setTherapistActive(app, admin, { therapistId: TOM, active: false, accepted: [id] });
  expect((await listStranded(app, practice)).map((row) => row.id)).toEqual([id]);
  await setTherapistActive(app, admin, { therapistId: TOM, active: true, accepted: [] });
  expect(await listStranded(app, practice)).toEqual([]);
  await setWeek(app, admin, { therapistId: TOM, version: 1, weekly: [], accepted: [id] });
  expect((await listStranded(app, practice)).map((row) => row.id)).toEqual([id]);
});

test("nobody but an admin changes hours", async () => {
  const { app } = await bookedApp();
  const visitor = { kind: "visitor" } as const;
  const week = { therapistId: TOM, version: 1, weekly: [], accepted: [] };
  expect((await setWeek(app, visitor, week)).kind).toBe("forbidden");
  expect((await addException(app, visitor, { draft: closure(), accepted: [] })).kind).toBe("forbidden");
  expect((await removeException(app, visitor, { id: "any", accepted: [] })).kind).toBe("forbidden");
  expect((await closeOnBankHolidays(app, visitor, { nation: "ENG", accepted: [] })).kind).toBe("forbidden");
  const leave = { therapistId: TOM, active: false, accepted: [] };
  expect((await setTherapistActive(app, visitor, leave)).kind).toBe("forbidden");
});
