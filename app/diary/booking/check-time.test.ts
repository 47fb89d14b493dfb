import { expect, test } from "vitest";
import type { TherapistTime } from "#app/availability/free-starts.ts";
import { checkTime, warningSentence } from "#app/diary/booking/check-time.ts";
import { instantOf } from "#app/platform/date-time.ts";

const zone = "Europe/London";
const DAY = "2027-05-05";
const at = (minute: number, date = DAY) => instantOf(date, minute, zone);
const weekly = [{ weekday: 3, fromMinute: 540, toMinute: 1020 }];
const tom = { id: "tom", weekly, exceptions: [], busy: [] };
const priya = { id: "priya", weekly: [], exceptions: [], busy: [] };

function question(therapists: TherapistTime[] = [tom], now = at(480)) {
  const length = { length: 60, bufferBefore: 0, bufferAfter: 15 };
  return { from: DAY, to: DAY, now, ...length, slotInterval: 15, notice: 120, horizonDays: 90, zone, therapists };
}

test("any whole five minutes within hours is free, off the public grid too", () => {
  expect(checkTime(question(), at(605))).toEqual({ kind: "free", therapistId: "tom", warnings: [] });
  expect(checkTime(question(), at(602))).toEqual({ kind: "off-grid" });
});

test("each thing that is unusual is named, both at once", () => {
  const look = (start: number, now = at(480)) => checkTime(question([tom], now), start);
  expect(look(at(540))).toMatchObject({ warnings: [] });
  expect(look(at(1260))).toMatchObject({ warnings: ["closed"] });
  expect(look(at(540), at(1200))).toMatchObject({ warnings: ["past"] });
  expect(look(at(300), at(480))).toMatchObject({ warnings: ["past", "closed"] });
});

test("somebody else's time is taken, with its buffers", () => {
  const busy = [{ start: at(660), end: at(735) }];
  const look = (start: number) => checkTime(question([{ ...tom, busy }]), start).kind;
  expect([look(at(585)), look(at(590)), look(at(735))]).toEqual(["free", "taken", "free"]);
});

test("a busy calendar elsewhere is a warning, and one that can't be read is none", () => {
  const elsewhere = (kind: "busy" | "unknown") => [{ start: at(660), end: at(720), elsewhere: kind }];
  const look = (start: number, therapists: TherapistTime[]) => checkTime(question(therapists), start);
  const away = { ...tom, busy: elsewhere("busy") };
  expect(look(at(660), [away])).toEqual({ kind: "free", therapistId: "tom", warnings: ["busy"] });
  expect(look(at(600), [away])).toMatchObject({ warnings: ["busy"] });
  expect(look(at(585), [away])).toMatchObject({ warnings: [] });
  expect(look(at(660), [{ ...tom, busy: elsewhere("unknown") }])).toMatchObject({ warnings: [] });
  expect(look(at(660), [away, { ...tom, id: "ann" }])).toMatchObject({ therapistId: "ann", warnings: [] });
  const booked = { ...away, busy: [...away.busy, { start: at(675), end: at(690) }] };
  expect(look(at(660), [booked])).toEqual({ kind: "taken" });
});

test("whoever works then comes before who is merely free", () => {
  expect(checkTime(question([priya, tom]), at(660))).toEqual({ kind: "free", therapistId: "tom", warnings: [] });
  expect(checkTime(question([priya, tom]), at(1260))).toMatchObject({ therapistId: "priya", warnings: ["closed"] });
});

test("the notice and the horizon are the visitors' rules, not the practice's", () => {
  const far = { ...question(), horizonDays: 0, now: at(480, "2027-03-01") };
  expect(checkTime(far, at(600))).toMatchObject({ kind: "free", warnings: [] });
});

test("the warnings are sentences", () => {
  expect(warningSentence("past")).toBe("That time has passed.");
  expect(warningSentence("busy")).toBe("The therapist’s own calendar is busy then.");
});
