import { onTestFinished } from "vitest";
import { deliverDue, type Mailer } from "#app/mail/deliver-due.server.ts";
import { smtpTransport, type TIMEOUTS } from "#app/mail/smtp.gateway.server.ts";
import { renderers } from "#app/mails.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** A worker for every room's mails that sends to this SMTP server, or to none (null). Closed with the test. */
export function worker(smtpUrl: string | null, name = "worker", timeouts?: typeof TIMEOUTS): Mailer {
  const transport = smtpUrl ? smtpTransport(smtpUrl, timeouts && { timeouts }) : null;
  onTestFinished(() => transport?.close());
  return { renderers, transport, worker: name, sent: new Set() };
}

/** Sends until nothing is due. Returns the number of messages handled. */
export async function sendAll(app: AppContext, post: Mailer): Promise<number> {
  let handled = 0;
  for (let turn = 0; turn < 50; turn++) {
    const count = await deliverDue(app, post);
    handled += count;
    if (count === 0) return handled;
  }
  throw new Error("The outbox never came to rest");
}

export function outboxOf(app: AppContext) {
  return app.db.kysely.selectFrom("outbox").selectAll().orderBy("created_at").orderBy("id").execute();
}
