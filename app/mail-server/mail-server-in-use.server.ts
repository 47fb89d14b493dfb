import type { SmtpServer } from "#app/outbox/smtp.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { openPassword } from "#app/settings/can-mail-leave.server.ts";
import type { StoredMailServer } from "#app/settings/mail-server.ts";

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
