import type { TransportSource } from "#app/mail/outbox.jobs.server.ts";
import { microsoftTokens } from "#app/mail/server/microsoft-mail.server.ts";
import { type SmtpServer, smtpTransport, type TIMEOUTS, type Transport } from "#app/mail/smtp.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openPassword } from "#app/settings/can-mail-leave.server.ts";
import type { StoredMailServer } from "#app/settings/schemas/mail-server.ts";

export type MailServerInUse =
  | { kind: "none" }
  /** `where`: host and port, without user and password. */
  | { kind: "environment"; where: string; server: SmtpServer }
  | { kind: "settings"; server: SmtpServer }
  /** A password is stored that the key of this machine does not open, or there is no key. */
  | { kind: "shut" };

/** The mail server that sends now. The environment outranks the settings. */
export async function mailServerInUse(app: AppContext): Promise<MailServerInUse> {
  return serverInUse(app, app.config.smtpUrl ? null : (await readPractice(app)).settings.mailServer);
}

/** The same by what is stored. */
export function serverInUse(app: AppContext, stored: StoredMailServer): MailServerInUse {
  const { smtpUrl } = app.config;
  if (smtpUrl) return { kind: "environment", where: new URL(smtpUrl).host, server: smtpUrl };
  return serverIn(app, stored);
}

/** A stored server with its password opened. */
export function serverIn(app: AppContext, stored: StoredMailServer): Exclude<MailServerInUse, { kind: "environment" }> {
  if (!stored) return { kind: "none" };
  const password = openPassword(app, stored);
  return password === null ? { kind: "shut" } : { kind: "settings", server: { ...stored, password } };
}

const isToken = (found: MailServerInUse) =>
  "server" in found && typeof found.server !== "string" && found.server.auth === "microsoft";

/** A transport to a server, with tokens where it wants them. */
export function transportTo(app: AppContext, server: SmtpServer, timeouts?: typeof TIMEOUTS): Transport {
  return smtpTransport(server, { ...(timeouts && { timeouts }), tokens: microsoftTokens(app) });
}

const WARNINGS: Partial<Record<MailServerInUse["kind"], string>> = {
  none: "no mail server is set: mails wait in the outbox, listed at /admin/mail (account mails without their words)",
  shut: "the mail server's password can't be opened with this machine's key: mails wait until it is typed again",
};

/** The transport of the server in use, made anew when another was saved, by this process or another. */
export function followMailServer(app: AppContext): TransportSource {
  let used: { mark: string; transport: Transport | null } | null = null;
  return {
    async current() {
      const found = await mailServerInUse(app);
      // Microsoft renews its token while mails are sent: that is still the same server.
      const mark = JSON.stringify(found, (key, value) => (isToken(found) && key === "password" ? "" : value));
      if (used?.mark === mark) return used.transport;
      used?.transport?.close();
      const words = WARNINGS[found.kind];
      if (words) app.log.warn(words);
      used = { mark, transport: "server" in found ? transportTo(app, found.server) : null };
      return used.transport;
    },
    close: () => used?.transport?.close(),
  };
}
