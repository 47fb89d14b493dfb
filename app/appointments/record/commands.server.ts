import type { Actor } from "#app/accounts/actor.ts";
import { mustBePractice } from "#app/appointments/abilities.ts";
import { findCancellation } from "#app/appointments/changes/store.server.ts";
import { findContact } from "#app/appointments/contact/store.server.ts";
import { readNote } from "#app/appointments/notes/store.server.ts";
import type { AppointmentRecord } from "#app/appointments/record/record.ts";
import { readClientId, readHistory } from "#app/appointments/record/store.server.ts";
import { readRows } from "#app/appointments/register/store.server.ts";
import { findById } from "#app/appointments/store.server.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** Everything the practice keeps about one appointment, or null when there is none. For the practice alone. */
export async function showRecord(world: World, actor: Actor, id: string): Promise<AppointmentRecord | null> {
  mustBePractice(actor);
  const db = world.db.kysely;
  const appointment = await findById(db, id);
  const [row] = await readRows(db, [id]);
  if (!appointment || !row) return null;
  const [services, therapists, settings, note, cancellation, history, clientId, contact] = await Promise.all([
    listServices(db),
    listTherapists(db),
    readSettings(db, world.log),
    readNote(db, id),
    findCancellation(db, id),
    readHistory(db, id),
    readClientId(db, id),
    findContact(db, id),
  ]);
  return {
    row,
    clientId,
    isErased: contact?.isErased ?? true,
    serviceSlug: services.find((service) => service.id === appointment.serviceId)?.slug ?? null,
    therapistSlug: therapists.find((therapist) => therapist.id === appointment.therapistId)?.slug ?? null,
    note,
    reason: cancellation?.reason ?? null,
    history,
    zone: settings.bookingRules.zone,
  };
}
