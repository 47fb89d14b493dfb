import type { Interval } from "#app/availability/interval.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { addUp, bookedFrom, joinNearest, timesWithout } from "#app/reports/day-sums.ts";
import { boundsOf, type CountTerms, listBookedTime, listCounts } from "#app/reports/report-counts.db.server.ts";
import { listStoredDays, listSummedDays } from "#app/reports/report-days.db.server.ts";
import type { Count } from "#app/reports/report-tally.ts";

/** What was counted in a time, and each working therapist's booked time in it. */
export type CountedTime = { counts: readonly Count[]; booked: ReadonlyMap<string, Interval[]> };

type Asked = Omit<CountTerms, "times"> & { therapistIds: readonly string[] };

const TRIES = 3;
// One statement asks for all of them, and grows with each.
const MOST_GAPS = 8;

/** Days that are over from their stored sums, as far as they are stored, and the rest by a look at each appointment. */
export async function countTime(db: Queries, asked: Asked): Promise<CountedTime> {
  for (let tried = 0; asked.reach === "all" && tried < TRIES; tried++) {
    const counted = await countFromDays(db, asked);
    if (counted) return counted;
  }
  return countLive(db, asked, [asked.within]);
}

/** Null: somebody changed a day meanwhile, and what was counted beside it may have known. */
async function countFromDays(db: Queries, asked: Asked): Promise<CountedTime | null> {
  const { within, therapistIds } = asked;
  const stored = await listSummedDays(db, within, { ...asked, split: asked.split ?? "source" });
  const gaps = joinNearest(timesWithout(stored, within), MOST_GAPS);
  const days = stored.filter(({ start }) => !gaps.some((gap) => gap.start <= start && start < gap.end));
  const live = await countLive(db, asked, gaps);
  if (gaps.length > 0 && days.length > 0) {
    const still = new Set((await listStoredDays(db, within, asked)).map(({ stamp }) => stamp));
    if (!days.every(({ stamp }) => still.has(stamp))) return null;
  }
  const timed = days.map((day) => ({ day, minutes: JSON.parse(day.booked) as Record<string, string> }));
  const booked = new Map(
    therapistIds.map((id) => {
      const times = timed.flatMap(({ day, minutes }) => bookedFrom(minutes[id], day));
      return [id, [...times, ...(live.booked.get(id) ?? [])]];
    }),
  );
  return { counts: [...addUp(days, boundsOf(asked)), ...live.counts], booked };
}

async function countLive(db: Queries, asked: Asked, times: readonly Interval[]): Promise<CountedTime> {
  if (times.length === 0) return { counts: [], booked: new Map() };
  return {
    counts: await listCounts(db, { ...asked, times }),
    booked: await listBookedTime(db, { therapistIds: asked.therapistIds, times }),
  };
}
