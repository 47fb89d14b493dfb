import { cachedFreeTimes } from "#app/appointments/booking/free-times/cached-free-times.server.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import type { OfferInput } from "#app/catalogue/offer.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const MOST = 3;
// Days from today: a week nearly always has three days with a free time.
const LOOK_AHEAD = [
  [0, 6],
  [7, 20],
] as const;

export type NextTime = { date: string; start: number };

/** The first free time of each of the next three days that have one, within three weeks; for a service's page. */
export async function nextFreeTimes(app: AppContext, input: OfferInput): Promise<{ times: NextTime[]; zone: string }> {
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const today = localDateOf(app.clock.now(), zone);
  const times: NextTime[] = [];
  for (const [first, last] of LOOK_AHEAD) {
    const within = { from: addDays(today, first), to: addDays(today, last) };
    const answer = await cachedFreeTimes(app, { ...input, ...within });
    if (answer.kind === "times") times.push(...firstTimes(answer.days));
    if (times.length >= MOST) break;
  }
  return { times: times.slice(0, MOST), zone };
}

function firstTimes(days: readonly FreeDay[]): NextTime[] {
  return days.flatMap(({ date, slots }) => slots.slice(0, 1).map(({ start }) => ({ date, start })));
}
