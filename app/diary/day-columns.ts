import type { BusyElsewhere } from "#app/availability/interval.ts";
import { type Hours, openRanges, type WallRange } from "#app/availability/opening-hours.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import { type DayAxis, dayAxis, hourMarks, type Piece, pieceOn, timeAt } from "#app/diary/day-axis.ts";
import { type DayAppointment, type DayEntry, entriesOf, type TakenEntry, takenOf } from "#app/diary/day-entries.ts";
import type { TakenTime } from "#app/diary/diary-appointment.ts";
import { gapsOf } from "#app/diary/gaps.ts";
import { intervalOf, type NamedClosure, type UnavailableTime, unavailableTimes } from "#app/diary/unavailable-time.ts";
import { dateInWords, localDateOf, localMinuteOf } from "#app/platform/date-time.ts";

/** A therapist as a column shows them. `slug` null: nothing is booked with them from here, only shown. */
export type Columnist = Pick<Therapist, "id" | "name" | "short" | "picture"> & { slug: string | null };

/** Free working time from now on; a press on it books. */
export type FreeGap = Piece & { time: string; until: string };

/** One therapist's date: what a column of the diary draws. Places are minutes from the top of the axis. */
export type DayColumn = {
  key: string;
  therapist: Columnist;
  axis: DayAxis;
  title: string;
  /** Such as `5 booked, 09:00 to 17:00`. */
  line: string;
  booked: number;
  /** Nobody works and nothing is booked, beside others who work: a strip is wide enough. */
  isStrip: boolean;
  isToday: boolean;
  working: Piece[];
  unavailable: UnavailableTime[];
  entries: DayEntry[];
  taken: TakenEntry[];
  gaps: FreeGap[];
};

export type DayDrawing = {
  columns: DayColumn[];
  marks: { at: number; label: string }[];
  minutes: number;
  /** What stands beside each other: one day of therapists, or the days of one. */
  beside: "therapists" | "days";
};

export type DayInput = {
  zone: string;
  now: number;
  dates: readonly string[];
  therapists: readonly Columnist[];
  working: ReadonlyMap<string, Hours>;
  closures: readonly NamedClosure[];
  /** When the therapists' own calendars are busy. */
  busy?: readonly BusyElsewhere[];
  appointments: readonly DayAppointment[];
  /** Of those whose appointments are not shown. */
  taken: readonly TakenTime[];
};

const SHORTEST_GAP = 15;
/** Gaps of at least this many minutes are worth filling. */
export const WORTH_FILLING = 30;

/** One date draws a column for each therapist, several draw a column for each date of the only therapist. */
export function dayDrawing(input: DayInput): DayDrawing {
  const isWall = input.dates.length > 1;
  const hours = hoursDrawn(input);
  const drawn = input.dates.flatMap((date) => {
    const axis = dayAxis(date, hours, { zone: input.zone, isWall });
    return input.therapists.map((therapist) => columnOf(input, { therapist, axis, isWall }));
  });
  const columns = isWall ? drawn : stripsLast(drawn);
  const minutes = Math.max(0, ...columns.map(({ axis }) => axis.minutes));
  const marks = columns[0] ? hourMarks(columns[0].axis) : [];
  return { columns, marks, minutes, beside: isWall ? "days" : "therapists" };
}

/** Whoever works stands first: on a phone the first column is the one in view. */
function stripsLast(columns: DayColumn[]): DayColumn[] {
  const isIdle = ({ working, entries, taken }: DayColumn) => working.length + entries.length + taken.length === 0;
  const idle = columns.filter(isIdle);
  if (idle.length === columns.length) return columns;
  return [...columns.filter((one) => !isIdle(one)), ...idle.map((one) => ({ ...one, isStrip: true }))];
}

type Place = { therapist: Columnist; axis: DayAxis; isWall: boolean };

