import { expect, test } from "vitest";
import { visitor } from "#app/accounts/actor.ts";
import { markAttendance } from "#app/appointments/attendance/commands.server.ts";
import { changeMany } from "#app/appointments/bulk/commands.server.ts";
import { saveNote } from "#app/appointments/notes/commands.server.ts";
import { showRecord } from "#app/appointments/record/commands.server.ts";
import { remove } from "#app/appointments/removal/commands.server.ts";
import { auditedActions, practice, setStatus, waitingKinds } from "#tests/support/practice.ts";
import { at, booked, rowCounts } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

test("who came is noted, and taken back", async () => {
  const world = await demoWorld();
  const { id } = await booked(world);
  const mark = (attendance: "arrived" | "missed" | "expected") =>
    markAttendance(world, practice, { appointmentId: id, attendance });
  expect(await mark("missed")).toEqual({ kind: "refused", message: "It has not begun yet" });
  expect(await mark("arrived")).toMatchObject({ kind: "marked", before: "expected" });
  world.clock.set(at("12:00"));
  expect(await mark("missed")).toMatchObject({ kind: "marked", before: "arrived" });
  expect((await showRecord(world, practice, id))?.row.attendance).toBe("missed");
  expect(await mark("expected")).toMatchObject({ kind: "marked", before: "missed" });
  expect(await world.db.kysely.selectFrom("attendances").selectAll().execute()).toEqual([]);
  expect(await markAttendance(world, visitor, { appointmentId: id, attendance: "arrived" })).toEqual({
    kind: "not-found",
  });
});

test("a note over somebody else's is refused, and theirs is shown", async () => {
  const world = await demoWorld();
  const { id } = await booked(world);
  const save = (words: string, version: number) => saveNote(world, practice, { appointmentId: id, words, version });
  expect(await save("Left shoulder first", 0)).toEqual({ kind: "saved" });
  expect(await save("Mine", 0)).toMatchObject({ kind: "stale", theirs: { words: "Left shoulder first", version: 1 } });
  expect(await save("Both shoulders", 1)).toEqual({ kind: "saved" });
  expect(await save("Mine", 1)).toMatchObject({ kind: "stale", theirs: { words: "Both shoulders", version: 2 } });
  expect((await save("x".repeat(2001), 2)).kind).toBe("invalid");
  expect(await saveNote(world, visitor, { appointmentId: id, words: "", version: 2 })).toEqual({ kind: "not-found" });
});

test("deleting takes all but an audit line without a name, frees the time and tells nobody", async () => {
  const world = await demoWorld();
  const { id } = await booked(world);
  await saveNote(world, practice, { appointmentId: id, words: "x", version: 0 });
  const before = await waitingKinds(world);
  expect(await remove(world, visitor, { appointmentId: id })).toEqual({ kind: "not-found" });
  expect(await remove(world, practice, { appointmentId: id })).toEqual({ kind: "removed" });
  expect(await remove(world, practice, { appointmentId: id })).toEqual({ kind: "not-found" });
  expect(await rowCounts(world)).toMatchObject({ appointments: 0, appointment_claims: 0 });
  expect((await waitingKinds(world)).length).toBeLessThanOrEqual(before.length);
  const lines = await world.db.kysely
    .selectFrom("audit")
    .selectAll()
    .where("action", "=", "appointment.delete")
    .execute();
  expect(lines).toHaveLength(1);
  expect(lines[0]?.detail).not.toMatch(/Ada|ada@|1632/);
  expect((await booked(world)).start).toBe(at("10:00"));
});

test("many at once: each that fits is changed, the rest are left", async () => {
  const world = await demoWorld();
  const one = await booked(world);
  const two = await booked(world, { start: at("13:45") });
  await setStatus(world, one.id, "Pending");
  expect(await changeMany(world, practice, { change: "confirm", ids: [one.id, two.id, "x"] })).toEqual({
    ...{ done: 1, left: 2 },
  });
  expect(await changeMany(world, practice, { change: "cancel", ids: [one.id, two.id] })).toEqual({ done: 2, left: 0 });
  expect(await changeMany(world, practice, { change: "delete", ids: [one.id] })).toEqual({ done: 1, left: 0 });
  expect((await auditedActions(world)).filter((action) => action === "appointment.cancel")).toHaveLength(2);
  await expect(changeMany(world, visitor, { change: "delete", ids: [two.id] })).rejects.toThrow("practice alone");
});
