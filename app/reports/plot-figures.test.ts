import { expect, test } from "vitest";
import { instantOf } from "#app/platform/date-time.ts";
import { type Fact, heatOf, leadTimesOf, missedOf, mixOf, rateInWords, weeksOf } from "#app/reports/plot-figures.ts";

const zone = "Europe/London";
const at = (date: string, minute: number) => instantOf(date, minute, zone);
// Wednesday noon.
const now = at("2027-05-05", 720);

function fact(date: string, minute: number, parts: Partial<Fact> = {}): Fact {
  const start = at(date, minute);
  const offer = { minutes: 60, pricePence: 5800, service: "Deep Tissue Massage" };
  return { start, ...offer, status: "Confirmed", attendance: "expected", createdAt: start - 86_400_000, ...parts };
}

test("a week counts each appointment once, by what became of it, and its money where there is any", () => {
  const facts = [
    fact("2027-05-03", 600, { attendance: "finished" }),
    fact("2027-05-03", 700),
    fact("2027-05-04", 600, { attendance: "missed" }),
    fact("2027-05-05", 600, { status: "Cancelled" }),
    fact("2027-05-09", 1410, { status: "Pending" }),
    fact("2027-05-10", 0),
  ];
  const [first, second, ...others] = weeksOf(facts, { from: "2027-05-05", to: "2027-05-10", zone, now });
  expect(first).toEqual({
    monday: "2027-05-03",
    came: 1,
    ahead: 1,
    missed: 1,
    cancelled: 1,
    unrecorded: 1,
    takenPence: 5800,
    aheadPence: 5800,
  });
  expect(second).toMatchObject({ monday: "2027-05-10", ahead: 1 });
  expect(others).toEqual([]);
});

test("a rate of few is said in counts alone", () => {
  expect(rateInWords({ missed: 2, expected: 41 })).toBe("2 of 41");
  expect(rateInWords({ missed: 5, expected: 100 })).toBe("5 of 100, that is 5.0%");
  const weeks = weeksOf([fact("2027-05-03", 600, { attendance: "arrived" }), fact("2027-05-03", 700)], {
    from: "2027-05-03",
    to: "2027-05-03",
    zone,
    now,
  });
  expect(missedOf(weeks)).toEqual({ missed: 0, expected: 1 });
});

test("how full an hour is: booked of worked minutes, without what closures take", () => {
  const weekly = [{ weekday: 2, fromMinute: 540, toMinute: 690 }];
  const day = { firstDay: "2027-05-04", lastDay: "2027-05-04", publicNote: null };
  const closure = { kind: "closure" as const, ...day, fromMinute: 600, toMinute: 630 };
  const cells = heatOf([fact("2027-05-04", 570), fact("2027-05-04", 540, { status: "Cancelled" })], {
    hours: [{ weekly, exceptions: [closure] }],
    from: "2027-05-03",
    to: "2027-05-09",
    zone,
  });
  const tuesday = cells.filter((cell) => cell.weekday === 2);
  expect(tuesday).toEqual([
    { weekday: 2, hour: 9, bookable: 60, booked: 30, share: 0.5 },
    { weekday: 2, hour: 10, bookable: 30, booked: 30, share: 1 },
    { weekday: 2, hour: 11, bookable: 30, booked: 0, share: 0 },
  ]);
  expect(cells.filter((cell) => cell.weekday === 1).map((cell) => cell.share)).toEqual([null, null, null]);
});

test("nobody works: no cells", () => {
  expect(heatOf([], { hours: [], from: "2027-05-03", to: "2027-05-09", zone })).toEqual([]);
});

test("services of those who came, the most frequent first", () => {
  const foot = { service: "Sport Foot Massage", minutes: 30, pricePence: 3200 };
  const came = { attendance: "finished" } as const;
  const given = [fact("2027-05-03", 700, came), fact("2027-05-04", 600, came)];
  const facts = [fact("2027-05-03", 600, { ...foot, ...came }), ...given, fact("2027-05-04", 700, foot)];
  const missed = fact("2027-05-04", 800, { ...foot, attendance: "missed" });
  expect(mixOf([...facts, missed], { now })).toEqual([
    { service: "Deep Tissue Massage", count: 2, minutes: 120, pence: 11600 },
    { service: "Sport Foot Massage", count: 1, minutes: 30, pence: 3200 },
  ]);
});

test("lead times are local days, over the change of the clocks as well", () => {
  const facts = [
    fact("2027-03-28", 600, { createdAt: at("2027-03-27", 1439) }),
    fact("2027-03-28", 600, { createdAt: at("2027-03-28", 30) }),
    fact("2027-03-28", 600, { createdAt: at("2027-03-13", 600) }),
  ];
  expect(leadTimesOf(facts, { zone }).map(({ count }) => count)).toEqual([1, 1, 0, 0, 1]);
});
