import { type KeyChange, keyChanged } from "#app/accounts/account-changed.mail.tsx";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { aboutUser, getUser } from "#app/accounts/users.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName } from "#app/platform/permissions.ts";

/** Emails the other owners that a way into an owner's account has changed. */
export async function noteWayIn(
  tx: Tx,
  { userId, actor, now }: { userId: string; actor: Actor; now: number },
): Promise<void> {
  const user = await getUser(tx, userId);
  if (user?.role === "admin") await notifyOwners(tx, { actor, change: "sign-in", now, whom: userId, except: userId });
}

/** Audits that a way into an account was added or removed, and mails its owner. */
export async function noteKeyChange(
  tx: Tx,
  { userId, actor, now, change }: { userId: string; actor: Actor; now: number; change: KeyChange },
): Promise<void> {
  const subject = { kind: "user", id: userId };
  await writeAudit(tx, { at: now, actor: actorName(actor), action: `account.${change}`, subject });
  await noteWayIn(tx, { userId, actor, now });
  await enqueue(tx, [keyChanged.message(aboutUser(userId), { userId, at: now, change })], now);
}
