import { setTimeout as sleep } from "node:timers/promises";
import { markSent } from "#app/mail/delivery.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { databaseErrorOf } from "#app/platform/database/database-error.server.ts";

const GIVES_UP_MS = 270_000;
const AGAIN_MS = 500;

/** `sent`: what the mail server has accepted and this worker has not yet noted. */
export type Noting = { worker: string; sent: Set<string> };

/** Insists while the database is away: a mail that was sent and not noted would be sent again. */
export async function noteSent(app: AppContext, { worker, sent }: Noting, id: string): Promise<void> {
  const givesUp = performance.now() + GIVES_UP_MS;
  for (;;) {
    try {
      await markSent(app.db.kysely, { id, worker, now: app.clock.now() });
      sent.delete(id);
      return;
    } catch (error) {
      if (databaseErrorOf(error) === null || performance.now() > givesUp) throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** Notes what an earlier batch has sent and could not note. */
export async function noteLeftOver(app: AppContext, noting: Noting): Promise<void> {
  for (const id of noting.sent) {
    await noteSent(app, noting, id).catch((error) =>
      app.log.error({ err: error, message: id }, "a mail was sent, and it can't be noted"),
    );
  }
}
