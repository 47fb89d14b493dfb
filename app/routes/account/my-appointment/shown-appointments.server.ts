import type { User } from "#app/accounts/user.ts";
import { shownStatus } from "#app/appointments/appointment.ts";
import { listMoveRequests } from "#app/appointments/move-requests.db.server.ts";
import { type Owned, ownedBy } from "#app/appointments/own-appointments.server.ts";
import { placeInWords } from "#app/appointments/series-place.ts";
import { localeTimes } from "#app/appointments/time-words.ts";
import type { AskedToMove } from "#app/booking/ask-to-move.tsx";
import { queryFrom } from "#app/booking/choices-query.ts";
import { type SameAgain, sameAgain } from "#app/booking/same-again.server.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

export type ShownAppointment = ReturnType<typeof shown> & {
  /** Whether its client may ask for another time, and what they have asked. */
  asking: false | { asked: AskedToMove | null };
};
export type ShownAppointments = { ahead: ShownAppointment[]; past: ShownAppointment[]; again: SameAgain | null };

/** A person's appointments as their page shows them. Null: they could not be read, and the log says why. */
export async function shownAppointments(
  app: AppContext,
  { user, locale }: { user: Pick<User, "id" | "role">; locale: string },
): Promise<ShownAppointments | null> {
  try {
    const { ahead, past, zone } = await ownedBy(app, user.id);
    const again = user.role === "user" ? await sameAgain(app, { userId: user.id, locale }) : null;
    const now = app.clock.now();
    const mayAsk = ahead.filter(({ window, appointment }) => window === "too-late" && appointment.start > now);
    const requests = await listMoveRequests(
      app.db.kysely,
      mayAsk.map(({ appointment }) => appointment.id),
    );
    const show = (owned: Owned) => {
      const request = requests.get(owned.appointment.id);
      const asked = request?.start === owned.appointment.start ? request : null;
      return { ...shown(owned, zone, locale), asking: mayAsk.includes(owned) && { asked } };
    };
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
    series: placeInWords(appointment.series),
    path,
    change: window as "open" | "too-late" | "cancelled" | null,
    bookAgain: serviceSlug ? `/book?${queryFrom(again)}` : "/book",
  };
}
