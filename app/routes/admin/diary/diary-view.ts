import type { StatusView } from "#app/appointments/appointment.ts";
import { type Attendance, attendedTag } from "#app/appointments/attendance.ts";
import { overlaps, subtract } from "#app/availability/interval.ts";
import { openRanges } from "#app/availability/opening-hours.ts";
import { type DayAxis, type Piece, pieceOn, timeAt } from "#app/diary/day-axis.ts";
import type { DayDrawing, FreeGap } from "#app/diary/day-columns.ts";
import type { Diary } from "#app/diary/get-diary.server.ts";
import { offInWords } from "#app/diary/lists/row-view.ts";
import type { WorkingTime } from "#app/hours/working-time.db.server.ts";
import { addDays, dateInWords, instantOf, localDateOf, localMinuteOf, localTimeOf } from "#app/platform/date-time.ts";
import type { LiveOffer } from "#app/waiting-list/practice-list.server.ts";

/** Number of looks to tell therapists apart; after that they repeat. */
const LOOKS = 6;

/** Instants are epoch ms; `look` tells therapists apart. */
export type DiaryEntry = {
  id: string;
  day: string;
  time: string;
  start: number;
  end: number;
  name: string;
  service: string;
  therapist: string;
  therapistId: string | null;
  look: number;
  status: StatusView;
  attendance: Attendance;
  attendedTag: string | null;
  sequence: number;
  /** Where it begins in its day's wall time, and how long its treatment takes. */
  minute: number;
  minutes: number;
};

/** A row of the week: `offDays` are local dates without hours. Of a colleague only the taken times are shown. */
export type DiaryPerson = {
  id: string;
  slug: string;
  short: string;
  look: number;
  isColleague: boolean;
  offDays: string[];
};

/** Closed time on one local date. `removable`: one day of one therapist; others are changed under Hours. */
export type DiaryBlock = {
  id: string;
  day: string;
  start: number;
  end: number;
  title: string;
  /** Null: everybody's. */
  therapistId: string | null;
  removable: boolean;
};

/** A colleague's time, of which no more is told. */
export type DiaryTaken = Pick<
  DiaryEntry,
  "day" | "time" | "start" | "end" | "service" | "therapist" | "therapistId" | "look"
>;

/** What a month does not show of a full day. */
export type DiaryBeyond = { day: string; count: number };

export type DiaryDay = {
  date: string;
  title: string;
  entries: DiaryEntry[];
  taken: DiaryTaken[];
  blocks: DiaryBlock[];
  beyond: number;
};

export function diaryView(diary: Diary) {
  const { appointments, closures, therapists, colleagues, zone, now, place, mayReopen } = diary;
  const everybody = [...therapists, ...colleagues];
  const lookOf = new Map(everybody.map(({ id }, index) => [id, index % LOOKS]));
  const entries = appointments.map(
    (row): DiaryEntry => ({
      id: row.id,
      day: localDateOf(row.start, zone),
      time: localTimeOf(row.start, zone),
      start: row.start,
      end: row.end,
      name: row.name || "Unknown",
      service: row.serviceTitle,
      therapist: row.therapistShort,
      therapistId: row.therapistId,
      look: lookOf.get(row.therapistId) ?? 0,
      status: row.status,
      attendance: row.attendance,
      attendedTag: diary.off.has(row.id) ? offInWords(row) : attendedTag(row, now),
      sequence: row.sequence,
      minute: localMinuteOf(row.start, zone),
      minutes: row.minutes,
    }),
  );
  const taken = diary.taken.map(
    (one): DiaryTaken => ({
      day: localDateOf(one.start, zone),
      time: localTimeOf(one.start, zone),
      start: one.start,
      end: one.end,
      service: one.service,
      therapist: one.therapistShort,
      therapistId: one.therapistId,
      look: lookOf.get(one.therapistId) ?? 0,
    }),
  );
  const blocks: DiaryBlock[] = [];
  for (let day = place.from; day <= place.to; day = addDays(day, 1)) {
    for (const closure of closures) {
      if (closure.firstDay > day || closure.lastDay < day) continue;
      const whose = everybody.find(({ id }) => id === closure.therapistId);
      const isOwn = therapists.some(({ id }) => id === closure.therapistId);
      blocks.push({
        id: closure.id,
        day,
        start: instantOf(day, closure.fromMinute ?? 0, zone),
        end: instantOf(day, closure.toMinute ?? 1440, zone),
        title: [whose?.short, closure.reason ?? "Closed"].filter(Boolean).join(": "),
        therapistId: closure.therapistId,
        removable: mayReopen && isOwn && closure.firstDay === closure.lastDay,
      });
    }
  }
  const beyond = [...diary.beyond].map(([day, count]): DiaryBeyond => ({ day, count }));
  const people = everybody.map(
    ({ id, slug, short }): DiaryPerson => ({
      ...{ id, slug, short, look: lookOf.get(id) ?? 0, isColleague: colleagues.some((one) => one.id === id) },
      offDays: place.view === "week" ? daysOff(diary.working.get(id), place) : [],
    }),
  );
  return { entries, taken, blocks, beyond, people };
}

