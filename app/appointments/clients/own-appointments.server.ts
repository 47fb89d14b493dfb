import { sessionsOf } from "#app/accounts/own-sessions.server.ts";
import type { Identity } from "#app/accounts/session.ts";
import { type Appointment, placeInWords, readableReference } from "#app/appointments/appointment.ts";
import { listKeptElsewhere } from "#app/appointments/appointments.db.server.ts";
import { type ChangeWindow, changeWindow, windowElsewhere } from "#app/appointments/change-window.ts";
import { listOwned } from "#app/appointments/clients/own-appointments.db.server.ts";
import { manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { managePath } from "#app/appointments/requests/manage-link.ts";
import { getCatalogue } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { listDevices } from "#app/push/push-devices.db.server.ts";

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
  const [appointments, { services, therapists }, { settings }] = await Promise.all([
    listOwned(db, userId),
    getCatalogue(db),
    readPractice(app),
  ]);
  const { zone, changeNotice } = settings.bookingRules;
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

export async function exportOwnData(app: AppContext, identity: Identity) {
  const { user } = identity;
  if (!user) return null;
  const [appointments, sessions] = await Promise.all([listOwned(app.db.kysely, user.id), sessionsOf(app, identity)]);
  const devices = await listDevices(app.db.kysely, user.id);
  const { createdAt, ...person } = user;
  return {
    account: { ...person, createdAt: iso(createdAt) },
    sessions: sessions.map(({ createdAt: began, lastUsedAt, address, device }) => ({
      signedInAt: iso(began),
      lastUsedAt: iso(lastUsedAt),
      address,
      device,
    })),
    notifications: devices.map(({ label, createdAt: began, reachedAt, tellsPractice, tellsReminders }) => ({
      device: label,
      since: iso(began),
      lastSentAt: reachedAt && iso(reachedAt),
      bookings: tellsPractice,
      reminders: tellsReminders,
    })),
    appointments: appointments.map((appointment) => ({
      reference: readableReference(appointment),
      service: appointment.serviceTitle,
      start: iso(appointment.start),
      end: iso(appointment.end),
      pricePence: appointment.pricePence,
      status: appointment.status,
      name: appointment.name,
      phone: appointment.phone,
      email: appointment.email,
      note: appointment.practicalNote,
      visit: appointment.venue.visit,
      series: placeInWords(appointment.series),
    })),
  };
}

function iso(instant: number): string {
  return new Date(instant).toISOString();
}
