import { listNextFreeTimes, type NextFree } from "#app/booking/next-free-time.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** The first start that a visitor can book within a fortnight, of whatever service; null if there is none. */
export async function firstFreeTime(app: AppContext): Promise<(NextFree & { zone: string }) | null> {
  const { zone, services } = await listNextFreeTimes(app);
  const [first] = services.toSorted((one, other) => one.start - other.start);
  return first ? { ...first, zone } : null;
}
