import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, daysBetween } from "#app/platform/date-time.ts";
import {
  countedPart,
  LONGEST_DAYS,
  nextPeriod,
  PERIOD_KINDS,
  type PeriodKind,
  periodAround,
  periodChoices,
  periodFrom,
  periodInWords,
  previousPeriod,
  sameDays,
  yearBefore,
} from "#app/reports/period.ts";

const anyDay = fc.integer({ min: 0, max: 9000 }).map((days) => addDays("2012-01-01", days));
const anyKind = fc.constantFrom(...PERIOD_KINDS.filter((kind) => kind !== "dates"));

test.each([
  ["month", "2028-02-29", "2028-02-01", "2028-02-29", "February 2028"],
  ["quarter", "2026-11-22", "2026-10-01", "2026-12-31", "October to December 2026"],
  ["tax-quarter", "2026-10-05", "2026-07-06", "2026-10-05", "6 July 2026 to 5 October 2026"],
  ["tax-quarter", "2026-10-06", "2026-10-06", "2027-01-05", "6 October 2026 to 5 January 2027"],
  ["tax-quarter", "2027-01-06", "2027-01-06", "2027-04-05", "6 January 2027 to 5 April 2027"],
  ["tax-quarter", "2027-04-06", "2027-04-06", "2027-07-05", "6 April 2027 to 5 July 2027"],
  ["dates", "2027-04-06", "2027-04-06", "2027-04-06", "6 April 2027"],
] as const)("the %s of %s", (kind, date, from, to, words) => {
  const period = periodAround(kind, date);
  expect(period).toEqual({ kind, from, to });
  expect(periodInWords(period)).toBe(words);
});

test("a day lies in exactly one period of a kind, and its neighbours touch it", () => {
  fc.assert(
    fc.property(anyKind, anyDay, (kind, day) => {
      const period = periodAround(kind, day);
      expect(period.from <= day && day <= period.to).toBe(true);
      expect(periodAround(kind, period.from)).toEqual(period);
      expect(periodAround(kind, period.to)).toEqual(period);
      expect(previousPeriod(period).to).toBe(addDays(period.from, -1));
      expect(nextPeriod(period).from).toBe(addDays(period.to, 1));
      expect(previousPeriod(nextPeriod(period))).toEqual(period);
      expect(yearBefore(period).from).toBe(`${Number(period.from.slice(0, 4)) - 1}${period.from.slice(4)}`);
    }),
  );
});

test("free dates are compared with as many days before, and with the same dates a year before", () => {
  fc.assert(
    fc.property(anyDay, fc.nat(400), (from, days) => {
      const period = { kind: "dates" as const, from, to: addDays(from, days) };
      const before = previousPeriod(period);
      expect(daysBetween(before.from, before.to)).toBe(days);
      expect(addDays(before.to, 1)).toBe(from);
      expect(nextPeriod(before)).toEqual(period);
      expect(yearBefore(period).from.slice(5)).toBe(from.slice(5).replace("02-29", "02-28"));
    }),
  );
});

test("a period that runs is counted up to today, and compared by as many days", () => {
  const period = periodAround("month", "2027-03-31");
  const counted = countedPart(period, "2027-03-30");
  expect(counted.to).toBe("2027-03-30");
  expect(sameDays(yearBefore(period), { period, counted }).to).toBe("2026-03-30");
  // February is over before its thirtieth day.
  expect(sameDays(previousPeriod(period), { period, counted }).to).toBe("2027-02-28");
  for (const today of ["2027-02-28", "2027-03-31", "2027-06-01"]) expect(countedPart(period, today)).toEqual(period);
});

test.each([
  ["", "2027-05-01", "2027-05-31"],
  ["period=nonsense&from=2027-02-31", "2027-05-01", "2027-05-31"],
  ["period=month&from=2026-02-11", "2026-02-01", "2026-02-28"],
  ["period=dates&from=2027-03-09&to=2027-03-02", "2027-03-02", "2027-03-09"],
  ["period=dates&from=2020-01-01&to=2099-01-01", "2020-01-01", addDays("2020-01-01", LONGEST_DAYS - 1)],
  ["period=dates", "2027-05-04", "2027-05-04"],
])("the address ?%s asks for", (query, from, to) => {
  expect(periodFrom(new URLSearchParams(query), "2027-05-04")).toMatchObject({ from, to });
});

test("the choices hold the chosen one, however long ago, once", () => {
  fc.assert(
    fc.property(anyKind, anyDay, anyDay, (kind, day, today) => {
      const chosen = periodAround(kind, day);
      const froms = periodChoices(chosen, today).map(({ from }) => from);
      expect(froms.filter((from) => from === chosen.from)).toHaveLength(1);
      expect(froms).toEqual([...froms].sort().reverse());
    }),
    { numRuns: 30 },
  );
});

test("VAT quarters end in the month that the practice has said, and a day is a period", () => {
  const around = (kind: PeriodKind, date: string) => {
    const { from, to } = periodAround(kind, date);
    return `${from} ${to}`;
  };
  expect(around("vat-01", "2026-11-24")).toBe("2026-11-01 2027-01-31");
  expect(around("vat-01", "2027-01-31")).toBe("2026-11-01 2027-01-31");
  expect(around("vat-02", "2026-11-24")).toBe("2026-09-01 2026-11-30");
  expect(around("vat-03", "2026-11-24")).toBe("2026-10-01 2026-12-31");
  expect(periodInWords(periodAround("vat-01", "2026-11-24"))).toBe("November 2026 to January 2027");
  expect(periodInWords(periodAround("day", "2026-11-24"))).toBe("24 November 2026");
  expect(previousPeriod(periodAround("day", "2026-11-01")).from).toBe("2026-10-31");
  expect(periodFrom(new URLSearchParams("period=day&from=2026-11-01"), "2026-11-24").kind).toBe("month");
  expect(periodFrom(new URLSearchParams("period=day&from=2026-11-01"), "2026-11-24", ["day"]).kind).toBe("day");
});
