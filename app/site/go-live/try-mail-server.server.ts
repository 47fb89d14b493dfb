import { setTimeout as sleep } from "node:timers/promises";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { type SensitiveChange, sensitiveChange } from "#app/accounts/sensitive-change.mail.tsx";
import { getUser } from "#app/accounts/users.db.server.ts";
import { renderersOf } from "#app/mail/define-mail.server.ts";
import { deliverNow } from "#app/mail/deliver-due.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import { openPorts, privateAddressOf } from "#app/mail/server/find-provider.server.ts";
import { mailServerInUse, transportTo } from "#app/mail/server/mail-server-in-use.server.ts";
import { providerOfHost, securityAt } from "#app/mail/server/providers.ts";
import { answerInWords, isUnreachable, type SmtpFault } from "#app/mail/server/smtp-answer.ts";
import { type SmtpServer, TIMEOUTS, type Transport } from "#app/mail/smtp.gateway.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { type Actor, mayInPerson } from "#app/platform/permissions.ts";
import { reworkSetting } from "#app/settings/save-setting.server.ts";
import { testFacts, testMail } from "#app/site/go-live/test.mail.tsx";

type Port = Pick<Exclude<SmtpServer, string>, "port" | "security">;

/**
 * `inside`: the server's address, if only this machine or its own network reaches it. `answered`: another
 * port, which took the mail as the one that was typed kept silent.
 */
export type Tried =
  | { kind: "sent"; to: string; inside: string | null; answered: Port | null }
  | { kind: "failed"; words: string; answer: string | null; inside: string | null }
  | { kind: "limited" }
  | { kind: "forbidden" };

// Somebody waits for the answer: shorter than the outbox's own.
const TRY_TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 10_000 };
const LIMIT = { limit: 20, windowSeconds: 3600 };

/** Sends the checklist's test email to whoever asks, now and through this server, and tells what it answered. */
export async function tryMailServer(
  app: AppContext,
  actor: Actor,
  server: SmtpServer,
  timeouts: typeof TRY_TIMEOUTS = TRY_TIMEOUTS,
): Promise<Tried> {
  const user = mayInPerson(actor, "change", "settings") ? await getUser(app.db.kysely, actor.userId) : null;
  if (!user) return { kind: "forbidden" };
  if ((await consumeRateLimit(app, { key: `mail-test:${user.id}`, ...LIMIT })).kind === "limited") {
    return { kind: "limited" };
  }
  const code = newId();
  const mail = await testMail.write(app, async () => testFacts({ code, to: user.email }));
  const inside = await privateAddressOf(hostOf(server));
  const stamp = { messageId: `<${code}@${new URL(app.config.publicUrl).hostname}>`, now: app.clock.now() };
  const send = (to: SmtpServer) => sendOnce(transportTo(app, to, timeouts), (transport) => transport.send(mail, stamp));
  let fault = await send(server);
  let answered: Port | null = null;
  if (fault && isUnreachable(fault) && typeof server !== "string" && app.config.smtpPorts.includes(server.port)) {
    answered = await otherPort(app, server, timeouts.connectionTimeout);
    if (!answered) return { kind: "failed", words: noPort(app, server), answer: null, inside };
    fault = await send({ ...server, ...answered });
  }
  if (fault) return { kind: "failed", ...answerInWords(fault, providerOfHost(hostOf(server))?.refused), inside };
  await noteSent(app, actor, { code, to: user.email });
  return { kind: "sent", to: user.email, inside, answered };
}

async function sendOnce(
  transport: Transport,
  send: (transport: Transport) => Promise<void>,
): Promise<SmtpFault | null> {
  try {
    await send(transport);
    return null;
  } catch (error) {
    return error as SmtpFault;
  } finally {
    transport.close();
  }
}

/** Another port of the server that answers: some hosts block one mail port and not the next. */
async function otherPort(app: AppContext, server: Exclude<SmtpServer, string>, ms: number): Promise<Port | null> {
  const others = mailPorts(app).filter((port) => port !== server.port);
  const [port] = await openPorts(server.host, others, ms);
  if (port === undefined) return null;
  return { port, security: server.security === "none" ? "none" : securityAt(port) };
}

