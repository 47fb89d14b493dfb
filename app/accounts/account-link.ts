/**
 * What a mailed link is for; each works once. `let-in` exempts an owner from the limit while others try their
 * account.
 */
export type LinkPurpose = "verify" | "change" | "reset" | "let-in";

/**
 * `userId` null: the address had no account, so the link is never mailed. `sessionId`: the session that asked for it.
 */
export type LinkFor = { userId: string | null; email: string; sessionId?: string | null };

const HOUR_MS = 3_600_000;

/** How long a link works, in ms. */
export const LINK_LIFE: Record<LinkPurpose, number> = {
  verify: 72 * HOUR_MS,
  change: 24 * HOUR_MS,
  reset: HOUR_MS,
  "let-in": HOUR_MS,
};
