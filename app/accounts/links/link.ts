/** What a mailed link is for. One use; `change` carries the address to change to. */
export type LinkPurpose = "verify" | "change" | "reset";

/** Whom a link is for. `userId` is null when the address had no account: such a link is never mailed and opens nothing. */
export type LinkFor = { userId: string | null; email: string };

const HOUR_MS = 3_600_000;

/** How long a link works, in ms. */
export const LINK_LIFE: Record<LinkPurpose, number> = { verify: 72 * HOUR_MS, change: 24 * HOUR_MS, reset: HOUR_MS };
