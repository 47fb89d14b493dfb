import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { type Arrived, type MailServer, startMailServer } from "#tests/support/mail-server.ts";
import { openSite, type SiteServer } from "#tests/support/server.ts";

/** What the mail server of this file's mailing site has taken; null without one. */
export const post: { arrived: Arrived[] | null } = { arrived: null };

/** The same with a mail server that takes every mail, so that its pages may promise one. */
export function mailingSite(): SharedSite {
  return sharedSite({}, { isMailing: true });
}

/** One site with its own database for all tests of a file. Call it at the top; `url` is known inside tests. */
export function sharedSite(env: Record<string, string> = {}, { isMailing = false } = {}): SharedSite {
  const folder = mkdtempSync(join(tmpdir(), "limber-yard-site-"));
  let server: SiteServer | null = null;
  let mails: MailServer | null = null;
  beforeAll(async () => {
    mails = isMailing ? await startMailServer() : null;
    post.arrived = mails?.arrived ?? null;
    server = await openSite({ DATA_DIR: folder, ...(mails && { SMTP_URL: mails.url }), ...env });
  });
  afterAll(async () => {
    await server?.stop();
    await mails?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const running = () => {
    if (!server) throw new Error("The site is started before the first test: use it inside one");
    return server;
  };
  return {
    dataDir: folder,
    databaseUrl: env.DATABASE_URL ?? null,
    get url() {
      return running().url;
    },
    get server() {
      return running();
    },
  };
}

/** `dataDir` and `databaseUrl`: where its data is, for an app beside it. */
export type SharedSite = {
  readonly url: string;
  readonly server: SiteServer;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
};
