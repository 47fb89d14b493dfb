import { z } from "zod";
import { USER } from "#app/accounts/account-message.ts";
import type { Due, MessageKinds } from "#app/outbox/message.ts";

/** `to`: an owner. */
const toOwner = z.object({ id: z.string(), askedBy: z.string(), to: z.string() });
const toTherapist = z.object({ id: z.string(), askedBy: z.string() });

export const timeOffMessages = {
  "time-off-asked": { title: "Time off asked", data: toOwner },
  "time-off-withdrawn": { title: "Time off withdrawn", data: toOwner },
  "time-off-answered": { title: "Time off answered", data: toTherapist },
} as const satisfies MessageKinds;

type ToOwner = z.output<typeof toOwner>;
type ToTherapist = z.output<typeof toTherapist>;

export function askedMessage(data: ToOwner): Due {
  return { kind: "time-off-asked", subject: about(data), data };
}

export function withdrawnMessage(data: ToOwner): Due {
  return { kind: "time-off-withdrawn", subject: about(data), data };
}

export function answeredMessage(data: ToTherapist): Due {
  return { kind: "time-off-answered", subject: about(data), data };
}

// About the person, so that it goes with them.
function about({ askedBy }: ToTherapist) {
  return { kind: USER, id: askedBy };
}