// Hosts block 25 for everyone, and no provider takes a sign-in there.
const mailPorts = (app: AppContext) => app.config.smtpPorts.filter((port) => port !== 25);

function noPort(app: AppContext, { port }: Exclude<SmtpServer, string>): string {
  const ports = [...new Set([port, ...mailPorts(app)])];
  return (
    `The server did not answer at ports ${ports.join(", ")}. Some hosts block mail ports: ` +
    "ask yours to open port 587, or use a relay that listens at 2525, like SMTP2GO or Postmark."
  );
}

/** An earlier test email no longer counts on the checklist. */
async function noteSent(app: AppContext, actor: Actor, { code, to }: { code: string; to: string }): Promise<void> {
  await reworkSetting(app, actor, "goLive", async ({ now, noted, stored }) => {
    await noted("go-live.test-mail", { kind: testMail.id, id: code });
    return { ...stored, testMail: { sentAt: now, to, code, pressedAt: null } };
  });
}

function hostOf(server: SmtpServer): string {
  return typeof server === "string" ? new URL(server).hostname.replace(/^\[(.*)\]$/, "$1") : server.host;
}

const WITHIN_MS = 10_000;
const LATER_MS = 60_000;

/**
 * Emails every owner that something is about to change, by the mail server and the sender of now, and waits ten seconds
 * at most. True: each mail was taken, or no mail server is set. What was not taken waits in the outbox, so that a dead
 * mail server keeps nobody from setting another (decisions/0325).
 */
export async function notifyOwnersFirst(app: AppContext, actor: Actor, change: SensitiveChange): Promise<boolean> {
  const now = app.clock.now();
  const ids = await app.db.kysely
    .transaction()
    .execute((tx) => notifyOwners(tx, { actor, change, now, runAt: now + LATER_MS }));
  const used = await mailServerInUse(app);
  if (!("server" in used)) return true;
  const transport = transportTo(app, used.server, { ...TIMEOUTS, socketTimeout: WITHIN_MS });
  const mailer = { renderers: renderersOf([sensitiveChange]), transport, worker: newId(), sent: new Set<string>() };
  const sending = deliverNow(app, mailer, ids)
    .catch((err) => {
      app.log.warn({ err }, "owners could not be told first");
      return 0;
    })
    .finally(() => transport.close());
  const notified = await Promise.race([sending, sleep(WITHIN_MS, 0, { ref: false })]);
  if (notified < ids.length) app.log.warn({ change, owners: ids.length, notified }, "not every owner was told first");
  return notified === ids.length;
}

/** Sends a mail to whoever asks, with a link to press. An earlier one no longer counts. */
export async function sendTestMail(app: AppContext, actor: Actor) {
  return reworkSetting(app, actor, "goLive", async ({ tx, now, noted, stored }) => {
    const user = mayInPerson(actor, "change", "settings") ? await getUser(tx, actor.userId) : null;
    if (!user) return null;
    const code = newId();
    const about = { kind: testMail.id, id: code };
    await enqueue(tx, [testMail.message(about, { code })], now);
    await noted("go-live.test-mail", about);
    return { ...stored, testMail: { sentAt: now, to: user.email, code, pressedAt: null } };
  });
}

/** The link of the test email was pressed; `unknown` for any other. */
export async function pressTestMail(app: AppContext, actor: Actor, code: string) {
  return reworkSetting(app, actor, "goLive", async ({ now, noted, stored }) => {
    const { testMail: sent } = stored;
    if (code === "" || sent.code !== code) return null;
    await noted("go-live.test-mail-pressed", { kind: testMail.id, id: code });
    return { ...stored, testMail: { ...sent, pressedAt: now } };
  });
}

/** What the mail server answered when the test email could not be sent; null while nothing is wrong. */
export async function getMailProblem(db: Queries, code: string): Promise<string | null> {
  const row = await db
    .selectFrom("outbox")
    .select("last_error")
    .where("kind", "=", testMail.id)
    .where("subject_id", "=", code)
    .where("done_at", "is", null)
    .executeTakeFirst();
  return row?.last_error ?? null;
}
