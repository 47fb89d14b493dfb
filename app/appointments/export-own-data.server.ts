import { sessionsOf } from "#app/accounts/own-sessions.server.ts";
import type { Identity } from "#app/accounts/session.ts";
import { readableReference } from "#app/appointments/appointment.ts";
import { listOwned } from "#app/appointments/own-appointments.db.server.ts";
import { placeInWords } from "#app/appointments/series-place.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { listDevices } from "#app/push/push-devices.db.server.ts";

export async function personalData(app: AppContext, identity: Identity) {
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
