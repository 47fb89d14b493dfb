import { expect, test } from "vitest";
import { gapsOf } from "#app/diary/gaps.ts";
import { instantOf } from "#app/platform/zoned-time.ts";

const date = "2027-05-04";
const zone = "Europe/London";
const at = (minute: number) => instantOf(date, minute, zone);
const weekly = [{ weekday: 2, fromMinute: 540, toMinute: 1020 }];

test("what is free from now on, where it is long enough to be worth filling", () => {
  const busy = [
    { start: at(570), end: at(660) },
    { start: at(685), end: at(900) },
  ];
  const gaps = gapsOf([{ id: "tom", weekly, exceptions: [], busy }], { date, zone, now: at(600), least: 30 });
  expect(gaps).toEqual([{ therapistId: "tom", start: at(900), end: at(1020) }]);
});

test("whoever is closed that day has none", () => {
  const closure = { kind: "closure" as const, firstDay: date, lastDay: date, fromMinute: null, toMinute: null };
  const therapist = { id: "tom", weekly, exceptions: [{ ...closure, publicNote: null }], busy: [] };
  expect(gapsOf([therapist], { date, zone, now: at(0), least: 30 })).toEqual([]);
});
