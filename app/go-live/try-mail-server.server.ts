import { getUser } from "#app/accounts/users.db.server.ts";
import { testFacts, testMail } from "#app/go-live/test.mail.tsx";
import { privateAddressOf } from "#app/mail-server/find-host.server.ts";
import { answerInWords, type SmtpFault } from "#app/mail-server/smtp-answer.ts";
import { type SmtpServer, smtpTransport } from "#app/outbox/smtp.gateway.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { mayInPerson } from "#app/platform/permissions.ts";
import { consumeRateLimit } from "#app/platform/rate-limit.server.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";

/** `inside`: the server's address, if only this machine or its own network reaches it. */
export type Tried =
  | { kind: "sent"; to: string; inside: string | null }
  | { kind: "failed"; words: string; answer: string | null; inside: string | null }
  | { kind: "limited" }
  | { kind: "forbidden" };

// Somebody waits for the answer: shorter than the outbox's own.
const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 10_000 };
const LIMIT = { limit: 20, windowSeconds: 3600 };

/** Sends the checklist's test mail to whoever asks, now and through this server, and tells what it answered. */
export async function tryMailServer(
  app: AppContext,
  actor: Actor,
  server: SmtpServer,
  timeouts: typeof TIMEOUTS = TIMEOUTS,
): Promise<Tried> {
  const user = mayInPerson(actor, "change", "settings") ? await getUser(app.db.kysely, actor.userId) : null;
  if (!user) return { kind: "forbidden" };
  if ((await consumeRateLimit(app, { key: `mail-test:${user.id}`, ...LIMIT })).kind === "limited") {
    return { kind: "limited" };
  }
  const code = newId();
  const mail = await testMail.write(app, async () => testFacts({ code, to: user.email }));
  const inside = await privateAddressOf(hostOf(server));
  const transport = smtpTransport(server, timeouts);
  try {
    const host = new URL(app.config.publicUrl).hostname;
    await transport.send(mail, { messageId: `<${code}@${host}>`, now: app.clock.now() });
  } catch (error) {
    return { kind: "failed", ...answerInWords(error as SmtpFault), inside };
  } finally {
    transport.close();
  }
  await noteSent(app, actor, { code, to: user.email });
  return { kind: "sent", to: user.email, inside };
}

/** An earlier test mail no longer counts on the checklist. */
async function noteSent(app: AppContext, actor: Actor, { code, to }: { code: string; to: string }): Promise<void> {
  await reworkSetting(app, actor, "goLive", async ({ now, noted, stored }) => {
    await noted("go-live.test-mail", { kind: testMail.id, id: code });
    return { ...stored, testMail: { sentAt: now, to, code, pressedAt: null } };
  });
}

function hostOf(server: SmtpServer): string {
  return typeof server === "string" ? new URL(server).hostname.replace(/^\[(.*)\]$/, "$1") : server.host;
}
