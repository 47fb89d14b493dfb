import { z } from "zod";
import type { Due, MessageKinds } from "#app/outbox/message.ts";

export const calendlyMessages = {
  "calendly-clash-practice": { title: "Booked on Calendly, and taken here", data: z.object({ invitee: z.string() }) },
} as const satisfies MessageKinds;

/** `invitee`: its id on Calendly. */
export function clashMessage(invitee: string): Due {
  return { kind: "calendly-clash-practice", subject: { kind: "external", id: invitee }, data: { invitee } };
}
