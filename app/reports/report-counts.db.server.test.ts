import fc from "fast-check";
import { expect, test } from "vitest";
import type { Staff } from "#app/platform/permissions.ts";
import { SPLITS } from "#app/reports/report-totals.ts";
import { anyReportedPractice } from "#tests/support/any-visits.ts";
import type { PastVisit } from "#tests/support/past-visits.ts";
import { bookedMinutes, expectTallies, keepOnly, queriesOf, reportOf } from "#tests/support/reported-practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const TOM = "demo-tom-ellery";
const tom: Staff = { kind: "staff", userId: "tom", roles: ["therapist"], therapistId: TOM, choices: [] };

test("what the database adds up is what a look at every visit finds: days of any zone, parts, one therapist's reach", async () => {
  const app = await demoApp();
  await fc.assert(
    fc.asyncProperty(anyReportedPractice(), fc.constantFrom(...SPLITS), async (past, split) => {
      await keepOnly(app, past);
      for (const query of queriesOf(past)) {
        const [all, own] = [await reportOf(app, query, split), await reportOf(app, query, split, tom)];
        expectTallies(all, past, () => true);
        expectTallies(own, past, ({ therapist }) => therapist === TOM);
        for (const { slug, utilisation } of all.utilisations) {
          const of = (visit: PastVisit) => visit.therapist === `demo-${slug}`;
          expect(utilisation.booked, slug).toBe(bookedMinutes(past, { ...all.now.part, of }));
        }
      }
    }),
    { numRuns: 18 },
  );
}, 60_000);
