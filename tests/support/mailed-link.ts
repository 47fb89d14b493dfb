import { expect } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** The path of the link in the newest mail of this kind to this address, once the server's worker has rendered it. */
export async function mailedLink(app: AppContext, { kind, to }: { kind: string; to: string }): Promise<string> {
  const read = () =>
    app.db.kysely
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
