import { LONGEST_ADMIN_SESSION, LONGEST_SESSION } from "#app/accounts/session.ts";
import { rolesOf, type User } from "#app/accounts/user.ts";

/** A browser of somebody's that is told. Instants are epoch ms UTC. */
export type PushDevice = {
  id: string;
  userId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  label: string;
  tellsPractice: boolean;
  tellsReminders: boolean;
  createdAt: number;
  seenAt: number;
  reachedAt: number | null;
};

/** How many of them one person may have. */
export const MOST_DEVICES = 10;

/** A device is told as long after its owner was there as a session of theirs would have lasted (decisions/0140). */
export function isStillNotified({ seenAt }: Pick<PushDevice, "seenAt">, user: User, now: number): boolean {
  const longest = rolesOf(user).length > 0 ? LONGEST_ADMIN_SESSION : LONGEST_SESSION;
  return !user.disabled && now - seenAt <= longest;
}
