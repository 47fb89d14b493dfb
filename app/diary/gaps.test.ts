import { expect, test } from "vitest";
import type { Service } from "#app/catalogue/service.ts";
import { fittingServices, gapsOf } from "#app/diary/gaps.ts";
import { instantOf } from "#app/platform/date-time.ts";
import { bookingRules } from "#app/settings/schemas/booking-rules.ts";

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

const wednesday = "2027-05-05";
const onWednesday = (minute: number) => instantOf(wednesday, minute, "Europe/London");
const rules = { ...bookingRules.parse({}), notice: 0 };
const wednesdays = [{ weekday: 3, fromMinute: 540, toMinute: 1020 }];
const gap = { start: onWednesday(600), end: onWednesday(645) };
const busy = [
  { start: onWednesday(540), end: gap.start },
  { start: gap.end, end: onWednesday(1020) },
];
const gapTherapist = { id: "tom", weekly: wednesdays, exceptions: [], busy };

function service(slug: string, minutes: number[], parts: Partial<Service> = {}): Service {
  const lengths = minutes.map((each) => ({ minutes: each, pricePence: 1, label: null }));
  const words = { slug, title: slug, category: "", summary: "", words: {} as Service["words"] };
  const rest = { bufferBefore: 0, bufferAfter: 0, booking: "online", place: "grid", picture: null } as const;
  return { id: slug, ...words, ...rest, lengths, therapistIds: ["tom"], ...parts } as Service;
}

const fitting = (...services: Service[]) =>
  fittingServices(services, { therapist: gapTherapist, gap, date: wednesday, now: onWednesday(480), rules }).map(
    ({ slug, lengths }) => `${slug} ${lengths.map(({ minutes }) => minutes)}`,
  );

test("in 45 minutes there is room for 45 and less, never for an hour", () => {
  expect(fitting(service("deep", [30, 45, 60, 90]), service("long", [60]))).toEqual(["deep 30,45"]);
});

test("the buffers are part of it, where somebody else comes before or after", () => {
  const buffered = { bufferBefore: 5, bufferAfter: 10 };
  expect(fitting(service("deep", [30, 45], buffered), service("short", [35], buffered))).toEqual(["deep 30"]);
});

test("what the therapist does not give, or nobody can book, is not offered", () => {
  expect(
    fitting(service("other", [30], { therapistIds: ["ana"] }), service("asked", [30], { booking: "enquiry" })),
  ).toEqual([]);
});
