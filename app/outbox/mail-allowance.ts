const HOUR_MS = 3_600_000;

/** How many mails that strangers cause one address gets in any hour. */
const STRANGERS_MAILS = 3;

/** How long such a mail waits before it is dropped: a flood must not trickle on for days. */
export const LONGEST_WAIT_MS = 3 * HOUR_MS;

/** The recent mails to an address: when, and for which message. */
export type Recent = readonly { at: number; id: string }[];

/** Whether this message may go now, with the list to store, or else when the next one may. */
export function allowed(recent: Recent, { id, now }: { id: string; now: number }): { recent: Recent } | { at: number } {
  const inHour = recent.filter(({ at }) => at > now - HOUR_MS);
  // A failed attempt has already been counted.
  if (inHour.some((mail) => mail.id === id)) return { recent: inHour };
  if (inHour.length < STRANGERS_MAILS) return { recent: [...inHour, { at: now, id }] };
  return { at: Math.min(...inHour.map(({ at }) => at)) + HOUR_MS };
}

/** One mailbox however its address is written: case and a `+` suffix make no difference. */
export function mailboxOf(address: string): string {
  const [local = "", domain = ""] = address.trim().toLowerCase().split("@");
  return `${local.split("+")[0]}@${domain}`;
}
