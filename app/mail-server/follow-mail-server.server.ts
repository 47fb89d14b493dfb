import { type MailServerInUse, mailServerInUse } from "#app/mail-server/mail-server-in-use.server.ts";
import type { TransportSource } from "#app/outbox/outbox.jobs.server.ts";
import { smtpTransport, type Transport } from "#app/outbox/smtp.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";

const TOLD: Partial<Record<MailServerInUse["kind"], string>> = {
  none: "no mail server is set: mails wait in the outbox, listed at /admin/mail (account mails without their words)",
  shut: "the mail server's password can't be opened with this machine's key: mails wait until it is typed again",
};

/** The transport of the server in use, made anew when another was saved, by this process or another. */
export function followMailServer(app: AppContext): TransportSource {
  let used: { mark: string; transport: Transport | null } | null = null;
  return {
    async current() {
      const found = await mailServerInUse(app);
      const mark = JSON.stringify(found);
      if (used?.mark === mark) return used.transport;
      used?.transport?.close();
      const words = TOLD[found.kind];
      if (words) app.log.warn(words);
      used = { mark, transport: "server" in found ? smtpTransport(found.server) : null };
      return used.transport;
    },
    close: () => used?.transport?.close(),
  };
}
