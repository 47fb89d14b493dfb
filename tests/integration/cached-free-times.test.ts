import { expect, test } from "vitest";
import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { placeOf } from "#tests/support/crowd.ts";
import { demoApp } from "#tests/support/test-app.ts";

const INPUT = { service: "deep-tissue-massage", from: "2027-05-04", to: "2027-05-12" };

async function kept(app: AppContext, input = INPUT) {
  const [answer, fresh] = [await cachedFreeTimes(app, input), await askFreeTimes(app, input)];
  expect(answer).toEqual(fresh);
  if (answer.kind === "not-found") throw new Error(answer.message);
  return answer;
}

test("the same question is worked out once while nothing changes", async () => {
  const app = await demoApp();
  const first = await kept(app);
  app.clock.set(app.clock.now() - 1);
  expect((await kept(app)).days).toBe(first.days);
  const other = await kept(app, { ...INPUT, to: "2027-05-11" });
  expect(other.days).toHaveLength(first.days.length - 1);
});

test("a booking, its move and its cancelling are in the next answer, whoever made them", async () => {
  const app = await demoApp();
  const elsewhere: AppContext = { ...app, db: openDatabase(placeOf(app), app.log) };
  const before = await kept(app);
  const { id } = await booked(elsewhere, { therapist: "tom-ellery", start: at("14:00") });
  const after = await kept(app);
  expect(after.days).not.toEqual(before.days);
  const appointments = elsewhere.db.kysely.updateTable("appointments").where("id", "=", id);
  await appointments
    .set({ block_start: at("13:00"), block_end: at("14:15"), starts_at: at("13:00"), ends_at: at("14:00") })
    .execute();
  expect((await kept(app)).days).not.toEqual(after.days);
  await appointments.set({ status: "Cancelled" }).execute();
  expect((await kept(app)).days).toEqual(before.days);
  await elsewhere.db.close();
});

test("a database that can't be read says nothing of what was written, and the question itself finds out why", async () => {
  const app = await demoApp();
  const elsewhere = openDatabase(placeOf(app), app.log);
  await kept({ ...app, db: elsewhere });
  await elsewhere.close();
  expect(elsewhere.written()).toBeNull();
});

test("what the practice edits is in the next answer", async () => {
  const app = await demoApp();
  const before = await kept(app);
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx.updateTable("services").set({ buffer_after: 60 }).where("slug", "=", INPUT.service).execute();
    await tx.deleteFrom("working_hours").where("therapist_id", "=", "demo-tom-ellery").execute();
    await raiseContentVersion(tx, app.clock.now());
  });
  expect((await kept(app)).days).not.toEqual(before.days);
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx.updateTable("services").set({ active: 0 }).where("slug", "=", INPUT.service).execute();
    await raiseContentVersion(tx, app.clock.now());
  });
  expect(await cachedFreeTimes(app, INPUT)).toMatchObject({ kind: "not-found", field: "service" });
});

test("a time goes when the notice reaches it, to the millisecond, and a day when it is over", async () => {
  const app = await demoApp();
  app.clock.set(at("12:00", "2027-05-04"));
  expect((await kept(app)).days[0]?.slots[0]?.start).toBe(at("14:00", "2027-05-04"));
  app.clock.set(at("12:00", "2027-05-04") + 1);
  expect((await kept(app)).days[0]?.slots[0]?.start).toBe(at("14:15", "2027-05-04"));
  app.clock.set(at("00:00", "2027-05-05"));
  expect((await kept(app)).days[0]?.state).toBe("outside");
});

test("more questions than are kept are answered right as well", async () => {
  const app = await demoApp();
  for (let day = 10; day < 30; day++) {
    for (const service of ["deep-tissue-massage", "joint-mobilization", "relaxation-massage"]) {
      await cachedFreeTimes(app, { service, from: "2027-05-05", to: `2027-05-${day}` });
    }
  }
  await booked(app, { therapist: "imogen-hartley", start: at("10:00") });
  await kept(app, { service: "joint-mobilization", from: "2027-05-05", to: "2027-05-10" });
  await kept(app, { service: "joint-mobilization", from: "2027-05-05", to: "2027-05-29" });
});
