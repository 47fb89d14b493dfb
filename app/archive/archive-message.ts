import { z } from "zod";
import { ARCHIVE_SUBJECT } from "#app/archive/moved-tables.ts";
import type { Due, MessageKinds } from "#app/outbox/message.ts";

/** `to` and `by`: owners. */
const taken = z.object({ to: z.string(), by: z.string(), at: z.number() });

export const archiveMessages = {
  "archive-taken": { title: "Everything was downloaded", data: taken },
} as const satisfies MessageKinds;

export function takenMessage(id: string, data: z.output<typeof taken>): Due {
  return { kind: "archive-taken", subject: { kind: ARCHIVE_SUBJECT, id }, data };
}
