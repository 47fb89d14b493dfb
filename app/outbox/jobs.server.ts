import { deliverDue, type Renderers } from "#app/outbox/delivery/commands.server.ts";
import { smtpTransport } from "#app/outbox/delivery/gateway.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

const PAUSE_MS = 2_000;
// Between two batches. Making a mail takes the time of some ten requests, and visitors come first.
const BREATH_MS = 500;

/**
 * Starts the worker that sends the outbox, and answers how to stop it: `stop` waits for the mails in hand.
 * Any number of servers may each run one.
 */
export function startOutbox(world: World, renderers: Renderers): () => Promise<void> {
  const { smtpUrl } = world.config;
  const transport = smtpUrl ? smtpTransport(smtpUrl) : null;
  if (!transport) world.log.warn("SMTP_URL is not set: mails wait in the outbox, readable at /admin/mail");
  const post = { renderers, transport, worker: newId() };
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let turn = Promise.resolve();

  function rest(pause: number): void {
    if (stopped) return;
    timer = setTimeout(() => {
      turn = work();
    }, pause);
    timer.unref();
  }

  async function work(): Promise<void> {
    let handled = 0;
    try {
      handled = await deliverDue(world, post);
    } catch (error) {
      // The database may be away for a moment: the next turn tries again.
      world.log.error({ err: error }, "the outbox could not be read");
    }
    rest(handled > 0 ? BREATH_MS : PAUSE_MS);
  }

  turn = work();
  return async () => {
    stopped = true;
    if (timer) clearTimeout(timer);
    await turn;
    transport?.close();
  };
}
