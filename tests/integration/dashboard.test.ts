import { expect, test } from "vitest";
import { visitor } from "#app/accounts/actor.ts";
import { showFigures } from "#app/appointments/figures/commands.server.ts";
import { showToday } from "#app/appointments/today/commands.server.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { at, WEDNESDAY } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

test("today: who stands, what is free between, and what waits", async () => {
  const world = await demoWorld();
  const tom = { therapist: "tom-ellery" };
  const first = await walkedIn(world, { ...tom, time: "10:00" });
  const second = await walkedIn(world, { ...tom, time: "13:00" });
  const third = await walkedIn(world, { ...tom, time: "15:00" });
  await walkedIn(world, { ...tom, day: "2027-05-06", time: "13:00" });
  await setStatus(world, second.id, "Pending");
  await setStatus(world, third.id, "cancelled");
  world.clock.set(at("10:20"));
  const today = await showToday(world, practice);
  expect(today.date).toBe(WEDNESDAY);
  expect(today.appointments.map((row) => row.id)).toEqual([first.id, second.id]);
  expect(today.pending).toBe(1);
  const free = today.gaps.filter((gap) => gap.therapistId === first.therapistId);
  expect(free).toContainEqual({ therapistId: first.therapistId, start: at("11:15"), end: at("13:00") });
});

test("the figures know what came and what is ahead", async () => {
  const world = await demoWorld();
  await walkedIn(world, { time: "10:00" });
  await walkedIn(world, { time: "13:45" });
  world.clock.set(at("12:00"));
  const { weeks, thisWeek, heat, mix } = await showFigures(world, practice);
  expect(weeks).toHaveLength(17);
  expect(weeks.find((week) => week.monday === thisWeek)).toMatchObject({ came: 1, ahead: 1, takenPence: 5800 });
  expect(mix).toEqual([{ service: "Deep Tissue Massage", count: 1, minutes: 60, pence: 5800 }]);
  expect(heat.some((cell) => cell.share !== null)).toBe(true);
});

test("neither is for anybody else", async () => {
  const world = await demoWorld();
  await expect(showToday(world, visitor)).rejects.toThrow("practice alone");
  await expect(showFigures(world, visitor)).rejects.toThrow("practice alone");
});
