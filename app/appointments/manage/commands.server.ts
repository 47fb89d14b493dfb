import { type Managed, manageUrl } from "#app/appointments/manage/managed.ts";
import { findByManageHash } from "#app/appointments/store.server.ts";
import { listTherapists } from "#app/catalogue/store.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

/**
 * The booking behind a manage link, or null: unknown, or over since yesterday (the link works until the end of
 * the day after the appointment).
 */
export async function findManaged(world: World, secret: string): Promise<Managed | null> {
  const db = world.db.kysely;
  const appointment = await findByManageHash(db, hashOf(secret));
  if (!appointment) return null;
  const { bookingRules, business } = await readSettings(db, world.log);
  const { zone } = bookingRules;
  const lastDay = addDays(localDateOf(appointment.end, zone), 1);
  if (world.clock.now() >= startOfDay(addDays(lastDay, 1), zone)) return null;
  const therapists = await listTherapists(db);
  return {
    appointment,
    therapistName: therapists.find(({ id }) => id === appointment.therapistId)?.name ?? null,
    business,
    zone,
    url: manageUrl(world.config.publicUrl, secret),
  };
}
