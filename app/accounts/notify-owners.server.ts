import { type SensitiveChange, sensitiveChange } from "#app/accounts/sensitive-change.mail.tsx";
import { aboutUser } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";

type Notice = {
  actor: Actor;
  change: SensitiveChange;
  now: number;
  whom?: string | null;
  except?: string | null;
  /** When the outbox sends it, if nobody has sent it before (epoch ms). */
  runAt?: number;
};

/** Emails every owner about a change that only a confirmed person makes. Returns the ids of the messages. */
export async function notifyOwners(
  tx: Tx,
  { actor, change, now, whom = null, except = null, runAt = now }: Notice,
): Promise<string[]> {
  const owners = await tx
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("id", "not in", (disabled) => disabled.selectFrom("disabled_users").select("user_id"))
    .execute();
  const by = "userId" in actor ? actor.userId : null;
  const recipients = owners.filter(({ id }) => id !== except);
  if (recipients.length === 0) return [];
  const mails = recipients.map(({ id: to }) => ({
    ...sensitiveChange.message(aboutUser(to), { to, by, deed: change, whom, at: now }),
    runAt,
  }));
  return enqueue(tx, mails, now);
}
