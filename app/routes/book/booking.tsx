import { data, useSearchParams } from "react-router";
import { readableReference, shownStatus } from "#app/appointments/appointment.ts";
import { AppointmentStatus } from "#app/appointments/components/appointment-status.tsx";
import { findManaged } from "#app/appointments/manage/commands.server.ts";
import type { Managed } from "#app/appointments/manage/managed.ts";
import { RememberHere } from "#app/appointments/saved/components/remember-here.tsx";
import { localeTimes, timeInWords } from "#app/appointments/time-words.ts";
import { priceInFull } from "#app/catalogue/price.ts";
import { visitOf, worldOf } from "#app/platform/http/context.server.ts";
import { addressLine } from "#app/settings/business.ts";
import { buttonClasses } from "#app/ui/button.tsx";
import { FocusHeading } from "#app/ui/focus-heading.tsx";
import type { Route } from "./+types/booking.ts";

export const handle = { hydrate: true };

export async function loader({ params, context }: Route.LoaderArgs) {
  const managed = await findManaged(worldOf(context), params.secret);
  if (!managed) throw data(null, { status: 404 });
  return data(shown(managed, visitOf(context).locale));
}

// Whoever has this address may see and change the booking: it must not travel or be kept.
export const headers: Route.HeadersFunction = () => ({
  "Cache-Control": "no-store",
  "Referrer-Policy": "no-referrer",
  "X-Robots-Tag": "noindex",
});

export const meta: Route.MetaFunction = () => [{ title: "Your appointment | Limber Yard" }];

/** What the page shows of a booking: contact details only as far as needed to recognise them. */
function shown({ appointment, therapist, business, zone, url }: Managed, locale: string) {
  return {
    ...localeTimes(appointment.start, zone, locale),
    start: new Date(appointment.start).toISOString(),
    when: timeInWords(appointment.start, zone),
    status: shownStatus(appointment.status),
    service: appointment.serviceTitle,
    minutes: appointment.minutes,
    therapist: therapist?.name ?? null,
    price: priceInFull(appointment.pricePence),
    reference: readableReference(appointment.reference),
    address: addressLine(business),
    directions: business.directions,
    path: new URL(url).pathname,
  };
}

export default function Booking({ loaderData: booking }: Route.ComponentProps) {
  const justBooked = useSearchParams()[0].has("booked");
  return (
    <div className="wrap py-10 lg:py-14">
      {justBooked ? (
        <FocusHeading className="max-w-[22ch] text-3xl">
          Appointment scheduled for {booking.date} at {booking.time}.
        </FocusHeading>
      ) : (
        <h1 className="text-3xl">Your appointment</h1>
      )}
      <Details booking={booking} />
      <p className="mt-8 flex flex-wrap gap-3">
        <a href={`${booking.path}/calendar.ics`} className={buttonClasses({ look: "primary" })}>
          Add to calendar
        </a>
      </p>
      <RememberHere
        just={justBooked}
        booking={{
          date: booking.date,
          time: booking.time,
          treatment: booking.service,
          status: booking.status,
          link: booking.path,
        }}
      />
    </div>
  );
}

function Details({ booking }: { booking: ReturnType<typeof shown> }) {
  const rows = [
    ["Status", <AppointmentStatus key="status" status={booking.status} />],
    ["When", `${booking.when}, UK time`],
    ["Treatment", `${booking.service}, ${booking.minutes} minutes`],
    ["Therapist", booking.therapist ?? "One of our therapists"],
    ["Price", `${booking.price} in total, to pay at the clinic`],
    ["Where", `${booking.address}. ${booking.directions}`],
    ["Reference", booking.reference],
  ] as const;
  return (
    <dl className="measure mt-8 border-t border-line">
      {rows.map(([term, value]) => (
        <div key={term} className="grid gap-x-4 border-b border-line py-3 sm:grid-cols-[9rem_1fr]">
          <dt className="text-ink-soft">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
