import type { World } from "#app/platform/world.server.ts";
import { outboxOf } from "#tests/support/post.ts";

/** The kinds of what waits in the outbox, oldest first. */
export async function outboxKinds(world: World): Promise<string[]> {
  return (await outboxOf(world)).map(({ kind }) => kind);
}

/** What the newest message of a kind carries in place of its link's secret. */
export async function newestNonce(world: World, kind: string): Promise<string> {
  const message = (await outboxOf(world)).findLast((row) => row.kind === kind);
  if (!message) throw new Error(`No ${kind} in the outbox`);
  return JSON.parse(message.data).nonce;
}
