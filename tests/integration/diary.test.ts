import { expect, test } from "vitest";
import { visitor } from "#app/accounts/actor.ts";
import { showDiary } from "#app/appointments/diary/commands.server.ts";
import { addException } from "#app/appointments/working-time/commands.server.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { demoWorld } from "#tests/support/world.ts";

const look = (world: Parameters<typeof showDiary>[0], query: string) =>
  showDiary(world, practice, new URLSearchParams(query));

test("a week shows who stands in it, of everybody or of one, and what is closed", async () => {
  const world = await demoWorld();
  await walkedIn(world, { therapist: "tom-ellery", name: "Tom's" });
  await walkedIn(world, { therapist: "imogen-hartley", name: "Imogen's" });
  await walkedIn(world, { day: "2027-05-12", name: "Next week's" });
  const gone = await walkedIn(world, { time: "13:45", name: "Cancelled" });
  await setStatus(world, gone.id, "Cancelled");
  const week = await look(world, "view=week&date=2027-05-05");
  expect(week.appointments.map((row) => row.name).sort()).toEqual(["Imogen's", "Tom's"]);
  expect(week.closures.map(({ reason }) => reason)).toEqual(["Early May bank holiday"]);
  const toms = await look(world, "view=week&date=2027-05-05&with=tom-ellery");
  expect(toms.appointments.map((row) => row.name)).toEqual(["Tom's"]);
});

test("blocked time of one stands in their diary, not in another's", async () => {
  const world = await demoWorld();
  const day = { firstDay: "2027-05-05", lastDay: "2027-05-05", fromMinute: 720, toMinute: 780 };
  const draft = { kind: "closure" as const, ...day, therapistId: "demo-tom-ellery", reason: "Lunch" };
  expect(await addException(world, practice, { draft, accepted: [] })).toMatchObject({ kind: "changed" });
  expect((await look(world, "view=day&with=tom-ellery")).closures).toEqual([]);
  expect((await look(world, "view=day&date=2027-05-05&with=tom-ellery")).closures).toMatchObject([{ reason: "Lunch" }]);
  expect((await look(world, "view=day&date=2027-05-05&with=imogen-hartley")).closures).toEqual([]);
});

test("it is for the practice alone", async () => {
  const world = await demoWorld();
  await expect(showDiary(world, visitor, new URLSearchParams())).rejects.toThrow("practice alone");
});
