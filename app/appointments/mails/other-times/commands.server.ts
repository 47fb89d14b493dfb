import type { Appointment } from "#app/appointments/appointment.ts";
import { askFreeTimes } from "#app/appointments/free-times/commands.server.ts";
import { queryFrom } from "#app/appointments/scheduler/choices-query.ts";
import { dayInWords } from "#app/appointments/scheduler/scheduler.ts";
import { listServices } from "#app/catalogue/store.server.ts";
import { clockInProse } from "#app/platform/clock-label.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf, localMinuteOf } from "#app/platform/zoned-time.ts";

const DAYS = 14;
const TIMES = 3;

/** The next free times for what the practice had to cancel, on three different days, each with its address. */
export async function timesInstead(
  world: World,
  { appointment, zone }: { appointment: Appointment; zone: string },
): Promise<{ label: string; href: string }[]> {
  const services = await listServices(world.db.kysely);
  const service = services.find((candidate) => candidate.id === appointment.serviceId);
  if (!service) return [];
  const from = localDateOf(world.clock.now(), zone);
  const { minutes } = appointment;
  const answer = await askFreeTimes(world, { service: service.slug, minutes, from, to: addDays(from, DAYS) });
  if (answer.kind !== "times") return [];
  return answer.days
    .flatMap((day) => day.slots.slice(0, 1).map((slot) => ({ date: day.date, start: slot.start })))
    .slice(0, TIMES)
    .map(({ date, start }) => {
      const choices = { service: service.slug, minutes, day: date, start: new Date(start).toISOString() };
      const label = `${dayInWords(date)} at ${clockInProse(localMinuteOf(start, zone))}`;
      return { label, href: `${world.config.publicUrl}/book?${queryFrom(choices)}` };
    });
}
