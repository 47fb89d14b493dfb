import { expect, test } from "vitest";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { getToday } from "#app/diary/get-today.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { getFigures, getTakingsToday } from "#app/reports/get-dashboard-figures.server.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { at, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

test("today: who stands, what is free between, and what waits", async () => {
  const app = await demoApp();
  const tom = { therapist: "tom-ellery" };
  const first = await walkedIn(app, { ...tom, time: "10:00" });
  const second = await walkedIn(app, { ...tom, time: "13:00" });
  const third = await walkedIn(app, { ...tom, time: "15:00" });
  await walkedIn(app, { ...tom, day: "2027-05-06", time: "13:00" });
  await setStatus(app, second.id, "Pending");
  await setStatus(app, third.id, "cancelled");
  app.clock.set(at("10:20"));
  const today = await getToday(app, practice);
  expect(today.date).toBe(WEDNESDAY);
  expect(today.appointments.map((row) => row.id)).toEqual([first.id, second.id]);
  expect((await getAdminCounts(app, practice)).counts["/appointments"]).toEqual({ count: 1, words: "to confirm" });
  const free = today.gaps.filter((gap) => gap.therapistId === first.therapistId);
  expect(free).toContainEqual({
    therapistId: first.therapistId,
    start: at("11:15"),
    end: at("13:00"),
    fits: true,
    offers: true,
  });
});

test("when nothing is left of today, the next day with appointments is shown", async () => {
  const app = await demoApp();
  const cancelled = await walkedIn(app, { day: "2027-05-06", time: "11:00" });
  await setStatus(app, cancelled.id, "cancelled");
  const { id } = await walkedIn(app, { day: "2027-05-07", time: "13:00" });
  app.clock.set(at("12:00"));
  expect((await getToday(app, practice)).nextDay).toBeNull();
  app.clock.set(at("23:00"));
  const { nextDay } = await getToday(app, practice);
  expect(nextDay?.date).toBe("2027-05-07");
  expect(nextDay?.appointments.map((row) => row.id)).toEqual([id]);
  expect(nextDay?.gaps.length).toBeGreaterThan(0);
});

test("the figures know what came, what nobody recorded and what is ahead", async () => {
  const app = await demoApp();
  const { id } = await walkedIn(app, { time: "10:00" });
  await walkedIn(app, { time: "10:00" });
  await walkedIn(app, { time: "13:45" });
  app.clock.set(at("12:00"));
  await markAttendance(app, practice, { appointmentId: id, attendance: "finished" });
  const { weeks, thisWeek, heat, mix } = await getFigures(app, practice);
  expect(weeks).toHaveLength(17);
  expect(weeks.find((week) => week.monday === thisWeek)).toMatchObject({
    came: 1,
    unrecorded: 1,
    ahead: 1,
    takenPence: 5800,
  });
  expect(mix).toEqual([{ service: "Deep Tissue Massage", count: 1, minutes: 60, pence: 5800 }]);
  expect(heat.some((cell) => cell.share !== null)).toBe(true);
});

test("what is taken today is of today alone, of visits that came, and of a therapist's own for a therapist", async () => {
  const app = await demoApp();
  const at10 = { time: "10:00", day: WEDNESDAY };
  const [tom, imogen] = [
    await walkedIn(app, { ...at10, therapist: "tom-ellery" }),
    await walkedIn(app, { ...at10, therapist: "imogen-hartley" }),
  ];
  await walkedIn(app, { time: "13:45" });
  const tomorrow = await walkedIn(app, { time: "10:00", day: "2027-05-06" });
  const came = (appointmentId: string) => markAttendance(app, practice, { appointmentId, attendance: "finished" });
  const person = { kind: "staff", userId: "u", choices: [] } as const;
  const reception: Actor = { ...person, roles: ["reception"], therapistId: null };
  const toms: Actor = { ...person, roles: ["therapist"], therapistId: tom.therapistId };
  app.clock.set(at("12:00"));
  for (const { id } of [tom, imogen]) await came(id);
  expect(await getTakingsToday(app, reception)).toEqual({ visits: 2, pence: 11600 });
  expect(await getTakingsToday(app, toms)).toEqual({ visits: 1, pence: 5800 });
  app.clock.set(at("12:00") + 86_400_000);
  expect(await getTakingsToday(app, reception)).toEqual({ visits: 0, pence: 0 });
  await came(tomorrow.id);
  expect(await getTakingsToday(app, reception)).toEqual({ visits: 1, pence: 5800 });
  await expect(getFigures(app, reception)).rejects.toThrow("practice alone");
});

test("neither is for anybody else", async () => {
  const app = await demoApp();
  await expect(getToday(app, visitor)).rejects.toThrow("practice alone");
  await expect(getFigures(app, visitor)).rejects.toThrow("practice alone");
});
