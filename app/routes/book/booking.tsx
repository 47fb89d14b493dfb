import { data, useSearchParams } from "react-router";
import { BookingActions } from "#app/appointments/manage/components/booking-actions.tsx";
import { BookingDetails } from "#app/appointments/manage/components/booking-details.tsx";
import { type ShownBooking, shownBooking } from "#app/appointments/manage/shown-booking.ts";
import { RememberHere } from "#app/appointments/saved/components/remember-here.tsx";
import { visitOf } from "#app/platform/http/context.server.ts";
import { managedOf } from "#app/routes/book/managed.server.ts";
import { PRIVATE_PAGE } from "#app/routes/book/private-page.ts";
import { FocusHeading } from "#app/ui/focus-heading.tsx";
import { privateMeta } from "#app/ui/shell/page-meta.ts";
import type { Route } from "./+types/booking.ts";

export const handle = { hydrate: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  return data(shownBooking(await managedOf(context, params.secret), visitOf(context).locale));
}

export const headers: Route.HeadersFunction = () => PRIVATE_PAGE;

export const meta: Route.MetaFunction = (at) => privateMeta(at, "Your appointment");

export default function Booking({ loaderData: booking }: Route.ComponentProps) {
  const done = useSearchParams()[0];
  const { date, time, service, status, path } = booking;
  return (
    <div className="wrap py-10 lg:py-14">
      <Heading booking={booking} done={done} />
      <BookingDetails booking={booking} />
      <BookingActions booking={booking} />
      <RememberHere just={done.has("booked")} booking={{ date, time, treatment: service, status, link: path }} />
    </div>
  );
}

/** Says what has just been done, if it still holds. */
function Heading({ booking: { date, time, status }, done }: { booking: ShownBooking; done: URLSearchParams }) {
  const classes = "max-w-[22ch] text-3xl";
  if (status === "Cancelled") {
    if (!done.has("cancelled")) return <h1 className="text-3xl">Your appointment</h1>;
    return (
      <>
        <FocusHeading className={classes}>Appointment cancelled.</FocusHeading>
        <p className="mt-3">We have e-mailed you a record. Would you like a different time?</p>
      </>
    );
  }
  const deed = done.has("booked") ? "scheduled for" : done.has("moved") ? "moved to" : null;
  if (!deed) return <h1 className="text-3xl">Your appointment</h1>;
  return (
    <FocusHeading className={classes}>
      Appointment {deed} {date} at {time}.
    </FocusHeading>
  );
}
