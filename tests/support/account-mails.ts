import type { AppContext } from "#app/platform/app-context.server.ts";
import { outboxOf } from "#tests/support/post.ts";

export async function outboxKinds(app: AppContext): Promise<string[]> {
  return (await outboxOf(app)).map(({ kind }) => kind);
}

/** The nonce in the newest message of a kind, which stands for its link's secret. */
export async function newestNonce(app: AppContext, kind: string): Promise<string> {
  const message = (await outboxOf(app)).findLast((row) => row.kind === kind);
  if (!message) throw new Error(`No ${kind} in the outbox`);
  return JSON.parse(message.data).nonce;
}
