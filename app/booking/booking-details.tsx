import { AppointmentStatus } from "#app/appointments/appointment-status.tsx";
import { placeInWords } from "#app/appointments/venue-words.ts";
import type { ShownBooking } from "#app/booking/shown-booking.ts";

export function BookingDetails({ booking }: { booking: ShownBooking }) {
  const rows = [
    ["Status", <AppointmentStatus key="status" status={booking.status} />],
    ["When", `${booking.when}, UK time`],
    ...(booking.series ? [["Series", `${booking.series} appointments`] as const] : []),
    ["Treatment", `${booking.service}, ${booking.minutes} minutes`],
    ["Therapist", booking.therapist ?? "One of the therapists"],
    ["Price", `${booking.price} in total, to pay ${booking.payment}`],
    ["Where", placeInWords(booking.location)],
    ...(booking.access ? [["How to get in", booking.access] as const] : []),
    ["Reference", booking.reference],
    ...(booking.practicalNote ? [["Your note", booking.practicalNote] as const] : []),
  ] as const;
  return (
    <dl className="measure mt-8 border-t border-line">
      {rows.map(([term, value]) => (
        <div key={term} className="grid gap-x-4 border-b border-line py-3 sm:grid-cols-[9rem_1fr]">
          <dt className="text-ink-soft">{term}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
