import { expect, test } from "vitest";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { saveNote } from "#app/appointments/save-note.server.ts";
import { changeMany } from "#app/diary/booking/change-many.server.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { at, booked, rowCounts } from "#tests/support/booking-inputs.ts";
import { auditedActions, practice, setStatus, waitingKinds } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

test("who came is noted, and taken back", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  const mark = (attendance: "arrived" | "missed" | "expected") =>
    markAttendance(app, practice, { appointmentId: id, attendance });
  expect(await mark("missed")).toEqual({ kind: "refused", message: "It has not begun yet" });
  expect(await mark("arrived")).toMatchObject({ kind: "changed", before: "expected" });
  app.clock.set(at("12:00"));
  expect(await mark("missed")).toMatchObject({ kind: "changed", before: "arrived" });
  expect((await getAppointmentRecord(app, practice, id))?.row.attendance).toBe("missed");
  expect(await mark("expected")).toMatchObject({ kind: "changed", before: "missed" });
  expect(await app.db.kysely.selectFrom("attendances").selectAll().execute()).toEqual([]);
  expect(await markAttendance(app, visitor, { appointmentId: id, attendance: "arrived" })).toEqual({
    kind: "not-found",
  });
});

test("a note over somebody else's is refused, and theirs is shown", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  const save = (words: string, version: number) => saveNote(app, practice, { appointmentId: id, words, version });
  expect(await save("Left shoulder first", 0)).toEqual({ kind: "saved" });
  expect(await save("Mine", 0)).toMatchObject({
    kind: "conflict",
    theirs: { words: "Left shoulder first", version: 1 },
  });
  expect(await save("Both shoulders", 1)).toEqual({ kind: "saved" });
  expect(await save("Mine", 1)).toMatchObject({ kind: "conflict", theirs: { words: "Both shoulders", version: 2 } });
  expect((await save("x".repeat(2001), 2)).kind).toBe("invalid");
  expect(await saveNote(app, visitor, { appointmentId: id, words: "", version: 2 })).toEqual({ kind: "not-found" });
});

test("deleting takes all but an audit line without a name, frees the time and tells nobody", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  await saveNote(app, practice, { appointmentId: id, words: "x", version: 0 });
  const before = await waitingKinds(app);
  expect(await deleteAppointment(app, visitor, { appointmentId: id })).toEqual({ kind: "not-found" });
  expect(await deleteAppointment(app, practice, { appointmentId: id })).toEqual({ kind: "removed" });
  expect(await deleteAppointment(app, practice, { appointmentId: id })).toEqual({ kind: "not-found" });
  expect(await rowCounts(app)).toMatchObject({ appointments: 0, appointment_claims: 0 });
  expect((await waitingKinds(app)).length).toBeLessThanOrEqual(before.length);
  const lines = await app.db.kysely
    .selectFrom("audit")
    .selectAll()
    .where("action", "=", "appointment.delete")
    .execute();
  expect(lines).toHaveLength(1);
  expect(lines[0]?.detail).not.toMatch(/Ada|ada@|1632/);
  expect((await booked(app)).start).toBe(at("10:00"));
});

test("many at once: each that fits is changed, the rest are left", async () => {
  const app = await demoApp();
  const one = await booked(app);
  const two = await booked(app, { start: at("13:45") });
  await setStatus(app, one.id, "Pending");
  expect(await changeMany(app, practice, { change: "confirm", ids: [one.id, two.id, "x"] })).toEqual({
    done: 1,
    left: 2,
    missing: 1,
  });
  expect(await changeMany(app, practice, { change: "cancel", ids: [one.id, two.id] })).toEqual({
    done: 2,
    left: 0,
    missing: 0,
  });
  expect(await changeMany(app, practice, { change: "delete", ids: [one.id] })).toEqual({
    done: 1,
    left: 0,
    missing: 0,
  });
  expect((await auditedActions(app)).filter((action) => action === "appointment.cancel")).toHaveLength(2);
  await expect(changeMany(app, visitor, { change: "delete", ids: [two.id] })).rejects.toThrow("practice alone");
});
