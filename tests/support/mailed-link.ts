import { expect } from "vitest";
import type { World } from "#app/platform/world.server.ts";

/** The path of the link in the newest mail of this kind to this address, once the server's worker has written it. */
export async function mailedLink(world: World, { kind, to }: { kind: string; to: string }): Promise<string> {
  const read = () =>
    world.db.kysely
      .selectFrom("mails")
      .innerJoin("outbox", "outbox.id", "mails.outbox_id")
      .select("mails.body_text")
      .where("outbox.kind", "=", kind)
      .where("mails.recipient", "=", to)
      .orderBy("outbox.created_at", "desc")
      .executeTakeFirst();
  await expect.poll(read, { timeout: 10_000, interval: 100 }).toBeDefined();
  const url = /https?:\/\/[^\s\]]+token=[\w-]+/.exec((await read())?.body_text ?? "")?.[0];
  if (!url) throw new Error(`The mail ${kind} to ${to} has no link`);
  const { pathname, search } = new URL(url);
  return pathname + search;
}
