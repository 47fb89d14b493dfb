import { expect } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { post } from "#tests/support/shared-site.ts";

type Sought = { kind: string; to: string };

/** The path of the link in the newest mail of this kind to this address, once the server's worker has rendered it. */
export async function mailedLink(app: AppContext, sought: Sought): Promise<string> {
  const url = /https?:\/\/[^\s\]]+token=[\w-]+/.exec(await bodyOfMail(app, sought))?.[0];
  if (!url) throw new Error(`The mail ${sought.kind} to ${sought.to} has no link`);
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** The text of that mail, as it arrived where the site has a mail server: its copy there is without secrets. */
export async function bodyOfMail(app: AppContext, { kind, to }: Sought): Promise<string> {
  const read = async () => {
    const row = await app.db.kysely
      .selectFrom("mails")
      .innerJoin("outbox", "outbox.id", "mails.outbox_id")
      .select(["mails.message_id", "mails.body_text"])
      .where("outbox.kind", "=", kind)
      .where("mails.recipient", "=", to)
      .orderBy("outbox.created_at", "desc")
      .executeTakeFirst();
    if (!row || post.arrived === null) return row?.body_text;
    return post.arrived.find(({ mail }) => mail.messageId === row.message_id)?.mail.text;
  };
  await expect.poll(read, { timeout: 10_000, interval: 100 }).toBeDefined();
  return (await read()) ?? "";
}
