import { practiceRules } from "#app/appointments/booking/free-times/assign-therapist.ts";
import { freeStarts, nearestStarts, type Question } from "#app/availability/free-starts.ts";
import type { Interval } from "#app/availability/interval.ts";
import { checkTime, type Warning } from "#app/diary/booking/check-time.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";

const MINUTE_MS = 60_000;
const NEAR_DAYS = 3;
const NEAR_TIMES = 3;

export type Place = { start: number; therapistId: string };

/** `place` null: taken, or no therapist is left; otherwise it can be booked, after its warnings are confirmed. */
export type Occurrence = { start: number; place: Place | null; warnings: Warning[]; near: Place[] };

/** How many days before the first start and after the last one the question has to cover. */
export const DAYS_AROUND = NEAR_DAYS;

type Input = { starts: readonly number[]; therapistIds: readonly string[] };

/**
 * What the practice finds at each start with one of `therapistIds`: whoever can give most of them comes first. Those
 * that are not free have near times: the same start with a colleague, then the nearest with those who were asked for,
 * away from the other starts.
 */
export function checkSeries(question: Question, { starts, therapistIds }: Input): Occurrence[] {
  const order = byMostFree(question, { starts, therapistIds });
  const looked = starts.map((start) => ({ start, ...placeAmong(question, start, order) }));
  const own = looked.flatMap(({ place }) => (place ? [place] : []));
  const rest = withTaken(question, own);
  return looked.map((one) => ({ ...one, near: isFree(one) ? [] : nearOf(rest, one.start, order) }));
}

export function isFree({ place, warnings }: Pick<Occurrence, "place" | "warnings">): boolean {
  return place !== null && warnings.length === 0;
}

/** What one therapist's own day says about a start. */
export function checkPlace(question: Question, { start, therapistId }: Place) {
  const date = localDateOf(start, question.zone);
  const therapists = question.therapists.filter(({ id }) => id === therapistId);
  return checkTime({ ...question, from: date, to: date, therapists }, start);
}

/** The same question once these places are booked. */
export function withTaken(question: Question, places: readonly Place[]): Question {
  return {
    ...question,
    therapists: question.therapists.map((therapist) => ({
      ...therapist,
      busy: [
        ...therapist.busy,
        ...places
          .filter(({ therapistId }) => therapistId === therapist.id)
          .map(({ start }) => blockOf(question, start)),
      ],
    })),
  };
}

function blockOf({ length, bufferBefore, bufferAfter }: Question, start: number): Interval {
  return { start: start - bufferBefore * MINUTE_MS, end: start + (length + bufferAfter) * MINUTE_MS };
}

function byMostFree(question: Question, { starts, therapistIds }: Input): string[] {
  const freeOf = (therapistId: string) =>
    starts.filter((start) => {
      const look = checkPlace(question, { start, therapistId });
      return look.kind === "free" && look.warnings.length === 0;
    }).length;
  const free = new Map(therapistIds.map((id) => [id, freeOf(id)]));
  return therapistIds.toSorted((one, other) => (free.get(other) ?? 0) - (free.get(one) ?? 0));
}

function placeAmong(question: Question, start: number, therapistIds: readonly string[]) {
  const possible = therapistIds.flatMap((therapistId) => {
    const look = checkPlace(question, { start, therapistId });
    return look.kind === "free" ? [{ place: { start, therapistId }, warnings: look.warnings }] : [];
  });
  return possible.find(isFree) ?? possible[0] ?? { place: null, warnings: [] };
}

function nearOf(question: Question, start: number, order: readonly string[]): Place[] {
  const colleagues = question.therapists
    .map(({ id }) => ({ start, therapistId: id }))
    .filter((place) => !order.includes(place.therapistId) && isFreeAt(question, place));
  const date = localDateOf(start, question.zone);
  const around = { from: addDays(date, -NEAR_DAYS), to: addDays(date, NEAR_DAYS) };
  const therapists = question.therapists.filter(({ id }) => order.includes(id));
  const days = freeStarts({ ...question, ...practiceRules(question), ...around, therapists });
  const near = nearestStarts(days, start, NEAR_TIMES).map((slot) => ({
    start: slot.start,
    therapistId: order.find((id) => slot.therapists.includes(id)) ?? "",
  }));
  return [...colleagues, ...near];
}

function isFreeAt(question: Question, place: Place): boolean {
  const look = checkPlace(question, place);
  return look.kind === "free" && look.warnings.length === 0;
}

/** Why none of the chosen places is taken: `index` in order of time. */
export type Fault =
  | { kind: "changed"; start: number }
  /** It lies over another one that was chosen. */
  | { kind: "overlaps"; start: number };

/**
 * Whether each place can be had together with those before it. `despite`: its warnings were seen; one that has arisen
 * since is shown first.
 */
export function findFault(question: Question, chosen: readonly (Place & { despite: boolean })[]): Fault | null {
  for (const [index, place] of chosen.entries()) {
    const look = checkPlace(question, place);
    if (look.kind !== "free") return { kind: "changed", start: place.start };
    if (look.warnings.length > 0 && !place.despite) return { kind: "changed", start: place.start };
    const together = checkPlace(withTaken(question, chosen.slice(0, index)), place);
    if (together.kind !== "free") return { kind: "overlaps", start: place.start };
  }
  return null;
}
