import type { TeamRole } from "#app/platform/permissions.ts";

const DAY_MS = 86_400_000;

/** The kind of an invitation, and of the mail with its link. */
export const INVITE = "staff-invite";

/** How long a mailed invitation works, in ms. */
export const INVITE_LIFE = 7 * DAY_MS;

/** How long one that was used, withdrawn or has expired is stored, in ms. */
export const INVITE_STORED = 30 * DAY_MS;

/** An invitation to work here. Instants are epoch ms UTC; `email` is in lower case. */
export type Invite = {
  id: string;
  email: string;
  roles: readonly TeamRole[];
  therapistId: string | null;
  state: "open" | "used" | "revoked";
  sentAt: number;
  expiresAt: number;
  /** The owner's user id; null: the command line. */
  invitedBy: string | null;
};

/** Whether its link can be used now. */
export function isOpen({ state, expiresAt }: Pick<Invite, "state" | "expiresAt">, now: number): boolean {
  return state === "open" && now < expiresAt;
}

// One sentence for all, so that whoever holds a link learns nothing of the rest.
export const DEAD_INVITE =
  "This invitation can’t be used. It has been used or withdrawn, it has expired, or it is for another address";
