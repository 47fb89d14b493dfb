import { useEffect, useRef } from "react";
import { Form, href, Link } from "react-router";
import type { Upcoming } from "#app/diary/stranded/stranded.ts";
import { timeInWords } from "#app/platform/date-time.ts";
import type { Fields, FormReply } from "#app/platform/form-fields.ts";
import { Button } from "#app/ui/controls.tsx";

/** A change would strand appointments: lists them, with the form to go ahead. */
export type StrandedReply = FormReply<{ kind: "strands"; bookings: Upcoming[] }>;

type Props = { stranded: StrandedReply; zone: string; goAhead: string };

export function StrandedNotice({ stranded, zone, goAhead }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { typed, bookings } = stranded;
  const many = bookings.length !== 1;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="mb-6 rounded-sm border-2 border-warning bg-warning-wash p-4">
      <h2 className="text-xl">
        This change affects {bookings.length} booked appointment{many && "s"}
      </h2>
      <p className="mt-2">
        Nothing is saved yet. {many ? "These appointments stay" : "This appointment stays"} booked. Move or cancel{" "}
        {many ? "them" : "it"} now, or save and deal with {many ? "them" : "it"} later.
      </p>
      <ul className="mt-3 space-y-1">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Link to={href("/admin/appointments/:id", { id: booking.id })} className="prose-link">
              {timeInWords(booking.start, zone)}
            </Link>
            : {booking.name ?? "Unknown"}, {booking.serviceTitle}
          </li>
        ))}
      </ul>
      <Form method="post" className="mt-4">
        {Object.entries(typed).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="accepted" value={bookings.map(({ id }) => id).join(",")} />
        <Button look="outline">{goAhead}</Button>
      </Form>
    </div>
  );
}

/** The stranded appointments that the admin has accepted, from the form. */
export function acceptedIn(fields: Fields): string[] {
  return (fields.accepted ?? "").split(",").filter(Boolean);
}
