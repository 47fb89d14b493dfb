import { setTimeout as sleep } from "node:timers/promises";
import type { Renderers } from "#app/mail/define-mail.server.ts";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { releaseAll } from "#app/mail/delivery.db.server.ts";
import type { Transport } from "#app/mail/smtp.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";

const PAUSE_MS = 2_000;
// The pause between two batches. Rendering a mail takes as long as ten requests, and visitors come first.
const BATCH_PAUSE_MS = 500;
// Shorter than a supervisor waits (docs/operations.md): a server that says nothing must not keep a process from ending.
const LAST_WAIT_MS = 30_000;

/** The transport in use now, which may be another at each turn; null: there is none, and mails wait. */
export type TransportSource = { current: () => Promise<Transport | null>; close: () => void };

/**
 * Starts the worker that sends the outbox; the returned function stops it after the mails that are being sent, or after
 * `lastWait` ms. Any number of servers may run one.
 */
export function startOutbox(
  app: AppContext,
  renderers: Renderers,
  source: TransportSource,
  lastWait = LAST_WAIT_MS,
): () => Promise<void> {
  const stop = new AbortController();
  const mailer = { renderers, worker: newId(), sent: new Set<string>(), stopping: stop.signal };
  let timer: NodeJS.Timeout | null = null;
  let turn = Promise.resolve();
  let mayHoldLeases = false;

  function rest(pause: number): void {
    if (stop.signal.aborted) return;
    timer = setTimeout(() => {
      turn = work();
    }, pause);
    timer.unref();
  }

  async function work(): Promise<void> {
    let handled = 0;
    try {
      if (mayHoldLeases) await releaseAll(app.db.kysely, mailer.worker, [...mailer.sent]);
      mayHoldLeases = false;
      handled = await deliverDue(app, { ...mailer, transport: await source.current() });
    } catch (error) {
      // The database may be away for a moment: the next run tries again.
      mayHoldLeases = true;
      app.log.error({ err: error }, "the outbox could not be read");
    }
    rest(handled > 0 ? BATCH_PAUSE_MS : PAUSE_MS);
  }

  turn = work();
  return async () => {
    stop.abort();
    if (timer) clearTimeout(timer);
    const isDone = await Promise.race([turn.then(() => true), sleep(lastWait, false, { ref: false })]);
    if (!isDone) app.log.warn("the mail server did not answer in time: what it was sent last may be sent again");
    source.close();
  };
}
