import { expect, test } from "vitest";
import { everyStart, practiceStarts } from "#app/availability/practice-starts.ts";
import { localTimeOf } from "#app/platform/date-time.ts";
import { busy, question, therapist } from "#tests/support/availability/questions.ts";

const timesOf = (request: Parameters<typeof practiceStarts>[0]) =>
  practiceStarts(request).map((start) => localTimeOf(start, request.zone));

test("the grid, and both ends of each free stretch", () => {
  const therapists = [therapist({ busy: [busy("09:00", "09:35"), busy("10:40", "10:50")] })];
  expect(timesOf(question({ therapists }))).toEqual(["09:35", "09:40", "10:50", "11:00"]);
});

test("a stretch that holds exactly one is offered, one that is five minutes short is not", () => {
  const free = (until: string) => [therapist({ busy: [busy("09:00", "10:35"), busy(until, "12:00")] })];
  expect(timesOf(question({ therapists: free("11:35") }))).toEqual(["10:35"]);
  expect(timesOf(question({ therapists: free("11:30") }))).toEqual([]);
  expect(timesOf(question({ therapists: free("11:35"), bufferAfter: 5 }))).toEqual([]);
});

test("each therapist's own ends are offered, each time once", () => {
  const ana = therapist({ id: "ana", busy: [busy("09:00", "10:35")] });
  const zoe = therapist({ id: "zoe", busy: [busy("09:00", "10:50")] });
  expect(timesOf(question({ therapists: [ana, zoe] }))).toEqual(["10:35", "10:50", "11:00"]);
});

test("every start is every whole five minutes of a free stretch", () => {
  const therapists = [therapist({ busy: [busy("09:00", "10:35"), busy("11:45", "12:00")] })];
  const times = everyStart(question({ therapists })).map((start) => localTimeOf(start, "Europe/London"));
  expect(times).toEqual(["10:35", "10:40", "10:45"]);
});
