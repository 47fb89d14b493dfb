import { z } from "zod";
import { DAY_LIST, type Message, type MessageKinds } from "#app/outbox/message.ts";

/** `lines`: the ids of what it collects. */
export const digestMessages = {
  "practice-digest": { title: "The day’s news, to the practice", data: z.object({ lines: z.array(z.string()) }) },
} as const satisfies MessageKinds;

/** `day`: the local date on which it is made. */
export function digestMessage({ day, lines }: { day: string; lines: readonly string[] }): Message {
  return { kind: "practice-digest", subject: { kind: DAY_LIST, id: day }, data: { lines } };
}
