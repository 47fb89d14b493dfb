import { attendedTag } from "#app/appointments/attendance.ts";
import { type DayLanes, dayLanes, gapKey } from "#app/diary/day-lanes.ts";
import type { TakenTime } from "#app/diary/diary-appointment.ts";
import type { Day, Today } from "#app/diary/get-today.server.ts";
import { offInWords, type RowView, viewRow } from "#app/diary/lists/row-view.ts";
import { delaysFrom, LATE_MINUTES, type LateMinutes } from "#app/diary/running-late.ts";
import { localTimeOf } from "#app/platform/date-time.ts";

/** `moment`: `in 7 minutes`, `until 11:30`. */
export type TodayRow = RowView & {
  moment: string | null;
  hasBegun: boolean;
  isOff: boolean;
  tags: string[];
  late: LateChoice[];
};

/** What a delay of so many minutes means, to be read before it is sent. */
export type LateChoice = {
  minutes: LateMinutes;
  reached: { id: string; name: string; begins: string; isMailed: boolean }[];
};

/** An appointment, a gap or a colleague's time in the rest of the day. `fill`: null when nothing fits. */
export type DayLine =
  | { kind: "appointment"; key: string; time: string; row: TodayRow }
  | { kind: "gap"; key: string; time: string; length: string; therapist: string; note: string; fill: string | null }
  | { kind: "taken"; key: string; time: string; service: string; minutes: number; therapist: string };

type TodayView = {
  date: string;
  /** Who is booked today, and the free times from now on that something fits into. */
  counts: { booked: number; gaps: number };
  now: TodayRow[];
  next: TodayRow[];
  rest: DayLine[];
  earlier: TodayRow[];
  nextDay: { date: string; lines: DayLine[] } | null;
  /** The whole day at a glance. */
  lanes: DayLanes;
};

const MINUTE_MS = 60_000;

/**
 * Today in reading order: now, next, the rest with its gaps, and those who have been. `off`: the appointments whose
 * therapist is off, by id.
 */
export function todayView(today: Today, locale: string, off: ReadonlySet<string> = new Set()): TodayView {
  const { appointments, now, zone, therapists, date, nextDay } = today;
  // Where there is one therapist, all of it is theirs.
  const visits = new Map([...(today.visits ?? []), ...(nextDay?.visits ?? [])]);
  const isOneOf = therapists.length > 1;
  const toRow = (row: Today["appointments"][number], moment: string | null): TodayRow => ({
    ...viewRow(row, { zone, locale, now, visits }),
    ...(!isOneOf && { therapist: "" }),
    moment,
    hasBegun: row.start <= now,
    isOff: off.has(row.id),
    tags: [
      ...(off.has(row.id) ? [offInWords(row)] : []),
      ...(row.status === "Pending" ? ["Needs confirming"] : []),
      ...[attendedTag(row, now)].filter((tag) => tag !== null),
      ...(row.isNewClient ? ["New client"] : []),
      ...(row.hasNote ? ["Has a note"] : []),
    ],
    late: moment === null ? [] : lateChoices(appointments, row, { now, zone }),
  });
  const isNow = (row: Today["appointments"][number]) => row.start <= now && now < row.end;
  const ahead = appointments.filter((row) => row.start > now);
  const nextStart = ahead[0]?.start;
  const linesOf = (day: Day) => {
    const booked = day.appointments.map((row) => {
      const line = toRow(row, null);
      return { kind: "appointment" as const, at: row.start, key: row.id, time: line.time, row: line };
    });
    const gaps = day.gaps.map((gap) => gapLine(gap, { zone, therapists, date: day.date }));
    const taken = day.taken.filter(({ start }) => start > now).map((one) => takenLine(one, zone));
    return [...booked, ...gaps, ...taken].sort((a, b) => a.at - b.at);
  };
  return {
    date,
    counts: { booked: appointments.length, gaps: today.gaps.filter(({ fits }) => fits).length },
    now: appointments.filter(isNow).map((row) => toRow(row, `until ${localTimeOf(row.end, zone)}`)),
    next: ahead.filter((row) => row.start === nextStart).map((row) => toRow(row, countdown(row.start - now))),
    rest: linesOf({ ...today, appointments: ahead.filter((row) => row.start !== nextStart) }),
    earlier: appointments.filter((row) => row.end <= now).map((row) => toRow(row, null)),
    nextDay: nextDay && { date: nextDay.date, lines: linesOf(nextDay) },
    lanes: dayLanes(today),
  };
}

type Gap = Extract<DayLine, { kind: "gap" }> & { fill: string };

/** The free times that something fits into. */
export function gapsToFill(lines: readonly DayLine[]): Gap[] {
  return lines.flatMap((line) => (line.kind === "gap" && line.fill ? [{ ...line, fill: line.fill }] : []));
}

function lateChoices(
  appointments: Today["appointments"],
  row: Today["appointments"][number],
  { now, zone }: { now: number; zone: string },
): LateChoice[] {
  const day = appointments.filter(({ therapistId }) => therapistId === row.therapistId);
  const byId = new Map(day.map((one) => [one.id, one]));
  return LATE_MINUTES.map((minutes) => ({
    minutes,
    reached: delaysFrom(day, { id: row.id, minutes, now }).flatMap((delay) => {
      const one = byId.get(delay.id);
      if (!one) return [];
      const begins = localTimeOf(one.start + delay.minutes * MINUTE_MS, zone);
      return [{ id: one.id, name: one.name || "Unknown", begins, isMailed: one.email !== null }];
    }),
  }));
}

function gapLine(gap: Day["gaps"][number], { zone, therapists, date }: Pick<Today, "zone" | "therapists" | "date">) {
  const therapist = therapists.find(({ id }) => id === gap.therapistId);
  const time = localTimeOf(upToFive(gap.start), zone);
  const until = localTimeOf(gap.end, zone);
  const fill = new URLSearchParams({ add: "1", day: date, time, until, with: therapist?.slug ?? "" });
  return {
    kind: "gap" as const,
    at: gap.start,
    key: gapKey(gap),
    time,
    length: lengthInWords(Math.floor((gap.end - upToFive(gap.start)) / MINUTE_MS)),
    therapist: therapist && therapists.length > 1 ? therapist.short : "",
    note: gap.offers ? "too short for any service" : "offers no service yet",
    fill: gap.fits ? `/appointments?${fill}` : null,
  };
}

function takenLine({ start, service, minutes, therapistId, therapistShort }: TakenTime, zone: string) {
  return {
    kind: "taken" as const,
    at: start,
    key: `taken ${therapistId} ${start}`,
    time: localTimeOf(start, zone),
    service,
    minutes,
    therapist: therapistShort,
  };
}

function upToFive(instant: number): number {
  return Math.ceil(instant / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
}

function countdown(ms: number): string {
  return `in ${lengthInWords(Math.max(1, Math.round(ms / MINUTE_MS)))}`;
}

/** `45 min`, `5 h`, `3 h 40 min` */
function lengthInWords(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const parts = [hours > 0 && `${hours} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  return parts.filter(Boolean).join(" ");
}
