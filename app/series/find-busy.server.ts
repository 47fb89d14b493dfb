import type { Appointment } from "#app/appointments/appointment.ts";
import { listBusy } from "#app/appointments/appointments.db.server.ts";
import { overlaps } from "#app/availability/interval.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { blockOf } from "#app/series/moving.ts";

/** The first of these appointments that lies over somebody else's; their own old times do not count. */
export async function findBusy(tx: Tx, appointments: readonly Appointment[]): Promise<Appointment | null> {
  const except = appointments.map(({ id }) => id);
  for (const appointment of appointments) {
    const within = blockOf(appointment);
    const busy = await listBusy(tx, { therapistIds: [appointment.therapistId], within, except });
    if (busy.some((block) => overlaps(block, within))) return appointment;
  }
  return null;
}
