import type { FieldErrors } from "#app/booking/booking.form.ts";
import type { TypedDetails } from "#app/booking/person-fields.tsx";

export type BookingReply = { errors: FieldErrors; alert: string | null; near: string[] | null };

export type BookingAnswer = BookingReply & { typed: TypedDetails & { start?: string } };

export function invalid(errors: FieldErrors): BookingReply {
  return { errors, alert: null, near: null };
}

/** `near`: the nearest free starts, as ISO 8601 instants. */
export function taken({ near }: { near: readonly { start: number }[] }): BookingReply {
  return { errors: {}, alert: null, near: near.map((slot) => new Date(slot.start).toISOString()) };
}

/** After Back, the form was sent again with other details for the time that it has booked. */
export function keyUsed(): BookingReply {
  const alert =
    "This form has booked that time already, with other details. We have mailed a confirmation: its link changes the booking. For another booking choose another time, or ring us.";
  return { errors: {}, alert, near: null };
}

export function limited(): BookingReply {
  return { errors: {}, alert: "That is a lot of bookings at once. Please wait ten minutes, or ring us.", near: null };
}
