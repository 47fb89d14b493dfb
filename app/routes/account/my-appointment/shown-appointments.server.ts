import type { User } from "#app/accounts/user.ts";
import { shownStatus } from "#app/appointments/appointment.ts";
import { type Owned, ownedBy } from "#app/appointments/own-appointments.server.ts";
import { localeTimes } from "#app/appointments/time-words.ts";
import { queryFrom } from "#app/booking/choices-query.ts";
import { type SameAgain, sameAgain } from "#app/booking/same-again.server.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export type ShownAppointment = ReturnType<typeof shown>;
export type ShownAppointments = { ahead: ShownAppointment[]; past: ShownAppointment[]; again: SameAgain | null };

/** A person's appointments as their page shows them. Null: they could not be read, and the log says why. */
export async function shownAppointments(
  app: AppContext,
  { user, locale }: { user: Pick<User, "id" | "role">; locale: string },
): Promise<ShownAppointments | null> {
  try {
    const { ahead, past, zone } = await ownedBy(app, user.id);
    const again = user.role === "user" ? await sameAgain(app, { userId: user.id, locale }) : null;
    const show = (owned: Owned) => shown(owned, zone, locale);
    return { ahead: ahead.map(show), past: past.map((owned) => ({ ...show(owned), change: null })), again };
  } catch (error) {
    app.log.error({ err: error }, "appointments could not be read");
    return null;
  }
}

function shown(owned: Owned, zone: string, locale: string) {
  const { appointment, serviceSlug, therapistSlug, therapistName, path, window } = owned;
  const again = { service: serviceSlug, minutes: appointment.minutes, therapist: therapistSlug };
  return {
    id: appointment.id,
    ...localeTimes(appointment.start, zone, locale),
    start: new Date(appointment.start).toISOString(),
    status: shownStatus(appointment.status),
    service: appointment.serviceTitle,
    minutes: appointment.minutes,
    therapist: therapistName,
    price: priceInFull(appointment.pricePence),
    path,
    change: window as "open" | "too-late" | "cancelled" | null,
    bookAgain: serviceSlug ? `/book?${queryFrom(again)}` : "/book",
  };
}
