import type { FreeDay, Question, TherapistTime } from "#app/availability/free-starts.ts";
import type { DayException, WallRange } from "#app/availability/opening-hours.ts";
import type { WeekCycle } from "#app/availability/week-cycle.ts";

const MINUTE_MS = 60_000;

/**
 * The rules of app/availability/README.md again, with Temporal, slow and simple: it walks every minute of every day and
 * shares no code with the engine. All times of the question except `now` are whole minutes.
 */
export function slowFreeStarts(question: Question): FreeDay[] {
  const today = zoned(question.now, question.zone).toPlainDate();
  const lastDay = today.add({ days: question.horizonDays });
  const end = Temporal.PlainDate.from(question.to);
  const days: FreeDay[] = [];
  for (let date = Temporal.PlainDate.from(question.from); compare(date, end) <= 0; date = date.add({ days: 1 })) {
    const outside = compare(date, today) < 0 || compare(date, lastDay) > 0;
    days.push(outside ? { date: `${date}`, state: "outside", closure: null, slots: [] } : slowDay(question, date));
  }
  return days;
}

function slowDay(question: Question, date: Temporal.PlainDate): FreeDay {
  const first = minuteOf(date.toZonedDateTime(question.zone));
  const end = minuteOf(date.add({ days: 1 }).toZonedDateTime(question.zone));
  const minds = question.therapists.map((therapist) => ({ therapist, ...minutesOf(therapist, { question, date }) }));
  let works = false;
  let unbooked = false;
  const slots: FreeDay["slots"] = [];
  for (let minute = first; minute < end; minute++) {
    const free: string[] = [];
    for (const { therapist, gridStart, closed, busy } of minds) {
      if (gridStart.has(minute) && !closed.has(minute)) works = true;
      if (isFree(minute, { question, gridStart, closed, busy })) free.push(therapist.id);
      if (isFree(minute, { question, gridStart, closed, busy: new Set() })) unbooked = true;
    }
    if (free.length > 0) slots.push({ start: minute * MINUTE_MS, therapists: free });
  }
  const isToday = compare(date, zoned(question.now, question.zone).toPlainDate()) === 0;
  const state = !works ? "closed" : slots.length > 0 ? "open" : isToday && !unbooked ? "over" : "full";
  const wouldWork = minds.some(({ gridStart }) => gridStart.size > 0);
  return { date: `${date}`, state, closure: state === "closed" && wouldWork ? { note: null } : null, slots };
}

type Minutes = { gridStart: Map<number, number>; closed: Set<number>; busy: Set<number> };

function isFree(start: number, { question, gridStart, closed, busy }: Minutes & { question: Question }): boolean {
  const grid = gridStart.get(start);
  if (grid === undefined || (start - grid) % question.slotInterval !== 0) return false;
  if (start * MINUTE_MS < question.now + question.notice * MINUTE_MS) return false;
  for (let minute = start; minute < start + question.length; minute++) {
    if (gridStart.get(minute) !== grid || closed.has(minute)) return false;
  }
  const blockEnd = start + question.length + question.bufferAfter;
  for (let minute = start - question.bufferBefore; minute < blockEnd; minute++) {
    if (busy.has(minute)) return false;
  }
  return true;
}

/** Walks week by week from the cycle's week A to that of the date. */
function isTurnOf({ weekAFrom, week }: WeekCycle, date: Temporal.PlainDate): boolean {
  const mondayOf = (day: Temporal.PlainDate) => day.subtract({ days: day.dayOfWeek - 1 });
  const goal = mondayOf(date);
  let monday = mondayOf(Temporal.PlainDate.from(weekAFrom));
  let turn = "A";
  while (!monday.equals(goal)) {
    monday = monday.add({ weeks: compare(monday, goal) < 0 ? 1 : -1 });
    turn = turn === "A" ? "B" : "A";
  }
  return turn === week;
}

/** Which minutes of a date are worked (and where their range begins), closed, and busy. */
function minutesOf(
  therapist: TherapistTime,
  { question, date }: { question: Question; date: Temporal.PlainDate },
): Minutes {
  const on = (kind: DayException["kind"]) =>
    therapist.exceptions
      .filter((exception) => exception.kind === kind)
      .filter(({ firstDay, lastDay }) => firstDay <= `${date}` && `${date}` <= lastDay)
      .map(({ fromMinute, toMinute }) => ({ fromMinute: fromMinute ?? 0, toMinute: toMinute ?? 1440 }));
  const weekly = therapist.weekly.filter(
    ({ weekday, cycle }) => weekday === date.dayOfWeek && (!cycle || isTurnOf(cycle, date)),
  );
  const worked = instantsOf([...weekly, ...on("opening")], date, question.zone);
  const gridStart = new Map<number, number>();
  for (const minute of [...worked].sort((a, b) => a - b)) gridStart.set(minute, gridStart.get(minute - 1) ?? minute);
  const busy = new Set<number>();
  for (const { start, end } of therapist.busy) {
    for (let minute = start / MINUTE_MS; minute < end / MINUTE_MS; minute++) busy.add(minute);
  }
  return { gridStart, closed: instantsOf(on("closure"), date, question.zone), busy };
}

/** The minutes since the epoch that wall ranges cover: marked as wall times first, then converted run by run. */
function instantsOf(ranges: readonly WallRange[], date: Temporal.PlainDate, zone: string): Set<number> {
  const wall = Array.from({ length: 1440 }, (_, minute) =>
    ranges.some((range) => range.fromMinute <= minute && minute < range.toMinute),
  );
  const dayStart = minuteOf(date.toZonedDateTime(zone));
  const dayEnd = minuteOf(date.add({ days: 1 }).toZonedDateTime(zone));
  const covered = new Set<number>();
  let from = 0;
  for (let minute = 0; minute <= 1440; minute++) {
    if (wall[minute] && !wall[minute - 1]) from = minute;
    if (wall[minute] || !wall[minute - 1]) continue;
    const end = Math.min(onWall(date, minute, zone), dayEnd);
    for (let each = Math.max(onWall(date, from, zone), dayStart); each < end; each++) covered.add(each);
  }
  return covered;
}

function onWall(date: Temporal.PlainDate, minute: number, zone: string): number {
  const wall = date.toPlainDateTime().add({ minutes: minute });
  return minuteOf(wall.toZonedDateTime(zone, { disambiguation: "compatible" }));
}

function minuteOf(time: Temporal.ZonedDateTime): number {
  return time.epochMilliseconds / MINUTE_MS;
}

function zoned(ms: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);
}

function compare(a: Temporal.PlainDate, b: Temporal.PlainDate): number {
  return Temporal.PlainDate.compare(a, b);
}
