import type { Transport } from "#app/outbox/delivery/gateway.server.ts";
import {
  keepCopy,
  type Leased,
  leaseDue,
  markDone,
  markFailed,
  markSent,
  release,
} from "#app/outbox/delivery/store.server.ts";
import { type Mail, withoutSecrets } from "#app/outbox/mail.ts";
import type { DataOf, MessageKind } from "#app/outbox/message.ts";
import { waitAfter } from "#app/outbox/retry.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import type { World } from "#app/platform/world.server.ts";

/** Longer than a whole batch takes at its slowest: no other worker gets a mail that is still being sent. */
const LEASE_MS = 300_000;

/** Makes the mail of a message when it is sent, from what is true by then. Null: there is nothing left to say. */
export type Renderers = {
  [Kind in MessageKind]: (world: World, data: DataOf<Kind>) => Promise<Mail | null>;
};

/** `transport` null: no SMTP server is configured. `worker` names who holds a lease. */
export type Post = { renderers: Renderers; transport: Transport | null; worker: string };

/**
 * Sends what is due, one batch. Without a transport it makes the mails readable and leaves them waiting.
 * Answers how many messages it handled: 0 means that nothing was due.
 */
export async function deliverDue(world: World, post: Post): Promise<number> {
  const now = world.clock.now();
  const lease = { worker: post.worker, now, until: now + LEASE_MS, unread: post.transport === null };
  const messages = await leaseDue(world.db, lease);
  await Promise.all(messages.map((message) => deliver(world, post, message)));
  return messages.length;
}

async function deliver(world: World, post: Post, message: Leased): Promise<void> {
  try {
    await attempt(world, post, message);
  } catch (error) {
    await fail(world, { message, worker: post.worker, error });
  }
}

async function attempt(world: World, { renderers, transport, worker }: Post, message: Leased): Promise<void> {
  const db = world.db.kysely;
  const { id, attempts } = message;
  const mail = await render(world, renderers, message);
  const now = world.clock.now();
  if (!mail) return markDone(db, { id, now });
  const messageId = messageIdOf(world, id);
  // Without a server the copy is all there is; else the person has the links, and the copy need not.
  await keepCopy(db, { outboxId: id, messageId, mail: transport ? withoutSecrets(mail) : mail, now });
  if (!transport) return release(db, { id, worker, again: 0, attempts: attempts - 1 });
  await transport.send(mail, { messageId, now });
  await markSent(db, { id, worker, now: world.clock.now() });
}

/** The same for every attempt at one message: whoever gets it twice can tell. */
function messageIdOf(world: World, outboxId: string): string {
  return `<${outboxId}@${new URL(world.config.publicUrl).hostname}>`;
}

function render(world: World, renderers: Renderers, { kind, data }: Leased): Promise<Mail | null> {
  if (!Object.hasOwn(renderers, kind)) throw new Error(`No renderer for ${kind}`);
  const renderer = renderers[kind as MessageKind] as (world: World, data: unknown) => Promise<Mail | null>;
  return renderer(world, JSON.parse(data));
}

async function fail(
  world: World,
  { message, worker, error }: { message: Leased; worker: string; error: unknown },
): Promise<void> {
  const { id, kind, attempts } = message;
  const now = world.clock.now();
  const wait = waitAfter(attempts, chanceOf(id, attempts));
  const reason = error instanceof Error ? error.message.slice(0, 500) : "unknown";
  await markFailed(world.db.kysely, { id, worker, error: reason, again: wait === null ? null : now + wait, now });
  const line = { message: id, kind, attempts, code: (error as { code?: string }).code ?? null };
  if (wait === null) world.log.error(line, "mail given up after a day; it is kept in the outbox");
  else world.log.warn(line, "mail not sent, will be tried again");
}

/** 0 to 1, different for each message and attempt. */
function chanceOf(id: string, attempts: number): number {
  return Number.parseInt(hashOf(`${id}:${attempts}`).slice(0, 8), 16) / 0xffffffff;
}
