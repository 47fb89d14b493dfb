import { z } from "zod";
import { appointmentSubject } from "#app/appointments/appointment-message.ts";
import type { Hearing } from "#app/appointments/who-hears.ts";
import { DAY_LIST, type Message } from "#app/outbox/message.ts";

const times = z.object({ start: z.number(), end: z.number() }).nullable();

/** `knew`: when the therapist thinks that it is with them. */
export const hearingData = z.object({
  appointmentId: z.string(),
  therapistId: z.string(),
  knew: times,
  news: z.enum(["booked", "given", "moved", "taken", "cancelled", "reinstated"]),
  other: z.string().nullable(),
});

/** `date`: the local date that it lists. */
export const eveningData = z.object({ therapistId: z.string(), date: z.string() });

export const TOLD_THERAPIST = "appointment-told-therapist";

export function therapistMessage(appointmentId: string, hearing: Hearing): Message {
  return { kind: TOLD_THERAPIST, subject: appointmentSubject(appointmentId), data: { appointmentId, ...hearing } };
}

export function eveningMessage(data: z.output<typeof eveningData>): Message {
  return { kind: "therapist-evening", subject: { kind: DAY_LIST, id: `${data.therapistId}:${data.date}` }, data };
}
