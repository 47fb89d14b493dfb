import { setTimeout as sleep } from "node:timers/promises";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { type SensitiveDeed, sensitiveChange } from "#app/accounts/sensitive-change.mail.tsx";
import { mailServerInUse } from "#app/mail-server/mail-server-in-use.server.ts";
import { renderersOf } from "#app/outbox/define-mail.server.ts";
import { deliverNow } from "#app/outbox/deliver-due.server.ts";
import { smtpTransport, TIMEOUTS } from "#app/outbox/smtp.gateway.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";

const WITHIN_MS = 10_000;
const LATER_MS = 60_000;

/**
 * Emails every owner that something is about to change, by the mail server and the sender of now, and waits ten seconds
 * at most. True: each mail was taken, or no mail server is set. What was not taken waits in the outbox, so that a dead
 * mail server keeps nobody from setting another (decisions/0560).
 */
export async function tellOwnersFirst(app: AppContext, actor: Actor, deed: SensitiveDeed): Promise<boolean> {
  const now = app.clock.now();
  const ids = await app.db.kysely
    .transaction()
    .execute((tx) => notifyOwners(tx, { actor, deed, now, runAt: now + LATER_MS }));
  const used = await mailServerInUse(app);
  if (!("server" in used)) return true;
  const transport = smtpTransport(used.server, { ...TIMEOUTS, socketTimeout: WITHIN_MS });
  const mailer = { renderers: renderersOf([sensitiveChange]), transport, worker: newId(), sent: new Set<string>() };
  const sending = deliverNow(app, mailer, ids)
    .catch((err) => {
      app.log.warn({ err }, "owners could not be told first");
      return 0;
    })
    .finally(() => transport.close());
  const told = await Promise.race([sending, sleep(WITHIN_MS, 0, { ref: false })]);
  if (told < ids.length) app.log.warn({ deed, owners: ids.length, told }, "not every owner was told first");
  return told === ids.length;
}
