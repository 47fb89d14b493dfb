import { expect, test } from "vitest";
import type { Service } from "#app/catalogue/service.ts";
import { fittingServices } from "#app/diary/fitting.ts";
import { instantOf } from "#app/platform/zoned-time.ts";
import { bookingRules } from "#app/settings/booking-rules.ts";

const date = "2027-05-05";
const at = (minute: number) => instantOf(date, minute, "Europe/London");
const rules = { ...bookingRules.parse({}), notice: 0 };
const weekly = [{ weekday: 3, fromMinute: 540, toMinute: 1020 }];
const gap = { start: at(600), end: at(645) };
const busy = [
  { start: at(540), end: gap.start },
  { start: gap.end, end: at(1020) },
];
const therapist = { id: "tom", weekly, exceptions: [], busy };

function service(slug: string, minutes: number[], parts: Partial<Service> = {}): Service {
  const lengths = minutes.map((each) => ({ minutes: each, pricePence: 1, label: null }));
  const words = { slug, title: slug, category: "", summary: "", words: {} as Service["words"] };
  const rest = { bufferBefore: 0, bufferAfter: 0, booking: "online", place: "grid", picture: null } as const;
  return { id: slug, ...words, ...rest, lengths, therapistIds: ["tom"], ...parts } as Service;
}

const fitting = (...services: Service[]) =>
  fittingServices(services, { therapist, gap, date, now: at(480), rules }).map(
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
