import { z } from "zod";
import { movedData } from "#app/appointments/appointment-message.ts";
import type { Message, Subject } from "#app/outbox/message.ts";

const about = z.object({ seriesId: z.string(), appointmentIds: z.array(z.string()) });

/** Messages about several appointments of a series at once, each with those that it was written for. */
export const seriesData = {
  "series-booked-client": about,
  "series-booked-practice": about,
  "series-moved-client": about.extend({ moves: z.array(movedData) }),
  "series-cancelled-client": about,
};

type Kinds = typeof seriesData;
export type HeldSeriesKind = "series-moved-client" | "series-cancelled-client";

export function seriesMessage<Kind extends keyof Kinds>(kind: Kind, data: z.output<Kinds[Kind]>): Message {
  return { kind, subject: seriesSubject(data.seriesId), data };
}

export const SERIES = "series";

export function seriesSubject(id: string): Subject {
  return { kind: SERIES, id };
}