function columnOf(input: DayInput, { therapist, axis, isWall }: Place): DayColumn {
  const { zone, now } = input;
  const { date } = axis;
  const hours = input.working.get(therapist.id) ?? { weekly: [], exceptions: [] };
  const open = openRanges(hours, date);
  const closures = input.closures.filter(
    ({ therapistId, firstDay, lastDay }) =>
      firstDay <= date && date <= lastDay && (therapistId === null || therapistId === therapist.id),
  );
  const busy = (input.busy ?? []).filter(({ therapistId }) => therapistId === therapist.id);
  const unavailable = unavailableTimes(axis, { open, closures, busy });
  const isOwn = (row: { therapistId: string; start: number }) =>
    row.therapistId === therapist.id && localDateOf(row.start, zone) === date;
  const own = input.appointments.filter(isOwn);
  const entries = entriesOf(axis, own, now);
  const taken = takenOf(axis, input.taken.filter(isOwn), now);
  return {
    key: isWall ? date : (therapist.slug ?? therapist.id),
    therapist,
    axis,
    title: isWall ? dateInWords(date, { weekday: "short", day: "numeric" }) : therapist.short,
    line: lineOf({ count: countOf(therapist, entries), open, unavailable, axis }),
    booked: entries.length,
    isStrip: false,
    isToday: localDateOf(now, zone) === date,
    working: open.flatMap((range) => pieceOn(axis, intervalOf(range, date, zone)) ?? []),
    unavailable: therapist.slug === null ? unavailable.map((piece) => ({ ...piece, removable: null })) : unavailable,
    entries,
    taken,
    gaps:
      therapist.slug === null
        ? []
        : gapsIn(axis, { id: therapist.id, ...hours, busy: [...own.map(blockOf), ...busy] }, now),
  };
}

type Timetable = Parameters<typeof gapsOf>[0][number];

function gapsIn(axis: DayAxis, therapist: Timetable, now: number): FreeGap[] {
  const gaps = gapsOf([therapist], { date: axis.date, zone: axis.zone, now: nextStep(now), least: SHORTEST_GAP });
  return gaps.flatMap((gap) => {
    const piece = pieceOn(axis, gap);
    return piece ? [{ ...piece, time: timeAt(axis, piece.at), until: timeAt(axis, piece.at + piece.lasts) }] : [];
  });
}

function nextStep(now: number): number {
  return Math.ceil(now / 300_000) * 300_000;
}

function blockOf({ blockStart, blockEnd }: DayAppointment) {
  return { start: blockStart, end: blockEnd };
}

const NONE_BOOKED = "No appointments";

/** Null: not to be told. */
function countOf({ slug }: Columnist, { length }: readonly DayEntry[]): string | null {
  if (length > 0) return `${length} booked`;
  return slug === null ? null : NONE_BOOKED;
}

type LineFacts = {
  count: string | null;
  open: readonly WallRange[];
  unavailable: readonly UnavailableTime[];
  axis: DayAxis;
};

function lineOf({ count: countLabel, open, unavailable, axis }: LineFacts): string {
  const first = open[0];
  const last = open.at(-1);
  const allDay = unavailable.find(({ at, lasts }) => at === 0 && lasts === axis.minutes);
  const count = countLabel === NONE_BOOKED ? null : countLabel;
  if (allDay) return [count, allDay.title].filter(Boolean).join(", ");
  if (!first || !last) return [count, count ? "not working" : "Not working"].filter(Boolean).join(", ");
  const hours = `${wall(first.fromMinute)}\u00a0to\u00a0${wall(last.toMinute)}`;
  return [countLabel, hours].filter(Boolean).join(", ");
}

function wall(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}

/** Whole hours: eight to six at least, an hour around what is open, and everything that is booked with its buffers. */
function hoursDrawn({ dates, therapists, working, appointments, taken, zone }: DayInput): WallRange {
  const open = dates.flatMap((date) =>
    therapists.flatMap(({ id }) => openRanges(working.get(id) ?? { weekly: [], exceptions: [] }, date)),
  );
  const from = [480, ...open.map(({ fromMinute }) => fromMinute - 60)];
  const to = [1080, ...open.map(({ toMinute }) => toMinute + 60)];
  const others = taken.map(({ start, end }) => ({ start, blockStart: start, blockEnd: end }));
  for (const { start, blockStart, blockEnd } of [...appointments, ...others]) {
    const date = localDateOf(start, zone);
    from.push(localDateOf(blockStart, zone) < date ? 0 : localMinuteOf(blockStart, zone));
    to.push(localDateOf(blockEnd, zone) > date ? 1440 : localMinuteOf(blockEnd, zone));
  }
  return {
    fromMinute: Math.max(0, Math.floor(Math.min(...from) / 60) * 60),
    toMinute: Math.min(1440, Math.ceil(Math.max(...to) / 60) * 60),
  };
}

/** `12 booked, 3 gaps worth filling`: the day at a glance. */
export function dayInWords({ columns }: DayDrawing): string {
  const booked = columns.reduce((sum, column) => sum + column.booked, 0);
  const gaps = columns.flatMap((column) => column.gaps).filter(({ lasts }) => lasts >= WORTH_FILLING).length;
  const count = booked > 0 ? `${booked} booked` : NONE_BOOKED;
  return gaps > 0 ? `${count}, ${gaps} ${gaps === 1 ? "gap" : "gaps"} worth filling` : count;
}
