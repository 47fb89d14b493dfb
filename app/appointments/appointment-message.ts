import { z } from "zod";
import type { DataOf, Due, Message, MessageKinds, Subject } from "#app/outbox/message.ts";

const about = z.object({ appointmentId: z.string() });
/** `was`: the start that the client knew; `before`: the other details, which version 0.1.0 did not write. */
export const movedData = about.extend({
  was: z.number(),
  before: z
    .object({ end: z.number(), minutes: z.number(), pricePence: z.number(), therapistId: z.string() })
    .optional(),
});

export const appointmentMessages = {
  "appointment-confirmed-client": { title: "Booking confirmed", data: about },
  "appointment-confirmed-practice": { title: "New booking, to the practice", data: about },
  "appointment-pending-client": { title: "Booking received", data: about },
  "appointment-accepted-client": { title: "Booking accepted", data: about },
  "appointment-rescheduled-client": { title: "New time or other change", data: movedData },
  "appointment-rescheduled-practice": { title: "New time, to the practice", data: movedData },
  "appointment-offered-client": { title: "Other times offered", data: about },
  "appointment-asked-practice": { title: "Request to move, to the practice", data: about },
  "appointment-declined-client": { title: "Cannot be moved", data: about },
  "appointment-cancelled-client": { title: "Cancellation", data: about },
  "appointment-reinstated-client": { title: "Back after a cancellation", data: about },
  "appointment-cancelled-practice": { title: "Cancellation, to the practice", data: about },
  /** `start`: the start that it reminds of. The reminder is dropped if the appointment has moved since. */
  "appointment-held-client": { title: "Press to keep a booking", data: about },
  "booking-request-client": { title: "Link to book a time", data: z.object({ requestId: z.string() }) },
  "appointment-link-client": { title: "New link", data: about },
  "appointment-account-client": { title: "Keep details for next time", data: about },
  /** All links of one address; `appointmentId`: a booking ahead with that address, or `nobody`. */
  "booking-links-client": { title: "Links of bookings ahead", data: about },
  "appointment-reminder-client": { title: "Reminder", data: about.extend({ start: z.number() }) },
  /** Many bookings at once, so guests must confirm by e-mail. `day`: local date, once a day. */
  "booking-brake-practice": {
    title: "Many bookings at once",
    data: z.object({ day: z.string(), lastHour: z.number(), lastDay: z.number().optional() }),
  },
} as const satisfies MessageKinds;

type Kinds = typeof appointmentMessages;
type AppointmentKind = Exclude<keyof Kinds, "booking-brake-practice" | "booking-request-client">;

export function appointmentMessage<Kind extends AppointmentKind>(kind: Kind, data: DataOf<Kinds, Kind>): Message {
  return { kind, subject: appointmentSubject(data.appointmentId), data };
}

/** The outbox's `subject_kind` for an appointment, and for mails that outlive their appointment. */
export const APPOINTMENT = "appointment";
export const CLIENT = "client";

export function appointmentSubject(id: string): Subject {
  return { kind: APPOINTMENT, id };
}

/** The `subject_kind` of the mail about a booking that keeps no time yet. */
export const BOOKING_REQUEST = "booking-request";

export function requestMessage(requestId: string): Message {
  return { kind: "booking-request-client", subject: { kind: BOOKING_REQUEST, id: requestId }, data: { requestId } };
}

export function brakeMessage(data: DataOf<Kinds, "booking-brake-practice">): Message {
  return { kind: "booking-brake-practice", subject: { kind: "day", id: data.day }, data };
}

/** Marks the mails to the client as caused by a stranger: nobody has proved that the address is theirs. */
export function byStranger(messages: readonly Due[]): Due[] {
  return messages.map((message) => (message.kind.endsWith("-client") ? { ...message, byStranger: true } : message));
}
