import { expect, test } from "vitest";
import { nextFreeTime } from "#app/booking/next-free-time.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { at } from "#tests/support/booking-inputs.ts";
import { demoApp } from "#tests/support/test-app.ts";

test("the next free time of the practice is the first after the notice", async () => {
  const app = await demoApp();
  expect(await nextFreeTime(app)).toEqual({
    start: at("11:00", "2027-05-04"),
    zone: "Europe/London",
    service: "deep-tissue-massage",
    minutes: 60,
  });
  app.clock.set(at("17:00", "2027-05-04"));
  expect((await nextFreeTime(app))?.start).toBe(at("09:00", "2027-05-05"));
});

test("closed days are passed over, within a fortnight", async () => {
  const app = await demoApp();
  await close(app, "2027-05-04", "2027-05-12");
  expect((await nextFreeTime(app))?.start).toBe(at("09:00", "2027-05-13"));
  await close(app, "2027-05-13", "2027-05-18");
  expect(await nextFreeTime(app)).toBeNull();
});

async function close(app: AppContext, first_day: string, last_day: string): Promise<void> {
  const hours = { from_minute: null, to_minute: null, reason: "Away" };
  const row = { id: first_day, therapist_id: null, kind: "closure", first_day, last_day, ...hours };
  await app.db.kysely.insertInto("day_exceptions").values(row).execute();
}
