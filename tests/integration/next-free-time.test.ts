import { expect, test } from "vitest";
import { listNextFreeTimes } from "#app/appointments/booking/free-times/next-free-time.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { at } from "#tests/support/booking-inputs.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { contentChanged, demoApp } from "#tests/support/test-app.ts";

test("each service has its next free time, the first after the notice: five of them, soonest first", async () => {
  const app = await demoApp();
  const { services, zone } = await listNextFreeTimes(app);
  expect(zone).toBe("Europe/London");
  expect(services[0]).toEqual({
    start: at("11:00", "2027-05-04"),
    service: "deep-tissue-massage",
    title: "Deep Tissue Massage",
    minutes: 60,
    pricePence: 5800,
    who: "Imogen or Tom",
  });
  expect(services).toHaveLength(5);
  expect(new Set(services.map(({ service }) => service)).size).toBe(5);
  const starts = services.map(({ start }) => start);
  expect(starts).toEqual([...new Set(starts)].sort((one, other) => one - other));
  app.clock.set(at("17:00", "2027-05-04"));
  expect((await listNextFreeTimes(app)).services[0]?.start).toBe(at("09:00", "2027-05-05"));
});

test("each therapist has theirs, and who is booked then has the next", async () => {
  const app = await demoApp();
  const first = (await listNextFreeTimes(app)).therapists.get("demo-imogen-hartley")?.start;
  expect(first).toBe(at("11:00", "2027-05-04"));
  await walkedIn(app, { therapist: "imogen-hartley", day: "2027-05-04", time: "11:00" });
  const { therapists } = await listNextFreeTimes(app);
  expect(therapists.get("demo-imogen-hartley")?.start).toBeGreaterThan(at("11:45", "2027-05-04"));
  expect(therapists.get("demo-tom-ellery")?.start).toBe(at("11:00", "2027-05-04"));
});

test("closed days are passed over, within a fortnight", async () => {
  const app = await demoApp();
  await close(app, "2027-05-04", "2027-05-12");
  expect((await listNextFreeTimes(app)).services[0]?.start).toBe(at("09:00", "2027-05-13"));
  await close(app, "2027-05-13", "2027-05-18");
  const { services, therapists } = await listNextFreeTimes(app);
  expect([services.length, therapists.size]).toEqual([0, 0]);
});

async function close(app: AppContext, first_day: string, last_day: string): Promise<void> {
  const hours = { from_minute: null, to_minute: null, reason: "Away" };
  const row = { id: first_day, therapist_id: null, kind: "closure", first_day, last_day, ...hours };
  await app.db.kysely.insertInto("day_exceptions").values(row).execute();
  await contentChanged(app);
}
