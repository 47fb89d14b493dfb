import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import {
  listUnrecorded,
  listUnrecordedIds,
  MOST_UNRECORDED,
  markAppointments,
  unmarkAppointments,
} from "#app/diary/lists/unrecorded-appointments.server.ts";
import { markMessage } from "#app/messages/change-message.server.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { getFigures } from "#app/reports/get-dashboard-figures.server.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { at } from "#tests/support/booking-inputs.ts";
import { copied } from "#tests/support/copied.ts";
import { practice, setStatus, waitingKinds, walkedIn } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const needsOf = async (app: TestApp) => {
  const { needs } = await getAdminCounts(app, practice);
  return Object.fromEntries(needs.map(({ label, count }) => [label, count]));
};

async function threeOver(app: TestApp): Promise<string[]> {
  const tom = { therapist: "tom-ellery", email: "wal@example.com" };
  const times = ["09:00", "10:15", "11:30"];
  const ids: string[] = [];
  for (const time of times) ids.push((await walkedIn(app, { ...tom, time })).id);
  await walkedIn(app, { ...tom, time: "15:00" });
  app.clock.set(at("13:00"));
  return ids;
}

test("past visits are asked for until each is marked, all at once or one by one, and that is taken back", async () => {
  const app = await demoApp();
  const ids = await threeOver(app);
  const [first = "", second = "", third = ""] = ids;
  expect((await listUnrecorded(app, practice)).rows.map(({ id }) => id)).toEqual([...ids].reverse());
  expect((await needsOf(app))["Attendance to record"]).toBe(3);
  await markAttendance(app, practice, { appointmentId: first, attendance: "missed" });
  expect(await markAppointments(app, practice, { ids, mark: "came" })).toEqual({
    done: [second, third],
    left: 1,
    missing: 0,
  });
  expect((await getAppointmentRecord(app, practice, first))?.row.attendance).toBe("missed");
  expect((await needsOf(app))["Attendance to record"]).toBeUndefined();
  expect(await unmarkAppointments(app, practice, { ids, mark: "came" })).toEqual({
    done: [second, third],
    left: 1,
    missing: 0,
  });
  expect((await listUnrecorded(app, practice)).rows).toHaveLength(2);
});

test("of many past visits as many are counted and shown as can be marked at once", async () => {
  const app = await demoApp();
  const starts = Array.from({ length: MOST_UNRECORDED + 5 }, (_, nth) => app.clock.now() - (nth + 2) * 3_600_000);
  const ids = await copied(app, starts);
  const { needs } = await getAdminCounts(app, practice);
  expect(needs).toContainEqual(
    expect.objectContaining({ label: "Attendance to record", count: MOST_UNRECORDED + 1, most: MOST_UNRECORDED }),
  );
  const { rows, total } = await listUnrecorded(app, practice);
  expect(rows.map(({ id }) => id)).toEqual(ids.slice(0, MOST_UNRECORDED));
  expect(total).toBe(MOST_UNRECORDED + 1);
  expect(await listUnrecordedIds(app, practice)).toEqual(ids.slice(0, MOST_UNRECORDED));
});

test("a late cancel counts as one, tells nobody, is no income, and is taken back", async () => {
  const app = await demoApp();
  const [first = "", second = ""] = await threeOver(app);
  const kinds = await waitingKinds(app);
  expect(await markAppointments(app, practice, { ids: [first], mark: "late" })).toEqual({
    done: [first],
    left: 0,
    missing: 0,
  });
  expect((await getAppointmentRecord(app, practice, first))?.cancellation).toMatchObject({
    askedBy: "client",
    late: true,
  });
  expect(await waitingKinds(app)).toEqual(kinds);
  await markAppointments(app, practice, { ids: [second], mark: "came" });
  expect(await markAppointments(app, practice, { ids: [first, second], mark: "late" })).toEqual({
    done: [],
    left: 2,
    missing: 0,
  });
  const { weeks, thisWeek } = await getFigures(app, practice);
  expect(weeks.find(({ monday }) => monday === thisWeek)).toMatchObject({ came: 1, unrecorded: 1, takenPence: 5800 });
  expect(await unmarkAppointments(app, practice, { ids: [first], mark: "late" })).toEqual({
    done: [first],
    left: 0,
    missing: 0,
  });
  expect((await listUnrecorded(app, practice)).rows).toHaveLength(2);
});

test("what waits stands in the list with its number, and leaves it when it is done", async () => {
  const app = await demoApp();
  const before = await needsOf(app);
  const { id } = await walkedIn(app, { time: "10:00" });
  await setStatus(app, id, "Waiting");
  const wrote = { name: "Ada", reply: "ada@example.com", email: "ada@example.com", happened: "I waited", remedy: "" };
  const complaint = { about: "treatment", ...wrote } as const;
  const received = await receiveComplaint(app, complaint, "one");
  if (received.kind !== "received") throw new Error(received.kind);
  const { needs } = await getAdminCounts(app, practice);
  expect(needs.find(({ label }) => label === "Complaints to answer")).toMatchObject({
    count: 1,
    note: "due Tuesday 11 May",
  });
  expect(await needsOf(app)).toEqual({
    ...before,
    "Appointments to confirm": 1,
    "Complaints to answer": 1,
    "Unread messages": 1,
  });
  await markMessage(app, practice, { id: received.id, state: "done" });
  await cancel(app, practice, { appointmentId: id, reason: null });
  expect(await needsOf(app)).toEqual(before);
});

test("nobody else reads or marks them", async () => {
  const app = await demoApp();
  await expect(listUnrecorded(app, visitor)).rejects.toThrow("practice alone");
  await expect(markAppointments(app, visitor, { ids: [], mark: "came" })).rejects.toThrow("practice alone");
});
