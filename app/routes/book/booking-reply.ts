import type { TypedPerson } from "#app/appointments/components/person-fields.tsx";
import type { FieldErrors } from "#app/appointments/forms.ts";

/** What the booking page says when it could not book. Nothing typed is lost. */
export type BookingReply = { errors: FieldErrors; alert: string | null; near: string[] | null };

export type BookingAnswer = BookingReply & { typed: TypedPerson & { start?: string } };

export function invalid(errors: FieldErrors): BookingReply {
  return { errors, alert: null, near: null };
}

/** `near`: the nearest free starts, as ISO 8601 instants. */
export function taken({ near }: { near: readonly { start: number }[] }): BookingReply {
  return { errors: {}, alert: null, near: near.map((slot) => new Date(slot.start).toISOString()) };
}

export function limited(): BookingReply {
  return { errors: {}, alert: "That is a lot of bookings at once. Please wait ten minutes, or ring us.", near: null };
}