function daysOff(working: WorkingTime | undefined, { from, to }: Diary["place"]): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    if (!working || openRanges(working, day).length === 0) days.push(day);
  }
  return days;
}

/** The same by day, for the list, empty days included. */
export function diaryDays(
  { from, to }: { from: string; to: string },
  { entries, taken, blocks, beyond }: Pick<ReturnType<typeof diaryView>, "entries" | "taken" | "blocks" | "beyond">,
): DiaryDay[] {
  const [entriesOn, takenOn, blocksOn] = [byDay(entries), byDay(taken), byDay(blocks)];
  const days: DiaryDay[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    days.push({
      date,
      title: dateInWords(date, { weekday: "long", day: "numeric", month: "long" }),
      entries: entriesOn.get(date) ?? [],
      taken: takenOn.get(date) ?? [],
      blocks: blocksOn.get(date) ?? [],
      beyond: beyond.find(({ day }) => day === date)?.count ?? 0,
    });
  }
  return days;
}

function byDay<T extends { day: string }>(all: readonly T[]): Map<string, T[]> {
  const days = new Map<string, T[]>();
  for (const one of all) {
    const others = days.get(one.day);
    if (others) others.push(one);
    else days.set(one.day, [one]);
  }
  return days;
}

/** How many lines of a day the grid of a month has room for. */
const LINES_OF_DAY = 4;

type Drawn = { entries: DiaryEntry[]; taken: DiaryTaken[]; blocks: DiaryBlock[]; beyond: DiaryBeyond[] };

/** What a month draws: of a full day the first lines, and how many `more` there are. */
export function monthLines({ entries, taken, blocks, beyond }: Drawn): Omit<Drawn, "beyond"> & { more: DiaryBeyond[] } {
  // A closure of everybody is the day's background.
  const lines = byDay<Line>([...entries, ...taken, ...blocks.filter(({ therapistId }) => therapistId !== null)]);
  const drawn = new Set<unknown>(blocks.filter(({ therapistId }) => therapistId === null));
  const more: DiaryBeyond[] = [];
  for (const [day, own] of lines) {
    const unread = beyond.find((each) => each.day === day)?.count ?? 0;
    const room = own.length + unread > LINES_OF_DAY ? LINES_OF_DAY - 1 : LINES_OF_DAY;
    for (const line of own.toSorted((one, other) => one.start - other.start).slice(0, room)) drawn.add(line);
    const count = Math.max(0, own.length - room) + unread;
    if (count > 0) more.push({ day, count });
  }
  const isDrawn = (line: unknown) => drawn.has(line);
  return { entries: entries.filter(isDrawn), taken: taken.filter(isDrawn), blocks: blocks.filter(isDrawn), more };
}

type Line = Pick<DiaryEntry, "day" | "start">;

/** A time that is offered to someone who waits; `left` and `lasts` of its hold are minutes. */
export type OfferedPiece = Piece & {
  id: string;
  time: string;
  name: string;
  line: string;
  hold: { left: number; whole: number } | null;
};

/** The offers of each column, by its key. What is kept is free no longer, so its gap is drawn without it. */
export function withOffers(
  drawing: DayDrawing,
  offers: readonly LiveOffer[],
  now: number,
): { drawing: DayDrawing; offered: Record<string, OfferedPiece[]> } {
  const offered: Record<string, OfferedPiece[]> = {};
  const columns = drawing.columns.map((column) => {
    const own = offers.flatMap((offer) => {
      const piece = offer.therapistId === column.therapist.id ? pieceOn(column.axis, offer) : null;
      return piece ? [{ offer, piece }] : [];
    });
    offered[column.key] = own.map(({ offer, piece }) => offeredPiece(offer, piece, { now, zone: column.axis.zone }));
    const kept = own.filter(({ offer }) => offer.state === "held").map(({ piece }) => piece);
    return { ...column, gaps: column.gaps.flatMap((gap) => without(gap, kept, column.axis)) };
  });
  return { drawing: { ...drawing, columns }, offered };
}

function offeredPiece(offer: LiveOffer, piece: Piece, { now, zone }: { now: number; zone: string }): OfferedPiece {
  const minutes = (ms: number) => Math.max(0, Math.round(ms / 60_000));
  const [left, until] = [minutes(offer.until - now), localTimeOf(offer.until, zone)];
  return {
    ...piece,
    id: offer.id,
    time: localTimeOf(offer.start, zone),
    name: offer.name,
    line: offer.state === "held" ? `held until ${until}, ${left} minutes left` : `nothing kept, open until ${until}`,
    hold: offer.state === "held" ? { left, whole: minutes(offer.until - offer.createdAt) } : null,
  };
}

const LEAST_GAP = 15;

function without(gap: FreeGap, kept: readonly Piece[], axis: DayAxis): FreeGap[] {
  const cuts = kept.map(({ at, lasts }) => ({ start: at, end: at + lasts }));
  const whole = { start: gap.at, end: gap.at + gap.lasts };
  if (!cuts.some((cut) => overlaps(cut, whole))) return [gap];
  return subtract(whole, cuts)
    .filter(({ start, end }) => end - start >= LEAST_GAP)
    .map(({ start, end }) => ({ at: start, lasts: end - start, time: timeAt(axis, start), until: timeAt(axis, end) }));
}
