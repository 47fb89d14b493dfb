import type { Appointment } from "#app/appointments/appointment.ts";
import { type ChangeWindow, changeWindow, windowElsewhere } from "#app/appointments/change-window.ts";
import { listKeptElsewhere } from "#app/appointments/kept-elsewhere.db.server.ts";
import { manageSecretOf } from "#app/appointments/manage-link.server.ts";
import { managePath } from "#app/appointments/manage-link.ts";
import { listOwned } from "#app/appointments/own-appointments.db.server.ts";
import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getSetting } from "#app/settings/settings.db.server.ts";

/** `serviceSlug` null: the service is no longer offered. */
export type Owned = {
  appointment: Appointment;
  therapistName: string | null;
  serviceSlug: string | null;
  therapistSlug: string | null;
  /** The booking's page. Anybody with this path may change the booking, so only its owner may see it. */
  path: string;
  window: ChangeWindow;
};

/** Coming appointments first, the next one at the top; then past ones, the latest first. */
export async function ownedBy(
  app: AppContext,
  userId: string,
): Promise<{ ahead: Owned[]; past: Owned[]; zone: string }> {
  const db = app.db.kysely;
  const [appointments, { services, therapists }, { zone, changeNotice }] = await Promise.all([
    listOwned(db, userId),
    getCatalogue(db),
    getSetting(db, app.log, "bookingRules"),
  ]);
  const now = app.clock.now();
  const elsewhere = await listKeptElsewhere(
    db,
    appointments.map(({ id }) => id),
  );
  const owned = appointments.map((appointment): Owned => {
    const therapist = therapists.find(({ id }) => id === appointment.therapistId);
    return {
      appointment,
      therapistName: therapist?.name ?? null,
      serviceSlug: services.find(({ id }) => id === appointment.serviceId)?.slug ?? null,
      therapistSlug: therapist?.slug ?? null,
      path: managePath(manageSecretOf(app, appointment)),
      window: windowElsewhere(changeWindow(appointment, { now, changeNotice }), elsewhere.has(appointment.id)),
    };
  });
  const isAhead = ({ appointment }: Owned) => appointment.end > now;
  return { ahead: owned.filter(isAhead).reverse(), past: owned.filter((one) => !isAhead(one)), zone };
}
