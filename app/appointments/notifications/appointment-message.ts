import { z } from "zod";
import type { Notification } from "#app/appointments/notifications/therapist-notifications.ts";
import { DAY_LIST, type Due, type Message, type Subject } from "#app/mail/message.ts";

const about = z.object({ appointmentId: z.string() });
/** `was`: the start that the client knew; `before`: the other details, which version 0.1.0 did not write. */
export const movedData = about.extend({
  was: z.number(),
  before: z
    .object({
      ...{ end: z.number(), minutes: z.number(), pricePence: z.number(), therapistId: z.string() },
      serviceTitle: z.string().optional(),
    })
    .optional(),
});

/** The data of each message; its email is in `mails/`. */
export const appointmentData = {
  "appointment-confirmed-client": about,
  "appointment-confirmed-practice": about,
  "appointment-pending-client": about,
  "appointment-accepted-client": about,
  "appointment-rescheduled-client": movedData,
  "appointment-rescheduled-practice": movedData,
  "appointment-offered-client": about,
  "appointment-asked-practice": about,
  "appointment-declined-client": about,
  "appointment-cancelled-client": about,
  "appointment-reinstated-client": about,
  "appointment-cancelled-practice": about,
  "appointment-held-client": about,
  "booking-request-client": z.object({ requestId: z.string() }),
  "appointment-link-client": about,
  "appointment-account-client": about,
  /** `appointmentId`: a booking ahead with that address, or `nobody`. */
  "booking-links-client": about,
  /** `start`: the start that it reminds of. */
  "appointment-reminder-client": about.extend({ start: z.number() }),
  /** `start`: the start that the client knows; `minutes`: how much later it begins. */
  "appointment-late-client": about.extend({ start: z.number(), minutes: z.number() }),
  /** `day`: local date, once a day. */
  "booking-brake-practice": z.object({ day: z.string(), lastHour: z.number(), lastDay: z.number().optional() }),
};

type AppointmentKind = Exclude<keyof typeof appointmentData, "booking-brake-practice" | "booking-request-client">;
type DataOf<Kind extends keyof typeof appointmentData> = z.output<(typeof appointmentData)[Kind]>;

export function appointmentMessage<Kind extends AppointmentKind>(kind: Kind, data: DataOf<Kind>): Message {
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

export function brakeMessage(data: DataOf<"booking-brake-practice">): Message {
  return { kind: "booking-brake-practice", subject: { kind: "day", id: data.day }, data };
}

/** Marks the mails to the client as caused by a stranger: nobody has proved that the address is theirs. */
export function byStranger(messages: readonly Due[]): Due[] {
  return messages.map((message) => (message.kind.endsWith("-client") ? { ...message, byStranger: true } : message));
}

const aboutSeries = z.object({ seriesId: z.string(), appointmentIds: z.array(z.string()) });

/** Messages aboutSeries several appointments of a series at once, each with those that it was written for. */
export const seriesData = {
  "series-booked-client": aboutSeries,
  "series-booked-practice": aboutSeries,
  "series-moved-client": aboutSeries.extend({ moves: z.array(movedData) }),
  "series-cancelled-client": aboutSeries,
};

type Kinds = typeof seriesData;
export type PendingSeriesKind = "series-moved-client" | "series-cancelled-client";

export function seriesMessage<Kind extends keyof Kinds>(kind: Kind, data: z.output<Kinds[Kind]>): Message {
  return { kind, subject: seriesSubject(data.seriesId), data };
}

export const SERIES = "series";

export function seriesSubject(id: string): Subject {
  return { kind: SERIES, id };
}

const times = z.object({ start: z.number(), end: z.number() }).nullable();

/** `knew`: when the therapist thinks that it is with them. */
export const notificationData = z.object({
  appointmentId: z.string(),
  therapistId: z.string(),
  knew: times,
  news: z.enum(["booked", "given", "moved", "taken", "cancelled", "reinstated"]),
  other: z.string().nullable(),
});

/** `date`: the local date that it lists. */
export const eveningData = z.object({ therapistId: z.string(), date: z.string() });

export const THERAPIST_NOTIFICATION = "appointment-told-therapist";

export function therapistMessage(appointmentId: string, notification: Notification): Message {
  return {
    kind: THERAPIST_NOTIFICATION,
    subject: appointmentSubject(appointmentId),
    data: { appointmentId, ...notification },
  };
}

export function eveningMessage(data: z.output<typeof eveningData>): Message {
  return { kind: "therapist-evening", subject: { kind: DAY_LIST, id: `${data.therapistId}:${data.date}` }, data };
}
