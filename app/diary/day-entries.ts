import { extraMinutesOf, type StatusView } from "#app/appointments/appointment.ts";
import { type Attendance, attendedTag } from "#app/appointments/attendance.ts";
import { type DayAxis, type Piece, pieceOn } from "#app/diary/day-axis.ts";
import type { DiaryAppointment, TakenTime } from "#app/diary/diary-appointment.ts";
import { offInWords } from "#app/diary/lists/row-view.ts";
import { localTimeOf } from "#app/platform/date-time.ts";
import { readablePhone } from "#app/platform/phone-number.ts";

/** Instants are epoch ms. `holdUntil`: how long an unconfirmed booking keeps its time, if it does. */
export type DayAppointment = DiaryAppointment & {
  phone: string | null;
  blockStart: number;
  blockEnd: number;
  holdUntil: number | null;
  isNewClient: boolean;
  /** Null: at the practice. */
  where: string | null;
  /** Its client, within scope, of whom an alert is kept. */
  alertOf?: string | null;
  isDouble?: boolean;
  isOff?: boolean;
};

export type DayTag = { words: string; look: "good" | "waiting" | "bad" | "news" | "plain" };

/** An appointment in its column. `before` and `after` are its buffers, `tails` the same as drawn. */
export type DayEntry = Piece &
  Lane & {
    id: string;
    time: string;
    name: string;
    service: string;
    minutes: number;
    /** What it takes longer than its treatment. */
    extra: number;
    phone: string | null;
    where: string | null;
    alertOf: string | null;
    status: StatusView;
    tag: DayTag | null;
    isPast: boolean;
    attendance: Attendance;
    /** Its therapist is off, so nobody can come. */
    isOff: boolean;
    sequence: number;
    before: number;
    after: number;
    tails: Piece[];
  };

/** A colleague's time in their column: nothing of it opens or moves. */
export type TakenEntry = Piece & Lane & { time: string; service: string; minutes: number; isPast: boolean };

const MINUTE_MS = 60_000;
// A shorter one is drawn as high as this, so that its line can be read and pressed.
const LEAST_DRAWN = 25;

/** In order of time; those that share time stand beside each other. */
export function entriesOf(axis: DayAxis, rows: readonly DayAppointment[], now: number): DayEntry[] {
  const placed = rows
    .flatMap((row) => {
      const piece = pieceOn(axis, row);
      return piece ? [{ row, piece }] : [];
    })
    .sort((a, b) => a.piece.at - b.piece.at);
  const lanes = lanesIn(placed);
  return placed.map(({ row, piece }, index) => ({
    ...piece,
    ...(lanes[index] ?? { lane: 0, lanes: 1 }),
    id: row.id,
    time: localTimeOf(row.start, axis.zone),
    name: row.name || "Unknown",
    service: row.serviceTitle,
    minutes: row.minutes,
    extra: extraMinutesOf(row),
    phone: row.phone && readablePhone(row.phone),
    where: row.where,
    alertOf: row.alertOf ?? null,
    status: row.status,
    tag: tagOf(row, { now, axis }),
    isPast: row.end <= now,
    attendance: row.attendance,
    isOff: row.isOff ?? false,
    sequence: row.sequence,
    before: (row.start - row.blockStart) / MINUTE_MS,
    after: (row.blockEnd - row.end) / MINUTE_MS,
    tails: [
      { start: row.blockStart, end: row.start },
      { start: row.end, end: row.blockEnd },
    ].flatMap((buffer) => pieceOn(axis, buffer) ?? []),
  }));
}

/** The same of a colleague's times. */
export function takenOf(axis: DayAxis, times: readonly TakenTime[], now: number): TakenEntry[] {
  const placed = times.flatMap((taken) => {
    const piece = pieceOn(axis, taken);
    return piece ? [{ taken, piece }] : [];
  });
  const lanes = lanesIn(placed);
  return placed.map(({ taken, piece }, index) => ({
    ...piece,
    ...(lanes[index] ?? { lane: 0, lanes: 1 }),
    time: localTimeOf(taken.start, axis.zone),
    service: taken.service,
    minutes: taken.minutes,
    isPast: taken.end <= now,
  }));
}

function lanesIn(placed: readonly { piece: Piece }[]): Lane[] {
  return lanesOf(placed.map(({ piece: { at, lasts } }) => ({ at, lasts: Math.max(LEAST_DRAWN, lasts) })));
}

function tagOf(row: DayAppointment, { now, axis }: { now: number; axis: DayAxis }): DayTag | null {
  if (row.holdUntil !== null && row.holdUntil > now) {
    return { words: `Held until ${localTimeOf(row.holdUntil, axis.zone)}`, look: "waiting" };
  }
  if (row.isOff) return { words: offInWords(row), look: "waiting" };
  if (row.isDouble && row.end > now) return { words: "Possible double", look: "waiting" };
  if (row.status === "Pending") return { words: "Pending", look: "waiting" };
  if (row.attendance === "missed") return { words: "Did not attend", look: "bad" };
  if (row.attendance === "arrived") return { words: "Arrived", look: "good" };
  if (row.attendance === "finished") return null;
  const attended = attendedTag(row, now);
  if (attended) return { words: attended, look: "plain" };
  return row.isNewClient ? { words: "New client", look: "news" } : null;
}

/** The lane of a piece among the lanes that its neighbours share. */
export type Lane = { lane: number; lanes: number };

/** Pieces that share time stand beside each other; the others have the whole width. In order of their beginnings. */
export function lanesOf(pieces: readonly Piece[]): Lane[] {
  const placed: Lane[] = [];
  let ends: number[] = [];
  let first = 0;
  for (const [index, { at, lasts }] of pieces.entries()) {
    if (ends.every((end) => end <= at)) {
      ends = [];
      first = index;
    }
    const free = ends.findIndex((end) => end <= at);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = at + lasts;
    placed[index] = { lane, lanes: ends.length };
    for (let each = first; each <= index; each++) placed[each] = { lane: placed[each]?.lane ?? 0, lanes: ends.length };
  }
  return placed;
}
