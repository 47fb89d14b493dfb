const URI =
  /^https:\/\/(?:api\.calendly\.com|calendly\.com\/api\/v2)\/scheduled_events\/([A-Za-z0-9-]{1,64})(?:\/invitees\/([A-Za-z0-9-]{1,64}))?$/;

/** The ids of one booking on Calendly. */
export type InviteeIds = { event: string; invitee: string };

/** Cut out of an invitee's address, wherever it comes from; null: it is none. The address itself is never asked. */
export function idsFrom(uri: unknown): InviteeIds | null {
  const [, event, invitee] = (typeof uri === "string" && URI.exec(uri)) || [];
  return event && invitee ? { event, invitee } : null;
}

/** The id of an event's address. */
export function eventIdFrom(uri: unknown): string | null {
  return (typeof uri === "string" && URI.exec(uri)?.[1]) || null;
}
