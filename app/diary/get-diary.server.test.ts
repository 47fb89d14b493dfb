import { expect, test } from "vitest";
import { getBookable } from "#app/catalogue/bookable-service.db.server.ts";
import { getDayDrawing } from "#app/diary/get-day-drawing.server.ts";
import { getDiary } from "#app/diary/get-diary.server.ts";
import { listRows } from "#app/diary/lists/appointment-list.db.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { diaryView } from "#app/routes/admin/diary/diary-view.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const look = (app: Parameters<typeof getDiary>[0], query: string) =>
  getDiary(app, practice, new URLSearchParams(query));

test("a week shows who stands in it, of everybody or of one, and what is closed", async () => {
  const app = await demoApp();
  await walkedIn(app, { therapist: "tom-ellery", name: "Tom's" });
  await walkedIn(app, { therapist: "imogen-hartley", name: "Imogen's" });
  await walkedIn(app, { day: "2027-05-12", name: "Next week's" });
  const gone = await walkedIn(app, { time: "13:45", name: "Cancelled" });
  await setStatus(app, gone.id, "Cancelled");
  const week = await look(app, "view=week&date=2027-05-05");
  expect(week.appointments.map((row) => row.name).sort()).toEqual(["Imogen's", "Tom's"]);
  expect(week.closures.map(({ reason }) => reason)).toEqual(["Early May bank holiday"]);
  const toms = await look(app, "view=week&date=2027-05-05&with=tom-ellery");
  expect(toms.appointments.map((row) => row.name)).toEqual(["Tom's"]);
});

test("blocked time of one stands in their diary, not in another's", async () => {
  const app = await demoApp();
  const day = { firstDay: "2027-05-05", lastDay: "2027-05-05", fromMinute: 720, toMinute: 780 };
  const draft = { kind: "closure" as const, ...day, therapistId: "demo-tom-ellery", reason: "Lunch", publicNote: null };
  expect(await addException(app, practice, { draft, accepted: [] })).toMatchObject({ kind: "changed" });
  expect((await look(app, "view=day&with=tom-ellery")).closures).toEqual([]);
  expect((await look(app, "view=day&date=2027-05-05&with=tom-ellery")).closures).toMatchObject([{ reason: "Lunch" }]);
  expect((await look(app, "view=day&date=2027-05-05&with=imogen-hartley")).closures).toEqual([]);
});

test("two therapists of one first name are told apart in the diary, the day, the list and on the booking page", async () => {
  const app = await demoApp();
  const { kysely } = app.db;
  await kysely.updateTable("therapists").set({ name: "🌸 Imogen Ellery" }).where("slug", "=", "tom-ellery").execute();
  await kysely.updateTable("therapists").set({ name: "Dr Priya Sandhu" }).where("slug", "=", "priya-sandhu").execute();
  for (const therapist of ["tom-ellery", "imogen-hartley", "priya-sandhu"]) await walkedIn(app, { therapist });
  const expected = ["Imogen E.", "Imogen H.", "Priya"];
  const week = await look(app, "view=week&date=2027-05-05");
  expect(
    diaryView(week)
      .entries.map(({ therapist }) => therapist)
      .sort(),
  ).toEqual(expected);
  expect(week.therapists.map(({ short }) => short).sort()).toEqual(expected);
  const day = await getDayDrawing(app, practice, await look(app, "view=day&date=2027-05-05"));
  expect(day?.columns.map(({ title }) => title).sort()).toEqual(expected);
  const ids = (await kysely.selectFrom("appointments").select("id").execute()).map(({ id }) => id);
  const rows = await listRows(kysely, ids);
  expect(rows.map(({ therapistShort }) => therapistShort).sort()).toEqual(expected);
  expect((await getBookable(kysely, { slug: "deep-tissue-massage" })).therapists.map(({ short }) => short)).toEqual(
    expect.arrayContaining(["Imogen H."]),
  );
});

test("whoever has their own diary alone is its choice; with shared diaries everybody is", async () => {
  const app = await demoApp();
  const tom = {
    kind: "staff",
    userId: "t",
    roles: ["therapist"],
    therapistId: "demo-tom-ellery",
    choices: [],
  } as const;
  const week = new URLSearchParams("view=week");
  expect((await getDiary(app, tom, week)).therapist?.id).toBe(tom.therapistId);
  expect((await getDiary(app, { ...tom, choices: ["shared diaries"] }, week)).therapist).toBeNull();
  expect((await getDiary(app, practice, week)).therapist).toBeNull();
});

test("it is for the practice alone", async () => {
  const app = await demoApp();
  await expect(getDiary(app, visitor, new URLSearchParams())).rejects.toThrow("practice alone");
});
