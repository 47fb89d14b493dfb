import type { FieldErrors } from "#app/booking/booking.form.ts";
import type { TypedDetails } from "#app/booking/person-fields.tsx";
import type { Instead } from "#app/booking/taken-notice.tsx";

export type BookingReply = { errors: FieldErrors; alert: string | null; instead: Instead | null };

export type BookingAnswer = BookingReply & { typed: TypedDetails & { start?: string } };

export function invalid(errors: FieldErrors): BookingReply {
  return { errors, alert: null, instead: null };
}

type Taken = { near: readonly { start: number }[]; others: readonly { slug: string; name: string }[] };

/** `start`: the time that is taken, as an instant. */
export function taken({ near, others }: Taken, start: number): BookingReply {
  const iso = (instant: number) => new Date(instant).toISOString();
  const instead = {
    start: iso(start),
    others: others.map(({ slug, name }) => ({ slug, name })),
    near: near.map((slot) => iso(slot.start)),
  };
  return { errors: {}, alert: null, instead };
}

/** After Back, the form was sent again with other details for the time that it has booked. */
export function keyUsed(): BookingReply {
  const alert =
    "This form has booked that time already, with other details. We have mailed a confirmation: its link changes the booking. For another booking choose another time, or ring us.";
  return { errors: {}, alert, instead: null };
}

export function limited(): BookingReply {
  const alert = "That is a lot of bookings at once. Please wait ten minutes, or ring us.";
  return { errors: {}, alert, instead: null };
}
