const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How many mails that strangers cause one address gets in any hour, and in any day. */
const MOST_IN_HOUR = 6;
const MOST_IN_DAY = 12;

/** How long such a mail waits before it is dropped: a flood must not trickle on for days. */
export const LONGEST_WAIT_MS = 3 * HOUR_MS;

/** The mails of a day to an address: when, and for which message. */
export type Recent = readonly { at: number; id: string }[];

/**
 * Whether this message may go now, with the list to store, or else when the next one may. `limit`: it is the last one
 * of its hour or day, and says so.
 */
export function allowed(
  recent: Recent,
  { id, now }: { id: string; now: number },
): { recent: Recent; limit: "hour" | "day" | null } | { at: number } {
  const inDay = recent.filter(({ at }) => at > now - DAY_MS);
  // A failed attempt has already been counted.
  const counted = inDay.some((mail) => mail.id === id) ? inDay : [...inDay, { at: now, id }];
  const before = counted.slice(
    0,
    counted.findIndex((mail) => mail.id === id),
  );
  const inHour = before.filter(({ at }) => at > now - HOUR_MS);
  if (before.length >= MOST_IN_DAY) return { at: (before.at(-MOST_IN_DAY)?.at ?? now) + DAY_MS };
  if (inHour.length >= MOST_IN_HOUR) return { at: (inHour.at(-MOST_IN_HOUR)?.at ?? now) + HOUR_MS };
  const limit = before.length + 1 === MOST_IN_DAY ? "day" : inHour.length + 1 === MOST_IN_HOUR ? "hour" : null;
  return { recent: counted, limit };
}

/** One mailbox however its address is written: case and a `+` suffix make no difference. */
export function mailboxOf(address: string): string {
  const [local = "", domain = ""] = address.trim().toLowerCase().split("@");
  return `${local.split("+")[0]}@${domain}`;
}
