import { onTestFinished } from "vitest";
import { renderers } from "#app/jobs.server.ts";
import { deliverDue, type Post } from "#app/outbox/delivery/commands.server.ts";
import { smtpTransport } from "#app/outbox/delivery/gateway.server.ts";
import type { World } from "#app/platform/world.server.ts";

type Timeouts = Parameters<typeof smtpTransport>[1];

/** A worker with every room's mails that sends to this SMTP server; null has none. Its line closes with the test. */
export function worker(smtpUrl: string | null, name = "worker", timeouts?: Timeouts): Post {
  const transport = smtpUrl ? smtpTransport(smtpUrl, timeouts) : null;
  onTestFinished(() => transport?.close());
  return { renderers, transport, worker: name };
}

/** Sends until nothing is due. Answers how many messages were handled. */
export async function sendAll(world: World, post: Post): Promise<number> {
  let handled = 0;
  for (let turn = 0; turn < 50; turn++) {
    const count = await deliverDue(world, post);
    handled += count;
    if (count === 0) return handled;
  }
  throw new Error("The outbox never came to rest");
}

/** What stands in the outbox, oldest first. */
export function outboxOf(world: World) {
  return world.db.kysely.selectFrom("outbox").selectAll().orderBy("created_at").orderBy("id").execute();
}
