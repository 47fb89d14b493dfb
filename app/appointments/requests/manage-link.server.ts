import type { Appointment } from "#app/appointments/appointment.ts";
import { getByManageHash, listKeptElsewhere } from "#app/appointments/appointments.db.server.ts";
import { getHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { changeDeadline, changeWindow, windowElsewhere } from "#app/appointments/change-window.ts";
import { type Managed, manageUrl } from "#app/appointments/requests/manage-link.ts";
import { getBookable } from "#app/catalogue/bookable-service.db.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { isBookable } from "#app/catalogue/service.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { lateFeePercent } from "#app/settings/schemas/money-rules.ts";
import { waysToPay } from "#app/settings/schemas/practice-facts.ts";

/**
 * The booking behind a manage link. The link works until the end of the day after the appointment. Null for a wrong,
 * replaced, truncated or expired secret alike.
 */
export async function getManaged(app: AppContext, secret: string): Promise<Managed | null> {
  const db = app.db.kysely;
  const found = await getByManageHash(db, hashOf(secret));
  if (!found) return null;
  const { appointment, isBlocked } = found;
  const { settings } = await readPractice(app);
  const { bookingRules, business, practiceFacts } = settings;
  const { zone, changeNotice, chargesLate } = bookingRules;
  const lastDay = addDays(localDateOf(appointment.end, zone), 1);
  const now = app.clock.now();
  if (now >= startOfDay(addDays(lastDay, 1), zone)) return null;
  const elsewhere = await listKeptElsewhere(db, [appointment.id]);
  const [service] = (await getBookable(db, { id: appointment.serviceId })).services;
  return {
    appointment,
    isBlocked,
    actor: { kind: "holder", appointmentId: appointment.id },
    therapist: await getTherapist(db, appointment.therapistId),
    business,
    pay: waysToPay(practiceFacts),
    zone,
    url: manageUrl(app.config.publicUrl, secret),
    window: windowElsewhere(changeWindow(appointment, { now, changeNotice }), elsewhere.size > 0),
    changeUntil: changeDeadline(appointment.start, changeNotice),
    changeNotice,
    chargesLate,
    feePercent: lateFeePercent(settings),
    now,
    over: now >= appointment.start,
    hold: await getHold(db, appointment.id),
    service: service && isBookable(service) ? service.slug : null,
  };
}

type Linked = Pick<Appointment, "id" | "linkVersion">;

/** Derived from the server's secret: the link can be mailed again although only its hash is stored. */
export function manageSecretOf(app: AppContext, { id, linkVersion }: Linked): string {
  // The first link has no number, so that links from before version numbers still work.
  return deriveSecret(app.secret, linkVersion === 1 ? `manage:${id}` : `manage:${id}:${linkVersion}`);
}

export function manageUrlOf(app: AppContext, appointment: Linked): string {
  return manageUrl(app.config.publicUrl, manageSecretOf(app, appointment));
}
