import type { User } from "#app/accounts/user.ts";
import { placeInWords, viewStatus } from "#app/appointments/appointment.ts";
import type { ChangeRule } from "#app/appointments/booking/change-rule.ts";
import { rebook, type SameAgain } from "#app/appointments/booking/free-times/rebook.server.ts";
import { queryFrom } from "#app/appointments/booking/scheduler/choices-query.ts";
import { type Owned, ownedBy } from "#app/appointments/clients/own-appointments.server.ts";
import type { MoveRequestView } from "#app/appointments/requests/ask-to-move.tsx";
import { listMoveRequests } from "#app/appointments/requests/move-requests.db.server.ts";
import { listPaidMoney } from "#app/payments/online/prepay.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localeTimes } from "#app/platform/date-time.ts";
import { priceInFull } from "#app/platform/money-words.ts";

export type AppointmentView = ReturnType<typeof viewOwned> & {
  /** Whether its client may ask for another time, and what they have asked. */
  asking: false | { moveRequest: MoveRequestView | null };
  /** What happens to what was paid when booking, if they cancel or move it. */
  money?: ChangeRule & { button: string };
};
export type AppointmentsView = { ahead: AppointmentView[]; past: AppointmentView[]; again: SameAgain | null };

/** A person's appointments as their page shows them. Null: they could not be read, and the log says why. */
export async function viewAppointments(
  app: AppContext,
  { user, locale }: { user: Pick<User, "id" | "role">; locale: string },
): Promise<AppointmentsView | null> {
  try {
    const { ahead, past, zone } = await ownedBy(app, user.id);
    const again = user.role === "user" ? await rebook(app, { userId: user.id, locale }) : null;
    const now = app.clock.now();
    const mayAsk = ahead.filter(
      ({ window, appointment }) => (window === "cancel-only" || window === "too-late") && appointment.start > now,
    );
    const requests = await listMoveRequests(
      app.db.kysely,
      mayAsk.map(({ appointment }) => appointment.id),
    );
    const changeable = ahead.filter(({ window }) => window === "open" || window === "cancel-only");
    const money = await listPaidMoney(
      app,
      changeable.map(({ appointment }) => appointment),
      locale,
    );
    const show = (owned: Owned) => {
      const request = requests.get(owned.appointment.id);
      const moveRequest = request?.start === owned.appointment.start ? request : null;
      const paid = money.get(owned.appointment.id);
      return {
        ...viewOwned(owned, zone, locale),
        asking: mayAsk.includes(owned) && { moveRequest },
        ...(paid && { money: { lead: paid.lead, rest: paid.rest, button: paid.button } }),
      };
    };
    return { ahead: ahead.map(show), past: past.map((owned) => ({ ...show(owned), change: null })), again };
  } catch (error) {
    app.log.error({ err: error }, "appointments could not be read");
    return null;
  }
}

function viewOwned(owned: Owned, zone: string, locale: string) {
  const { appointment, serviceSlug, therapistSlug, therapistName, path, window } = owned;
  const again = { service: serviceSlug, minutes: appointment.minutes, therapist: therapistSlug };
  return {
    id: appointment.id,
    ...localeTimes(appointment.start, zone, locale),
    start: new Date(appointment.start).toISOString(),
    status: viewStatus(appointment.status),
    service: appointment.serviceTitle,
    minutes: appointment.minutes,
    therapist: therapistName,
    price: priceInFull(appointment.pricePence),
    series: placeInWords(appointment.series),
    path,
    change: window as Owned["window"] | null,
    bookAgain: serviceSlug ? `/book?${queryFrom(again)}` : "/book",
  };
}
