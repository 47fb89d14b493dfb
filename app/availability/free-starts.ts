import { type Block, holds, type Interval, indexEndingAfter, merge, overlaps } from "#app/availability/interval.ts";
import {
  closureNotes,
  type DayException,
  type Stretch,
  stretchesOf,
  type WeeklyRange,
} from "#app/availability/opening-hours.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";

const MINUTE_MS = 60_000;

/** A therapist's hours, and their blocks: those of appointments with buffers. */
export type TherapistTime = {
  id: string;
  weekly: readonly WeeklyRange[];
  exceptions: readonly DayException[];
  busy: readonly Block[];
};

/**
 * `from` and `to` are inclusive local dates, `now` is epoch ms, and `length`, the buffers, `slotInterval` and `notice`
 * are minutes. With several therapists, a start needs any one of them.
 */
export type Question = {
  from: string;
  to: string;
  now: number;
  length: number;
  bufferBefore: number;
  bufferAfter: number;
  slotInterval: number;
  notice: number;
  horizonDays: number;
  zone: string;
  therapists: readonly TherapistTime[];
};

/** A start in epoch ms, and the therapists free for it, in the question's order. */
export type FreeSlot = { start: number; therapists: string[] };

/**
 * `outside`: before today or past the horizon; `closed`: nobody works; `full`: somebody works, but no start is free;
 * `over`: today, too late for any start even if nobody had booked.
 */
export type FreeDay = {
  date: string;
  state: "open" | "full" | "over" | "closed" | "outside";
  /** Set when a closure closes the day, with its note for visitors; null when the weekly hours do. */
  closure: { note: string | null } | null;
  slots: FreeSlot[];
};

/** The free starts of each local date, in order, by the rules of the room's README. */
export function freeStarts(question: Question): FreeDay[] {
  const { from, to, now, horizonDays, zone } = question;
  const today = localDateOf(now, zone);
  const lastDay = addDays(today, horizonDays);
  const busyOf = new Map(question.therapists.map((therapist) => [therapist, merge(therapist.busy)]));
  const days: FreeDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    const outside = date < today || date > lastDay;
    days.push(outside ? { date, state: "outside", closure: null, slots: [] } : freeDay(question, { date, busyOf }));
  }
  return days;
}

type Search = { date: string; busyOf: ReadonlyMap<TherapistTime, readonly Interval[]> };

function freeDay(question: Question, { date, busyOf }: Search): FreeDay {
  const therapistsAt = new Map<number, string[]>();
  let works = false;
  for (const therapist of question.therapists) {
    for (const stretch of stretchesOf(therapist, date, question.zone)) {
      works = true;
      for (const start of startsIn(stretch, busyOf.get(therapist) ?? [], question)) {
        const others = therapistsAt.get(start);
        if (others) others.push(therapist.id);
        else therapistsAt.set(start, [therapist.id]);
      }
    }
  }
  if (!works) return { date, state: "closed", closure: closureOn(question, date), slots: [] };
  const slots = Array.from(therapistsAt, ([start, therapists]) => ({ start, therapists }));
  slots.sort((a, b) => a.start - b.start);
  const state = slots.length > 0 ? "open" : isOver(question, date) ? "over" : "full";
  return { date, state, closure: null, slots };
}

function isOver(question: Question, date: string): boolean {
  if (date !== localDateOf(question.now, question.zone)) return false;
  return question.therapists.every((therapist) =>
    stretchesOf(therapist, date, question.zone).every((stretch) => startsIn(stretch, [], question).length === 0),
  );
}

/** Walks the grid and the sorted busy blocks in parallel, and jumps from a busy block to the next start after it. */
function startsIn(stretch: Stretch, busy: readonly Interval[], question: Question): number[] {
  const before = question.bufferBefore * MINUTE_MS;
  const after = (question.length + question.bufferAfter) * MINUTE_MS;
  const step = question.slotInterval * MINUTE_MS;
  const last = stretch.end - question.length * MINUTE_MS;
  const earliest = Math.max(stretch.start, question.now + question.notice * MINUTE_MS);
  const starts: number[] = [];
  let start = onGrid(earliest, stretch.gridStart, step);
  let index = indexEndingAfter(busy, start - before);
  while (start <= last) {
    const block = busy[index];
    if (!block || block.start >= start + after) {
      starts.push(start);
      start += step;
    } else if (block.end <= start - before) {
      index += 1;
    } else {
      start = onGrid(block.end + before, stretch.gridStart, step);
    }
  }
  return starts;
}

/** The first grid instant at or after `earliest`. */
function onGrid(earliest: number, gridStart: number, step: number): number {
  return gridStart + Math.ceil((earliest - gridStart) / step) * step;
}

/** What the closures of a closed day say; null when nobody would have worked anyway and none has a note. */
function closureOn({ therapists, zone }: Question, date: string): FreeDay["closure"] {
  const note = noteFor(therapists, date);
  const wouldWork = therapists.some(({ weekly, exceptions }) => {
    const openings = exceptions.filter(({ kind }) => kind === "opening");
    return stretchesOf({ weekly, exceptions: openings }, date, zone).length > 0;
  });
  return note !== null || wouldWork ? { note } : null;
}

/** The note shared by most therapists: a closure of the whole practice before one therapist's. */
function noteFor(therapists: readonly TherapistTime[], date: string): string | null {
  const counts = new Map<string, number>();
  for (const therapist of therapists) {
    for (const note of closureNotes(therapist, date)) counts.set(note, (counts.get(note) ?? 0) + 1);
  }
  // Sorting is stable: of equal counts, the first one wins.
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/**
 * The `count` free slots nearest to the wanted start (epoch ms; of two equally near, the earlier), in order of time.
 */
export function nearestStarts(days: readonly FreeDay[], target: number, count: number): FreeSlot[] {
  return days
    .flatMap((day) => day.slots)
    .sort((a, b) => Math.abs(a.start - target) - Math.abs(b.start - target) || a.start - b.start)
    .slice(0, count)
    .sort((a, b) => a.start - b.start);
}

export type Refusal = "past" | "too-soon" | "too-far" | "closed" | "off-grid" | "taken";

/**
 * Why a start (epoch ms) can't be booked with this therapist, or with any of them (null): the first reason that
 * applies, in the type's order. Null when it can be booked.
 */
export function refusalOf(question: Question, start: number, therapistId: string | null): Refusal | null {
  const { now, notice, horizonDays, zone } = question;
  if (start < now) return "past";
  if (start < now + notice * MINUTE_MS) return "too-soon";
  const date = localDateOf(start, zone);
  if (date > addDays(localDateOf(now, zone), horizonDays)) return "too-far";

  const slot = { start, end: start + question.length * MINUTE_MS };
  const holding = question.therapists
    .filter((therapist) => therapistId === null || therapist.id === therapistId)
    .map((therapist) => ({
      therapist,
      stretch: stretchesOf(therapist, date, zone).find((stretch) => holds(stretch, slot)),
    }))
    .filter((pair): pair is { therapist: TherapistTime; stretch: Stretch } => pair.stretch !== undefined);
  if (holding.length === 0) return "closed";
  const step = question.slotInterval * MINUTE_MS;
  const standing = holding.filter(({ stretch }) => (start - stretch.gridStart) % step === 0);
  if (standing.length === 0) return "off-grid";
  const block = {
    start: slot.start - question.bufferBefore * MINUTE_MS,
    end: slot.end + question.bufferAfter * MINUTE_MS,
  };
  const free = standing.some(({ therapist }) => !therapist.busy.some((busy) => overlaps(busy, block)));
  return free ? null : "taken";
}
