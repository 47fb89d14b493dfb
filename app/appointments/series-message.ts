import { z } from "zod";
import { movedData } from "#app/appointments/appointment-message.ts";
import type { DataOf, Message, MessageKinds, Subject } from "#app/outbox/message.ts";

const about = z.object({ seriesId: z.string(), appointmentIds: z.array(z.string()) });

/** Mails about several appointments of a series at once, each with those that it was written for. */
export const seriesMessages = {
  "series-booked-client": { title: "Series booked", data: about },
  "series-booked-practice": { title: "New series, to the practice", data: about },
  "series-moved-client": { title: "New times of a series", data: about.extend({ moves: z.array(movedData) }) },
  "series-cancelled-client": { title: "Cancellation of several", data: about },
} as const satisfies MessageKinds;

type Kinds = typeof seriesMessages;
export type HeldSeriesKind = "series-moved-client" | "series-cancelled-client";

export function seriesMessage<Kind extends keyof Kinds>(kind: Kind, data: DataOf<Kinds, Kind>): Message {
  return { kind, subject: seriesSubject(data.seriesId), data };
}

export const SERIES = "series";

export function seriesSubject(id: string): Subject {
  return { kind: SERIES, id };
}
