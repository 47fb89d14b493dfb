import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Interval } from "#app/availability/interval.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { dayBookedOf, daySumsOf } from "#app/reports/day-sums.ts";
import { type DayFact, listDayFacts } from "#app/reports/report-counts.db.server.ts";
import {
  type DayTerms,
  forgetOtherDays,
  getFirstStart,
  keepWritersOut,
  listStoredDays,
  listTimesWithout,
  storeDays,
} from "#app/reports/report-days.db.server.ts";

const LOOK_EVERY = 60_000;
// A twentieth of one thread at most: reports are right without, so nobody should notice it.
const REST = 19;

/** Adds up days that are over, for the reports. Returns a function that stops it. */
export function startReportDays(app: AppContext): () => Promise<void> {
  const stopping = new AbortController();
  const rest = async (took: number) => {
    await pause(took * REST, null, { signal: stopping.signal }).catch(() => undefined);
    return !stopping.signal.aborted;
  };
  const stop = repeat(app, {
    every: LOOK_EVERY,
    job: () => fillReportDays(app, rest),
    failed: "days that are over could not be added up for the reports",
  });
  return async () => {
    stopping.abort();
    await stop();
  };
}

const DAY_MS = 86_400_000;
// Twenty years: a visit of 1970 by mistake must not make empty days of half a century.
const MOST_DAYS = 7305;
const LOCK_NOT_AVAILABLE = "55P03";
// What is counted at once: on SQLite it holds the thread for some milliseconds.
const ENOUGH = 150;
const MOST_AT_ONCE = 8;

/**
 * Counts the days that are over and not stored, newest first, a few in each transaction. `between`: is told what they
 * took, in ms; false ends it. Returns how many were counted.
 */
export async function fillReportDays(app: AppContext, between: (took: number) => Promise<boolean>): Promise<number> {
  const { zone, changeNotice } = (await readPractice(app)).settings.bookingRules;
  const terms = { zone, changeNotice, now: app.clock.now() };
  await forgetOtherDays(app.db.kysely, terms);
  const days = await listDaysWithout(app.db.kysely, terms);
  let filled = 0;
  for (let most = 1; filled < days.length; ) {
    const begun = performance.now();
    const some = neighbours(days.slice(filled, filled + most));
    const counted = await fillDays(app, some, terms);
    if (counted === null) return filled;
    filled += some.length;
    most = counted > ENOUGH ? Math.ceil(some.length / 2) : Math.min(some.length * 2, MOST_AT_ONCE);
    if (!(await between(performance.now() - begun))) return filled;
  }
  return filled;
}

/** The first of these days, and those that lie before it without a gap. */
function neighbours(days: readonly Interval[]): Interval[] {
  const gap = days.findIndex(({ end }, at) => at > 0 && end !== days[at - 1]?.start);
  return gap === -1 ? [...days] : days.slice(0, gap);
}

/** Those whose appointments are over, newest first. */
async function listDaysWithout(db: Queries, terms: DayTerms): Promise<Interval[]> {
  const { zone, now } = terms;
  const first = await getFirstStart(db);
  const end = startOfDay(localDateOf(now - DAY_MS, zone), zone);
  const oldest = startOfDay(addDays(localDateOf(now, zone), -MOST_DAYS), zone);
  if (first === null || first >= end) return [];
  const within = { start: Math.max(oldest, startOfDay(localDateOf(first, zone), zone)), end };
  return (await listTimesWithout(db, within, terms)).flatMap((time) => daysOf(time, zone)).reverse();
}

function daysOf(time: Interval, zone: string): Interval[] {
  const days: Interval[] = [];
  let date = localDateOf(time.start, zone);
  for (let start = time.start; start < time.end; ) {
    date = addDays(date, 1);
    const end = startOfDay(date, zone);
    if (start < end) days.push({ start, end });
    start = end;
  }
  return days;
}

/** Returns how many appointments they have; null: somebody writes for long, so it is for later. */
async function fillDays(app: AppContext, days: readonly Interval[], terms: DayTerms): Promise<number | null> {
  const within = { start: days.at(-1)?.start ?? 0, end: days[0]?.end ?? 0 };
  try {
    return await app.db.kysely.transaction().execute(async (tx) => {
      await keepWritersOut(tx);
      // Another process may have been here.
      const there = new Set((await listStoredDays(tx, within, terms)).map(({ start }) => start));
      const without = days.filter(({ start }) => !there.has(start));
      const facts = without.length === 0 ? [] : await listDayFacts(tx, { ...terms, within });
      await storeDays(
        tx,
        terms,
        without.map((day) => ({ ...day, ...sumsOf(facts, day) })),
      );
      return facts.length;
    });
  } catch (error) {
    if ((error as { code?: unknown }).code === LOCK_NOT_AVAILABLE) return null;
    throw error;
  }
}

function sumsOf(facts: readonly DayFact[], day: Interval) {
  const own = facts.filter(({ start }) => day.start <= start && start < day.end);
  return { stamp: randomUUID(), booked: dayBookedOf(own, day), ...daySumsOf(own) };
}
