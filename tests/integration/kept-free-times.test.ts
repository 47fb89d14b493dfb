import { expect, test } from "vitest";
import { askFreeTimes } from "#app/appointments/free-times/commands.server.ts";
import { keptFreeTimes } from "#app/appointments/free-times/kept/commands.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { placeOf } from "#tests/support/crowd.ts";
import { at, booked } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

const WISH = { service: "deep-tissue-massage", from: "2027-05-04", to: "2027-05-12" };

async function kept(world: World, wish = WISH) {
  const [answer, fresh] = [await keptFreeTimes(world, wish), await askFreeTimes(world, wish)];
  expect(answer).toEqual(fresh);
  if (answer.kind === "unknown") throw new Error(answer.message);
  return answer;
}

test("the same question is worked out once while nothing changes", async () => {
  const world = await demoWorld();
  const first = await kept(world);
  world.clock.set(world.clock.now() - 1);
  expect((await kept(world)).days).toBe(first.days);
  const other = await kept(world, { ...WISH, to: "2027-05-11" });
  expect(other.days).toHaveLength(first.days.length - 1);
});

test("a booking, its move and its cancelling are in the next answer, whoever made them", async () => {
  const world = await demoWorld();
  const elsewhere: World = { ...world, db: openDatabase(placeOf(world), world.log) };
  const before = await kept(world);
  const { id } = await booked(elsewhere, { therapist: "tom-ellery", start: at("14:00") });
  const after = await kept(world);
  expect(after.days).not.toEqual(before.days);
  const appointments = elsewhere.db.kysely.updateTable("appointments").where("id", "=", id);
  await appointments
    .set({ block_start: at("13:00"), block_end: at("14:15"), starts_at: at("13:00"), ends_at: at("14:00") })
    .execute();
  expect((await kept(world)).days).not.toEqual(after.days);
  await appointments.set({ status: "Cancelled" }).execute();
  expect((await kept(world)).days).toEqual(before.days);
  await elsewhere.db.close();
});

test("what the practice edits is in the next answer", async () => {
  const world = await demoWorld();
  const before = await kept(world);
  await world.db.kysely.transaction().execute(async (tx) => {
    await tx.updateTable("services").set({ buffer_after: 60 }).where("slug", "=", WISH.service).execute();
    await tx.deleteFrom("working_hours").where("therapist_id", "=", "demo-tom-ellery").execute();
    await raiseContentVersion(tx, world.clock.now());
  });
  expect((await kept(world)).days).not.toEqual(before.days);
  await world.db.kysely.transaction().execute(async (tx) => {
    await tx.updateTable("services").set({ active: 0 }).where("slug", "=", WISH.service).execute();
    await raiseContentVersion(tx, world.clock.now());
  });
  expect(await keptFreeTimes(world, WISH)).toMatchObject({ kind: "unknown", field: "service" });
});

test("a time goes when the notice reaches it, to the millisecond, and a day when it is over", async () => {
  const world = await demoWorld();
  world.clock.set(at("12:00", "2027-05-04"));
  expect((await kept(world)).days[0]?.slots[0]?.start).toBe(at("14:00", "2027-05-04"));
  world.clock.set(at("12:00", "2027-05-04") + 1);
  expect((await kept(world)).days[0]?.slots[0]?.start).toBe(at("14:15", "2027-05-04"));
  world.clock.set(at("00:00", "2027-05-05"));
  expect((await kept(world)).days[0]?.state).toBe("outside");
});

test("more questions than are kept are answered right as well", async () => {
  const world = await demoWorld();
  for (let day = 10; day < 30; day++) {
    for (const service of ["deep-tissue-massage", "joint-mobilization", "relaxation-massage"]) {
      await keptFreeTimes(world, { service, from: "2027-05-05", to: `2027-05-${day}` });
    }
  }
  await booked(world, { therapist: "imogen-hartley", start: at("10:00") });
  await kept(world, { service: "joint-mobilization", from: "2027-05-05", to: "2027-05-10" });
  await kept(world, { service: "joint-mobilization", from: "2027-05-05", to: "2027-05-29" });
});
