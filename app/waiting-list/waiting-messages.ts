import { z } from "zod";
import { type Due, PUSH_CHANNEL } from "#app/mail/message.ts";

/** Mails and pushes stand under their entry, so that erasing it finds them. */
export const WAITING = "waiting";

export const WAIT_CONFIRM = "waiting-confirm-client";
export const OFFER_MAIL = "waiting-offer-client";
export const OFFER_GONE = "waiting-gone-client";
export const OFFER_CALL = "waiting-call-practice";
export const OFFER_DEVICE = "waiting-offer-device";

export const entryData = z.object({ entryId: z.string() });
export const offerData = z.object({ offerId: z.string() });
export const offerPushData = z.object({ offerId: z.string(), deviceId: z.string() });

export function waitConfirmMessage(entryId: string): Due {
  return { kind: WAIT_CONFIRM, subject: { kind: WAITING, id: entryId }, data: { entryId }, byStranger: true };
}

export function offerMessage({ id, entryId }: { id: string; entryId: string }): Due {
  return { kind: OFFER_MAIL, subject: { kind: WAITING, id: entryId }, data: { offerId: id } };
}

/** To the practice: whoever is offered this has no email, so they are called. */
export function callMessage({ id, entryId }: { id: string; entryId: string }): Due {
  return { kind: OFFER_CALL, subject: { kind: WAITING, id: entryId }, data: { offerId: id } };
}

/** The practice has booked the time for someone else, or nobody gives it then any more. */
export function goneMessage({ id, entryId }: { id: string; entryId: string }): Due {
  return { kind: OFFER_GONE, subject: { kind: WAITING, id: entryId }, data: { offerId: id } };
}

export function offerPush({ id, entryId }: { id: string; entryId: string }, deviceId: string): Due {
  const data = { offerId: id, deviceId };
  return { kind: OFFER_DEVICE, subject: { kind: WAITING, id: entryId }, data, channel: PUSH_CHANNEL };
}
