import { z } from "zod";
import { appointmentSubject } from "#app/appointments/appointment-message.ts";
import type { Hearing } from "#app/appointments/who-hears.ts";
import { DAY_LIST, type DataOf, type Message, type MessageKinds } from "#app/outbox/message.ts";

const times = z.object({ start: z.number(), end: z.number() }).nullable();

/** `knew`: when the therapist thinks that it is with them. */
export const hearingData = z.object({
  appointmentId: z.string(),
  therapistId: z.string(),
  knew: times,
  news: z.enum(["booked", "given", "moved", "taken", "cancelled", "reinstated"]),
  other: z.string().nullable(),
});

export const therapistMessages = {
  "appointment-told-therapist": { title: "Change, to the therapist", data: hearingData },
  /** `date`: the local date that it lists. */
  "therapist-evening": {
    title: "Tomorrow’s appointments, to the therapist",
    data: z.object({ therapistId: z.string(), date: z.string() }),
  },
} as const satisfies MessageKinds;

type Kinds = typeof therapistMessages;

export const TOLD_THERAPIST = "appointment-told-therapist";

export function therapistMessage(appointmentId: string, hearing: Hearing): Message {
  return { kind: TOLD_THERAPIST, subject: appointmentSubject(appointmentId), data: { appointmentId, ...hearing } };
}

export function eveningMessage(data: DataOf<Kinds, "therapist-evening">): Message {
  return { kind: "therapist-evening", subject: { kind: DAY_LIST, id: `${data.therapistId}:${data.date}` }, data };
}
