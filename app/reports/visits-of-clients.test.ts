import { expect, test } from "vitest";
import { type ClientVisit, followedAmong, returningAmong } from "#app/reports/visits-of-clients.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const zone = "Europe/London";
const noon = (day: number, hours = 12) => Date.UTC(2027, 2, 1) + day * DAY + hours * HOUR;
const visit = (start: number, clientId: string | null, stands = true): ClientVisit => ({ start, clientId, stands });

test("who came before: known from earlier, or from a visit that stands before it", () => {
  const visits = [
    visit(noon(0), "ada"),
    visit(noon(0), "ada"),
    visit(noon(1), "ben", false),
    visit(noon(2), "ben"),
    visit(noon(3), "cleo", false),
    visit(noon(4), null),
    visit(noon(5), null),
  ];
  expect(returningAmong(visits, ["cleo"])).toEqual([false, true, false, false, true, false, false]);
});

test("who comes again within six weeks: later, standing, in local days, the end of the clocks' change included", () => {
  const after = [visit(noon(42, 23.5), "eve"), visit(noon(43, 22.5), "dan")];
  const visits = [
    visit(noon(0), "ada"),
    visit(noon(0), "ada"),
    visit(noon(0), "dan"),
    // 23:30 on day 42 in London is 22:30 by UTC, as the clocks have changed: day 43 begins at 23:00.
    visit(noon(0), "eve"),
    visit(noon(1), "ada", false),
    visit(noon(2), "ben"),
    visit(noon(3), "ben", false),
    visit(noon(4), null),
    visit(noon(5), null),
  ];
  const followed = followedAmong(visits, { after, zone });
  expect(followed).toEqual([false, false, false, false, false, false, false, false, false]);
  const sooner = [visit(noon(42, 22.5), "eve"), visit(noon(42, 22.9), "ada")];
  expect(followedAmong(visits, { after: sooner, zone })).toEqual([
    ...[true, true, false, true, true],
    ...[false, false, false, false],
  ]);
});
