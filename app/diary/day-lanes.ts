import { type Hours, openRanges, stretchesOf } from "#app/availability/opening-hours.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import { dayAxis, hourMarks, minuteAt, type Piece, pieceOn } from "#app/diary/day-axis.ts";
import type { Gap } from "#app/diary/gaps.ts";
import type { AppointmentListRow } from "#app/diary/lists/appointment-list.ts";
import { unavailableTimes } from "#app/diary/unavailable-time.ts";
import { localDateOf, localMinuteOf, localTimeOf } from "#app/platform/date-time.ts";
import { initialledName } from "#app/platform/person-name.ts";

type LaneState = "past" | "missed" | "now" | "pending" | "ahead";

type LaneEntry = Piece & { id: string; time: string; name: string; service: string; state: LaneState };

/** One therapist's day from left to right. `line`: what they do at this moment, in words. */
type Lane = {
  id: string;
  name: string;
  line: string;
  working: Piece[];
  breaks: Piece[];
  entries: LaneEntry[];
  gaps: LaneGap[];
};

/** Free time that something fits into. `key` is its line's in the rest of the day. */
type LaneGap = Piece & { key: string };

/** A day with a lane for each therapist. Places are minutes from the left edge. `nowAt` null: outside of what is drawn. */
export type DayLanes = {
  fromMinute: number;
  minutes: number;
  marks: { at: number; label: string }[];
  now: { at: number; time: string } | null;
  lanes: Lane[];
};

type LanesInput = {
  date: string;
  zone: string;
  now: number;
  therapists: readonly Pick<Therapist, "id" | "short">[];
  working: ReadonlyMap<string, Hours>;
  appointments: readonly AppointmentListRow[];
  gaps: readonly (Gap & { fits: boolean })[];
};

export function gapKey({ therapistId, start }: Gap): string {
  return `${therapistId} ${start}`;
}

export function dayLanes(input: LanesInput): DayLanes {
  const { date, zone, now, therapists, appointments } = input;
  const axis = dayAxis(date, hoursDrawn(input), { zone, isWall: false });
  const nowAt = Math.round(minuteAt(axis, now));
  const lanes = therapists.map(({ id, short }): Lane => {
    const hours = input.working.get(id) ?? { weekly: [], exceptions: [] };
    const own = appointments.filter(({ therapistId }) => therapistId === id);
    return {
      id,
      name: short,
      line: lineOf(own, stretchesOf(hours, date, zone), { now, zone }),
      working: stretchesOf(hours, date, zone).flatMap((stretch) => pieceOn(axis, stretch) ?? []),
      breaks: unavailableTimes(axis, { open: openRanges(hours, date), closures: [] }).map(({ at, lasts }) => ({
        at,
        lasts,
      })),
      entries: own.flatMap((row) => {
        const piece = pieceOn(axis, row);
        return piece ? [{ ...piece, ...entryOf(row, { now, zone }) }] : [];
      }),
      gaps: input.gaps.flatMap((gap) => {
        const piece = gap.therapistId === id && gap.fits ? pieceOn(axis, gap) : null;
        return piece ? [{ ...piece, key: gapKey(gap) }] : [];
      }),
    };
  });
  const isDrawn = nowAt >= 0 && nowAt <= axis.minutes;
  return {
    fromMinute: axis.fromMinute,
    minutes: axis.minutes,
    marks: hourMarks(axis),
    now: isDrawn ? { at: nowAt, time: localTimeOf(now, zone) } : null,
    lanes,
  };
}

function entryOf(row: AppointmentListRow, { now, zone }: { now: number; zone: string }): Omit<LaneEntry, keyof Piece> {
  const time = localTimeOf(row.start, zone);
  return {
    id: row.id,
    time,
    name: initialledName(row.name || "Unknown"),
    service: row.serviceTitle,
    state: stateOf(row, now),
  };
}

function stateOf(row: AppointmentListRow, now: number): LaneState {
  if (row.attendance === "missed") return "missed";
  if (row.end <= now) return "past";
  if (row.status === "Pending") return "pending";
  return row.start <= now ? "now" : "ahead";
}

/** `with Callum B. until 11:45`, `free until 13:00`, `from 12:00`, `done for today`, `not working today`. */
function lineOf(
  rows: readonly AppointmentListRow[],
  stretches: readonly { start: number; end: number }[],
  { now, zone }: { now: number; zone: string },
): string {
  const at = (instant: number) => localTimeOf(instant, zone);
  const here = rows.find(({ start, end, attendance }) => start <= now && now < end && attendance !== "missed");
  if (here) return `with ${initialledName(here.name || "Unknown")} until ${at(here.end)}`;
  const next = rows.find(({ start }) => start > now);
  const stretch = stretches.find(({ end }) => end > now);
  if (!stretch) {
    if (next) return `next at ${at(next.start)}`;
    return rows.length > 0 || stretches.length > 0 ? "done for today" : "not working today";
  }
  if (stretch.start > now) return `from ${at(next ? Math.min(next.start, stretch.start) : stretch.start)}`;
  return `free until ${at(next ? Math.min(next.start, stretch.end) : stretch.end)}`;
}

/** Whole hours around what is open and booked; nine to five while there is neither. */
function hoursDrawn({ date, zone, therapists, working, appointments }: LanesInput): {
  fromMinute: number;
  toMinute: number;
} {
  const open = therapists.flatMap(({ id }) => openRanges(working.get(id) ?? { weekly: [], exceptions: [] }, date));
  const from = open.map(({ fromMinute }) => fromMinute);
  const to = open.map(({ toMinute }) => toMinute);
  for (const { start, end } of appointments) {
    from.push(localMinuteOf(start, zone));
    to.push(localDateOf(end, zone) > date ? 1440 : localMinuteOf(end, zone));
  }
  if (from.length === 0) return { fromMinute: 9 * 60, toMinute: 17 * 60 };
  return { fromMinute: Math.floor(Math.min(...from) / 60) * 60, toMinute: Math.ceil(Math.max(...to) / 60) * 60 };
}
