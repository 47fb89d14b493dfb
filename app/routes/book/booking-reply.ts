import type { FieldErrors } from "#app/appointments/booking/booking.form.ts";
import type { TypedDetails } from "#app/appointments/booking/person-fields.tsx";
import { type Alternatives, getAlternatives } from "#app/appointments/booking/scheduler/taken-notice.tsx";
import { notOpen } from "#app/routes/book/not-open.ts";
import type { Opening } from "#app/site/go-live/opening.server.ts";

/** `time`: of the appointment that this person has then; `link`: its page; `secret`: moves it here. */
export type Overlap = { time: string; link: string; secret: string };

export type BookingReply = {
  errors: FieldErrors;
  alert: string | null;
  alternatives: Alternatives | null;
  overlap?: Overlap;
};

/** `id`: of this answer alone, so that each takes the focus. */
export type BookingAnswer = BookingReply & { typed: TypedDetails & { start?: string }; id: string };

export function invalid(errors: FieldErrors): BookingReply {
  return { errors, alert: null, alternatives: null };
}

/** `start`: the time that is taken, as an instant. */
export function taken(outcome: Omit<Parameters<typeof getAlternatives>[0], "start">, start: number): BookingReply {
  return { errors: {}, alert: null, alternatives: getAlternatives({ ...outcome, start }) };
}

/** After Back, the form was sent again with other details for the time that it has booked. */
export function keyUsed({ sendsMail }: { sendsMail: boolean }): BookingReply {
  const link = sendsMail ? " A confirmation is in your email: its link changes the booking." : "";
  const alert = `This form has booked that time already, with other details.${link} For another booking choose another time, or call.`;
  return { errors: {}, alert, alternatives: null };
}

export function overlaps(overlap: Overlap): BookingReply {
  return { errors: {}, alert: null, alternatives: null, overlap };
}

export function limited(): BookingReply {
  const alert = "Too many bookings at once. Wait ten minutes, or call.";
  return { errors: {}, alert, alternatives: null };
}

/** The practice is not open yet, or was closed after the page was opened. */
export function closed(opening: Opening): BookingReply {
  return { errors: {}, alert: notOpen(opening), alternatives: null };
}
