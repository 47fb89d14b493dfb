import { expect, test } from "vitest";
import { insertHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import type { DayColumn } from "#app/diary/day-columns.ts";
import { getDayDrawing } from "#app/diary/get-day-drawing.server.ts";
import { getDiary } from "#app/diary/get-diary.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import { setTherapistActive } from "#app/diary/stranded/therapists.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const DAY = "2027-05-05";
const HOUR = 3_600_000;

async function look(app: TestApp, query = `view=day&date=${DAY}`) {
  return getDayDrawing(app, practice, await getDiary(app, practice, new URLSearchParams(query)));
}

async function columnOf(app: TestApp, key: string, query?: string): Promise<DayColumn> {
  const column = (await look(app, query))?.columns.find((candidate) => candidate.key === key);
  if (!column) throw new Error(`No column ${key}`);
  return column;
}

test("a day has a column for each therapist: who stands in it with the buffer, not who has cancelled", async () => {
  const app = await demoApp();
  await walkedIn(app, { therapist: "tom-ellery", name: "Tom's", phone: "01632 960 001" });
  const gone = await walkedIn(app, { therapist: "tom-ellery", time: "14:00", name: "Cancelled" });
  await setStatus(app, gone.id, "cancelled");
  const drawing = await look(app);
  expect(drawing?.columns.map(({ title }) => title)).toEqual(["Imogen", "Tom", "Priya"]);
  const tom = await columnOf(app, "tom-ellery");
  expect(tom.entries).toMatchObject([{ name: "Tom's", time: "10:00", phone: "01632 960 001", after: 15 }]);
  expect(tom.entries[0]?.tails).toMatchObject([{ lasts: 15 }]);
});

test("moved into a colleague's column it stands there, and Undo's way back is whole", async () => {
  const app = await demoApp();
  const { id, start } = await walkedIn(app, { therapist: "tom-ellery", name: "Dora" });
  const outcome = await moveAppointment(app, practice, {
    appointmentId: id,
    start: start + HOUR,
    therapist: "imogen-hartley",
    despite: true,
  });
  expect(outcome).toMatchObject({ kind: "moved", before: { therapistId: "demo-tom-ellery", start } });
  expect((await columnOf(app, "tom-ellery")).entries).toEqual([]);
  expect((await columnOf(app, "imogen-hartley")).entries).toMatchObject([{ name: "Dora", time: "11:00" }]);
});

test("a first visit, a held booking and one outside working hours can be told", async () => {
  const app = await demoApp();
  const her = { therapist: "tom-ellery", name: "Nora New", email: "nora@example.com" };
  const { id } = await walkedIn(app, { ...her, time: "07:00", despite: "on" });
  await walkedIn(app, { ...her, time: "14:00" });
  const entries = async () => (await columnOf(app, "tom-ellery")).entries.map(({ time, tag }) => [time, tag?.words]);
  expect(await entries()).toEqual([
    ["07:00", "New client"],
    ["14:00", undefined],
  ]);
  await setStatus(app, id, "Pending");
  const hold = { appointmentId: id, secretHash: "hash", until: app.clock.now() + HOUR };
  await app.db.kysely.transaction().execute((tx) => insertHold(tx, hold));
  expect(await entries()).toContainEqual(["07:00", "Held until 10:00"]);
  expect((await look(app))?.marks[0]?.label).toBe("07:00");
});

test("time off is named in its column alone, a bank holiday in all", async () => {
  const app = await demoApp();
  const whole = { firstDay: DAY, lastDay: DAY, fromMinute: null, toMinute: null };
  const draft = { kind: "closure" as const, ...whole, therapistId: "demo-tom-ellery", reason: "Ill", publicNote: null };
  await addException(app, practice, { draft, accepted: [] });
  expect((await columnOf(app, "tom-ellery")).line).toBe("Ill");
  expect((await columnOf(app, "imogen-hartley")).unavailable).not.toContainEqual(
    expect.objectContaining({ title: "Ill" }),
  );
  const holiday = await look(app, "view=day&date=2027-05-03");
  expect(holiday?.columns.map(({ line }) => line)).toEqual(Array(3).fill("Early May bank holiday"));
});

test("somebody who takes no bookings any more keeps a column for what is booked with them", async () => {
  const app = await demoApp();
  const { id } = await walkedIn(app, { therapist: "tom-ellery", name: "Left Over" });
  await setTherapistActive(app, practice, { therapistId: "demo-tom-ellery", active: false, accepted: [id] });
  const drawing = await look(app);
  expect(drawing?.columns.at(-1)).toMatchObject({ therapist: { name: "Tom Ellery", slug: null }, gaps: [] });
  expect(drawing?.columns.at(-1)?.entries).toMatchObject([{ name: "Left Over" }]);
});

test("a week of one therapist has seven columns; everybody's week, a month and a list have none", async () => {
  const app = await demoApp();
  await walkedIn(app, { therapist: "tom-ellery", name: "Tom's" });
  const week = await look(app, `view=week&date=${DAY}&with=tom-ellery`);
  expect(week?.columns.map(({ booked }) => booked)).toEqual([0, 0, 1, 0, 0, 0, 0]);
  for (const query of ["view=week", "view=month", "view=list", "view=month&with=tom-ellery"]) {
    expect(await look(app, query)).toBeNull();
  }
});

test("a practice without therapists has no columns", async () => {
  const app = await demoApp();
  await app.db.kysely.updateTable("therapists").set({ active: 0 }).execute();
  expect(await look(app)).toMatchObject({ columns: [], marks: [] });
});

test("however many are booked, it takes the same statements, and is for the practice alone", async () => {
  const app = await demoApp();
  const count = () => statementsOf(app, (counted) => look(counted));
  await walkedIn(app, { time: "10:00" });
  // The first reads the practice's facts, too.
  await count();
  const one = await count();
  for (const time of ["11:30", "14:00", "15:30"]) await walkedIn(app, { time, despite: "on" });
  expect(await count()).toBe(one);
  const diary = await getDiary(app, practice, new URLSearchParams("view=day"));
  await expect(getDayDrawing(app, visitor, diary)).rejects.toThrow("practice alone");
});
