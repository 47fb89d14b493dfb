import type { Actor } from "#app/accounts/actor.ts";
import type { Appointment } from "#app/appointments/appointment.ts";
import {
  type ChangeWindow,
  changeDeadline,
  changeWindow,
  tooLateSentence,
} from "#app/appointments/changes/change-window.ts";
import { readablePhone } from "#app/appointments/phone-number.ts";
import { findByManageHash } from "#app/appointments/store.server.ts";
import { findTherapist } from "#app/catalogue/store.server.ts";
import type { Therapist } from "#app/catalogue/therapist.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";
import type { Settings } from "#app/settings/settings.ts";
import { readSettings } from "#app/settings/store.server.ts";

const DAY_MS = 86_400_000;

/** A booking as whoever has its link may see it. */
export type Managed = {
  appointment: Appointment;
  /** Who the holder of the link is to the commands. */
  actor: Actor & { kind: "holder" };
  therapist: Therapist | null;
  settings: Settings;
  window: ChangeWindow;
  /** The last instant before which a change needs no call. */
  changeUntil: number;
  /** What to do when it is too late. */
  tooLate: string;
};

/**
 * The booking behind a manage link, until a day after it has ended. Null for any other secret: a wrong, an old
 * and a cut one look the same.
 */
export async function findManaged(world: World, secret: string): Promise<Managed | null> {
  const db = world.db.kysely;
  const appointment = await findByManageHash(db, hashOf(secret));
  const now = world.clock.now();
  if (!appointment || now >= appointment.end + DAY_MS) return null;
  const settings = await readSettings(db, world.log);
  const { changeNotice } = settings.bookingRules;
  return {
    appointment,
    actor: { kind: "holder", appointmentId: appointment.id },
    therapist: await findTherapist(db, appointment.therapistId),
    settings,
    window: changeWindow(appointment, { now, changeNotice }),
    changeUntil: changeDeadline(appointment.start, changeNotice),
    tooLate: tooLateSentence(readablePhone(settings.business.phone)),
  };
}

/** Worked out from the server's secret, so a link can be written again though only its hash is stored. */
export function manageSecretOf(world: World, appointmentId: string): string {
  return deriveSecret(world.secret, `manage:${appointmentId}`);
}

/** The address of one booking, with its secret. */
export function manageUrlOf(world: World, appointmentId: string): string {
  return `${world.config.publicUrl}/booking/${manageSecretOf(world, appointmentId)}`;
}
