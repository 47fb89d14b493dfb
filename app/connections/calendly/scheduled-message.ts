import { type InviteeIds, idsFrom } from "#app/connections/calendly/invitee-ids.ts";

type Heard = { origin: string; source: unknown; data: unknown };

/**
 * The booking that a message tells of; null for any other message. Anybody can post a message to a page, so it counts
 * only from Calendly's origin, from the very frame that shows it, and in the one shape.
 */
export function scheduledFrom(heard: Heard, frame: { origin: string; window: unknown }): InviteeIds | null {
  if (heard.origin !== frame.origin || !frame.window || heard.source !== frame.window) return null;
  if (!isObject(heard.data) || heard.data.event !== "calendly.event_scheduled") return null;
  const { payload } = heard.data;
  const invitee = isObject(payload) && isObject(payload.invitee) ? payload.invitee.uri : null;
  return idsFrom(invitee);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
