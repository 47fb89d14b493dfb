import { dateAndTime } from "#app/appointments/register/shown-row.ts";
import type { Upcoming } from "#app/appointments/working-time/stranded.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";
import type { ChangeReply } from "#app/ui/admin/toast.ts";

/** Who is booked in time that is to be blocked: they stay, once that has been seen. */
export async function strandsReply(world: World, bookings: readonly Upcoming[], locale: string): Promise<ChangeReply> {
  const { zone } = (await readSettings(world.db.kysely, world.log)).bookingRules;
  const warnings = bookings.map(({ name, start }) => {
    const { date, time } = dateAndTime(start, { zone, locale });
    return `${name ?? "Unknown"} is booked on ${date} at ${time}, and stays booked.`;
  });
  return { warnings, insist: { accepted: bookings.map(({ id }) => id).join(",") } };
}
