import { keptFreeTimes } from "#app/appointments/free-times/kept/commands.server.ts";
import type { FreeDay } from "#app/availability/free-starts.ts";
import type { OfferWish } from "#app/catalogue/offer.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

const MOST = 3;
// Days from today: a week nearly always has three days with a time.
const LOOK_AHEAD = [
  [0, 6],
  [7, 20],
] as const;

export type NextTime = { date: string; start: number };

/** The first free time of each of the next three days that have any, within three weeks: what a service's page shows. */
export async function nextFreeTimes(world: World, wish: OfferWish): Promise<{ times: NextTime[]; zone: string }> {
  const { bookingRules } = await readSettings(world.db.kysely, world.log);
  const today = localDateOf(world.clock.now(), bookingRules.zone);
  const times: NextTime[] = [];
  for (const [first, last] of LOOK_AHEAD) {
    const within = { from: addDays(today, first), to: addDays(today, last) };
    const answer = await keptFreeTimes(world, { ...wish, ...within });
    if (answer.kind === "times") times.push(...firstTimes(answer.days));
    if (times.length >= MOST) break;
  }
  return { times: times.slice(0, MOST), zone: bookingRules.zone };
}

function firstTimes(days: readonly FreeDay[]): NextTime[] {
  return days.flatMap(({ date, slots }) => slots.slice(0, 1).map(({ start }) => ({ date, start })));
}
