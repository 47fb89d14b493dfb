import { expect, test } from "vitest";
import { nextFreeTime } from "#app/appointments/free-times/commands.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { at } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

test("the next free time of the practice is the first after the notice", async () => {
  const world = await demoWorld();
  expect(await nextFreeTime(world)).toEqual({
    ...{ start: at("11:00", "2027-05-04"), zone: "Europe/London" },
    ...{ service: "deep-tissue-massage", minutes: 60 },
  });
  world.clock.set(at("17:00", "2027-05-04"));
  expect((await nextFreeTime(world))?.start).toBe(at("09:00", "2027-05-05"));
});

test("closed days are passed over, within a fortnight", async () => {
  const world = await demoWorld();
  await close(world, "2027-05-04", "2027-05-12");
  expect((await nextFreeTime(world))?.start).toBe(at("09:00", "2027-05-13"));
  await close(world, "2027-05-13", "2027-05-18");
  expect(await nextFreeTime(world)).toBeNull();
});

async function close(world: World, first_day: string, last_day: string): Promise<void> {
  const hours = { from_minute: null, to_minute: null, reason: "Away" };
  const row = { id: first_day, therapist_id: null, kind: "closure", first_day, last_day, ...hours };
  await world.db.kysely.insertInto("day_exceptions").values(row).execute();
}
