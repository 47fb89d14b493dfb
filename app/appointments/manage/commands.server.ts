import { changeDeadline, changeWindow } from "#app/appointments/changes/change-window.ts";
import { type Managed, manageUrl } from "#app/appointments/manage/managed.ts";
import { findByManageHash } from "#app/appointments/store.server.ts";
import { isBookable } from "#app/catalogue/service.ts";
import { findTherapist, listServices } from "#app/catalogue/store.server.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/zoned-time.ts";
import { readSettings } from "#app/settings/store.server.ts";

/**
 * The booking behind a manage link, or null: unknown, or over since yesterday (the link works until the end of
 * the day after the appointment). A wrong, an old and a cut secret look the same.
 */
export async function findManaged(world: World, secret: string): Promise<Managed | null> {
  const db = world.db.kysely;
  const appointment = await findByManageHash(db, hashOf(secret));
  if (!appointment) return null;
  const { bookingRules, business } = await readSettings(db, world.log);
  const { zone, changeNotice } = bookingRules;
  const lastDay = addDays(localDateOf(appointment.end, zone), 1);
  const now = world.clock.now();
  if (now >= startOfDay(addDays(lastDay, 1), zone)) return null;
  const services = await listServices(db);
  return {
    appointment,
    actor: { kind: "holder", appointmentId: appointment.id },
    therapist: await findTherapist(db, appointment.therapistId),
    business,
    zone,
    url: manageUrl(world.config.publicUrl, secret),
    window: changeWindow(appointment, { now, changeNotice }),
    changeUntil: changeDeadline(appointment.start, changeNotice),
    over: now >= appointment.start,
    service: services.find((service) => service.id === appointment.serviceId && isBookable(service))?.slug ?? null,
  };
}

/** Worked out from the server's secret, so a link can be written again though only its hash is stored. */
export function manageSecretOf(world: World, appointmentId: string): string {
  return deriveSecret(world.secret, `manage:${appointmentId}`);
}

/** The address of one booking, with its secret. */
export function manageUrlOf(world: World, appointmentId: string): string {
  return manageUrl(world.config.publicUrl, manageSecretOf(world, appointmentId));
}
