import { expect, test } from "vitest";
import {
  addException,
  closeOnBankHolidays,
  removeException,
  setTherapistActive,
  setWeek,
} from "#app/appointments/working-time/commands.server.ts";
import { listExceptions, readWeek } from "#app/availability/editing/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { auditOf, contentVersionOf } from "#tests/support/desk.ts";
import { demoWorld } from "#tests/support/world.ts";

const admin = { kind: "admin", userId: "imogen" };
const TOM = "demo-tom-ellery";
const FRIDAY = "2027-05-07";

/** A closure of Friday, all day, for the whole practice unless told. */
function closure(changes: object = {}) {
  const day = { kind: "closure", firstDay: FRIDAY, lastDay: FRIDAY, therapistId: null } as const;
  return { ...day, fromMinute: null, toMinute: null, reason: "Stocktaking", ...changes };
}

/** Tom has a booking on Friday at ten. */
async function bookedWorld(): Promise<{ world: World; id: string }> {
  const world = await demoWorld();
  const { appointment } = await booked(world, {
    service: "deep-tissue-massage",
    therapist: "tom-ellery",
    start: FRIDAY_TEN,
  });
  return { world, id: appointment.id };
}

test("a week that strands a booking is not saved until the booking has been seen, and the booking stands", async () => {
  const { world, id } = await bookedWorld();
  const weekly = [{ weekday: 5 as const, fromMinute: 720, toMinute: 1020 }];
  const wish = { therapistId: TOM, version: 1, weekly };
  const asked = await setWeek(world, admin, { ...wish, accepted: [] });
  expect(asked).toMatchObject({ kind: "strands", bookings: [{ id, name: "Sam Carter", start: FRIDAY_TEN }] });
  expect((await readWeek(world.db.kysely, TOM))?.weekly).toHaveLength(5);
  expect(await setWeek(world, admin, { ...wish, accepted: [id] })).toMatchObject({
    kind: "changed",
    stranded: [{ id }],
  });
  expect(await readWeek(world.db.kysely, TOM)).toEqual({ weekly, version: 2 });
  const appointment = await world.db.kysely.selectFrom("appointments").select("status").executeTakeFirst();
  expect(appointment?.status).toBe("Confirmed");
  expect((await auditOf(world)).filter((line) => line.startsWith("admin"))).toEqual([
    "admin:imogen hours.change therapist tom-ellery",
  ]);
  expect(await contentVersionOf(world)).toBe(1);
});

test("a week that leaves every booking where it is needs no question; a stale one is refused", async () => {
  const { world } = await bookedWorld();
  const weekly = [{ weekday: 5 as const, fromMinute: 600, toMinute: 660 }];
  const wish = { therapistId: TOM, version: 1, weekly, accepted: [] };
  expect(await setWeek(world, admin, wish)).toEqual({ kind: "changed", stranded: [] });
  expect(await setWeek(world, admin, wish)).toEqual({ kind: "stale", weekly, version: 2 });
  expect((await setWeek(world, admin, { ...wish, therapistId: "none" })).kind).toBe("unknown");
});

test("a closure shows whom it strands: all, or one therapist's, or nobody outside its hours", async () => {
  const { world, id } = await bookedWorld();
  const add = (changes: object, accepted: string[] = []) =>
    addException(world, admin, { draft: closure(changes), accepted });
  expect(await add({})).toMatchObject({ kind: "strands", bookings: [{ id }] });
  expect(await add({ therapistId: TOM })).toMatchObject({ kind: "strands" });
  expect((await add({ therapistId: "demo-imogen-hartley" })).kind).toBe("changed");
  expect((await add({ fromMinute: 660, toMinute: 720 })).kind).toBe("changed");
  expect((await add({ therapistId: "none" })).kind).toBe("unknown");
  expect(await add({}, [id])).toMatchObject({ kind: "changed", stranded: [{ id }] });
  // It stands outside working time already: the next change does not strand it again.
  expect(await add({ reason: "Twice" })).toEqual({ kind: "changed", stranded: [] });
});

test("taking back an extra opening strands what was booked in it; taking back a closure strands nobody", async () => {
  const world = await demoWorld();
  const sunday = { firstDay: "2027-05-09", lastDay: "2027-05-09", therapistId: TOM, reason: null };
  const opening = { ...closure(sunday), kind: "opening", fromMinute: 540, toMinute: 1020 } as const;
  await addException(world, admin, { draft: opening, accepted: [] });
  await addException(world, admin, { draft: closure(), accepted: [] });
  const start = Date.UTC(2027, 4, 9, 9);
  const { appointment } = await booked(world, { service: "deep-tissue-massage", therapist: "tom-ellery", start });
  const kept = await listExceptions(world.db.kysely, { from: FRIDAY, to: "2027-05-09" });
  const idOf = (kind: string) => kept.find((exception) => exception.kind === kind)?.id ?? "";
  const remove = (id: string, accepted: string[] = []) => removeException(world, admin, { id, accepted });
  expect(await remove(idOf("closure"))).toEqual({ kind: "changed", stranded: [] });
  expect(await remove(idOf("opening"))).toMatchObject({ kind: "strands", bookings: [{ id: appointment.id }] });
  expect((await remove(idOf("opening"), [appointment.id])).kind).toBe("changed");
  expect((await remove(idOf("opening"))).kind).toBe("unknown");
});

test("bank holidays are closed by one press, each once", async () => {
  const world = await demoWorld();
  await world.db.kysely.deleteFrom("day_exceptions").execute();
  const days = async () => {
    const kept = await listExceptions(world.db.kysely, { from: "2027-01-01", to: "2028-12-31" });
    return kept.map(({ firstDay, reason }) => `${firstDay} ${reason}`);
  };
  expect((await closeOnBankHolidays(world, admin, { nation: "ENG", accepted: [] })).kind).toBe("changed");
  const first = await days();
  expect(first[0]).toBe("2027-05-31 Spring bank holiday");
  expect(first).toContain("2028-12-25 Christmas Day");
  await closeOnBankHolidays(world, admin, { nation: "ENG", accepted: [] });
  expect(await days()).toEqual(first);
});

test("a therapist who leaves shows their bookings first, and can't be booked then", async () => {
  const { world, id } = await bookedWorld();
  const leave = (accepted: string[]) => setTherapistActive(world, admin, { therapistId: TOM, active: false, accepted });
  expect(await leave([])).toMatchObject({ kind: "strands", bookings: [{ id }] });
  expect((await leave([id])).kind).toBe("changed");
  const wish = { service: "deep-tissue-massage", therapist: "tom-ellery", start: FRIDAY_TEN + 7_200_000 };
  await expect(booked(world, wish)).rejects.toThrow("Not booked");
});

test("nobody but an admin changes hours", async () => {
  const { world } = await bookedWorld();
  const visitor = { kind: "visitor" };
  const week = { therapistId: TOM, version: 1, weekly: [], accepted: [] };
  expect((await setWeek(world, visitor, week)).kind).toBe("forbidden");
  expect((await addException(world, visitor, { draft: closure(), accepted: [] })).kind).toBe("forbidden");
  expect((await removeException(world, visitor, { id: "any", accepted: [] })).kind).toBe("forbidden");
  expect((await closeOnBankHolidays(world, visitor, { nation: "ENG", accepted: [] })).kind).toBe("forbidden");
  const leave = { therapistId: TOM, active: false, accepted: [] };
  expect((await setTherapistActive(world, visitor, leave)).kind).toBe("forbidden");
});
