import { expect, test } from "vitest";
import { syncCalendars } from "#app/calendars/calendars.jobs.server.ts";
import { listCalendarLinks } from "#app/calendars/links.server.ts";
import { endDemo } from "#app/demo/end-demo.server.ts";
import { openDemo } from "#app/demo.server.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const DAY_MS = 86_400_000;

test("the demo shows a connected calendar that is never asked, and its end takes it away", {
  timeout: 240_000,
}, async () => {
  const app = await demoApp();
  const db = app.db.kysely;
  expect(await openDemo(app)).not.toBeNull();
  const [link, ...others] = await listCalendarLinks(app, practice);
  expect(others).toEqual([]);
  expect(link).toMatchObject({ name: "Tom’s own calendar (invented)", fault: null });
  const busy = await db.selectFrom("busy_times").selectAll().orderBy("block_start").execute();
  expect(busy.length).toBeGreaterThan(10);
  const taken = await db
    .selectFrom("appointments")
    .innerJoin("busy_times", "busy_times.therapist_id", "appointments.therapist_id")
    .select("appointments.id")
    .whereRef("appointments.starts_at", "<", "busy_times.block_end")
    .whereRef("appointments.ends_at", ">", "busy_times.block_start")
    .execute();
  expect(taken).toEqual([]);

  app.clock.set(app.clock.now() + 30 * DAY_MS);
  await syncCalendars(app);
  expect((await listCalendarLinks(app, practice)).map(({ fault }) => fault)).toEqual([null]);

  const own = { email: "jo@ferrier.example", password: "quiet otter under larches 7" };
  expect(await endDemo(app, practice, { admin: own })).toMatchObject({ kind: "ended" });
  for (const table of ["calendar_links", "busy_times"] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
});
