import fc from "fast-check";
import { expect, test } from "vitest";
import { markExisting } from "#app/clients/clients.db.server.ts";
import { fillReportDays } from "#app/reports/report-days.jobs.server.ts";
import { SPLITS, type Split } from "#app/reports/report-totals.ts";
import { anyReportedPractice, type ReportedPractice } from "#tests/support/any-visits.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import { anyPastChange, changePast, type Past } from "#tests/support/past-changes.ts";
import { bookedMinutes, expectTallies, keepOnly, queriesOf, reportOf } from "#tests/support/reported-practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const DAY_MS = 86_400_000;

const fill = (app: TestApp) => fillReportDays(app, async () => true);

/** Time goes on, or the clock is set back. */
const aStep = () =>
  fc.record({
    change: anyPastChange(),
    later: fc.constantFrom(0, 0, 0, 1, 43, -43).map((days) => days * DAY_MS),
    isFilled: fc.boolean(),
  });

test("figures from stored days are those of a look at every visit, whatever was changed since they were counted", async () => {
  const app = await demoApp();
  const steps = fc.array(aStep(), { minLength: 4, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(anyReportedPractice(), steps, fc.constantFrom(...SPLITS), async (begun, steps, split) => {
      await keepOnly(app, begun);
      app.clock.set(begun.now + 30 * DAY_MS);
      let past: Past = { visits: begun.visits, gone: [] };
      for (const of of [0, 3, 6, 9]) past = await changePast(app, past, { kind: "delete", of, like: 0 });
      await fill(app);
      for (const { change, later, isFilled } of steps) {
        past = await changePast(app, past, change);
        app.clock.set(app.clock.now() + later);
        if (isFilled) await fill(app);
        await expectRight(app, { ...begun, ...past, now: app.clock.now() }, split);
      }
    }),
    { numRuns: 5 },
  );
}, 60_000);

async function expectRight(app: TestApp, past: ReportedPractice, split: Split): Promise<void> {
  for (const query of queriesOf(past).slice(0, 2)) {
    const report = await reportOf(app, query, split);
    expectTallies(report, past, () => true);
    for (const { slug, utilisation } of report.utilisations) {
      const of = ({ therapist }: { therapist: string }) => therapist === `demo-${slug}`;
      expect(utilisation.booked, slug).toBe(bookedMinutes(past, { ...report.now.part, of }));
    }
  }
}

test("the first appointment here of an existing client is no new client's, in stored days too", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  const { starts_at, client_id } = await app.db.kysely
    .selectFrom("appointments")
    .select(["starts_at", "client_id"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  app.clock.set(starts_at + 3 * DAY_MS);
  const newOnes = async () =>
    (await reportOf(app, "period=dates&from=2027-05-01&to=2027-05-31", "client")).now.totals.newClients;
  expect(await newOnes()).toBe(1);
  await fill(app);
  expect(await newOnes()).toBe(1);
  await app.db.kysely.transaction().execute((tx) => markExisting(tx, client_id ?? ""));
  expect(await newOnes()).toBe(0);
  await fill(app);
  expect(await newOnes()).toBe(0);
});
