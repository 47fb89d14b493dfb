import type { Renderers } from "#app/mail/define-mail.server.ts";
import {
  BATCH,
  countSent,
  type Leased,
  leaseDue,
  leaseThese,
  markDone,
  markDropped,
  markFailed,
  release,
  renewLeases,
  storeCopy,
} from "#app/mail/delivery.db.server.ts";
import { type Mail, withoutSecrets } from "#app/mail/mail.ts";
import { allowed, LONGEST_WAIT_MS, mailboxOf, type Recent } from "#app/mail/mail-allowance.ts";
import { NO_CHANNEL } from "#app/mail/message.ts";
import { withNotice } from "#app/mail/not-me.server.ts";
import { type Noting, noteLeftOver, noteSent } from "#app/mail/note-sent.server.ts";
import { isForDemo } from "#app/mail/outbox.db.server.ts";
import { waitAfter } from "#app/mail/retry-waits.ts";
import { CONNECTIONS, type Transport } from "#app/mail/smtp.gateway.server.ts";
import { PRIVATE_KINDS } from "#app/mail/stored-mail.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { deriveSecret, hashOf } from "#app/platform/ids.server.ts";
import { concurrencyLimit } from "#app/platform/limits.server.ts";

/** How long a mail stays with a worker that has died. One that lives renews it while it sends (decisions/0010). */
const LEASE_MS = 300_000;
const RENEW_MS = 60_000;

/**
 * `transport` null: no SMTP server is configured. `worker`: the name of a lease's holder. `stopping`: what waits is given
 * back, what is being sent is finished.
 */
export type Mailer = Noting & {
  renderers: Renderers;
  transport: Transport | null;
  stopping?: AbortSignal;
  renewMs?: number;
};

/**
 * Sends one batch of due messages. Without a transport it renders the mails and leaves them waiting. Mails to the demo
 * practice's invented people are marked as done and never sent. Returns how many it handled; 0 means none was due.
 */
export async function deliverDue(app: AppContext, mailer: Mailer): Promise<number> {
  await noteLeftOver(app, mailer);
  const now = app.clock.now();
  const lease = { worker: mailer.worker, now, until: now + LEASE_MS, unread: mailer.transport === null };
  const messages = await leaseDue(app.db, lease);
  const stopRenewing = renewing(app, { mailer, ids: messages.map(({ id }) => id) });
  // No more than can be sent at once are handed over: what waits can still be given back.
  const inTurn = concurrencyLimit(CONNECTIONS, { mostWaiting: BATCH });
  const outcomes = await Promise.allSettled(messages.map((message) => inTurn(() => deliver(app, mailer, message))));
  stopRenewing();
  const failed = outcomes.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
  return messages.length;
}

/** Sends these messages now, whatever else is due, and returns how many were sent. */
export async function deliverNow(app: AppContext, mailer: Mailer, ids: readonly string[]): Promise<number> {
  const now = app.clock.now();
  const messages = await leaseThese(app.db.kysely, { ids, worker: mailer.worker, now, until: now + LEASE_MS });
  await Promise.allSettled(messages.map((message) => deliver(app, mailer, message)));
  return countSent(app.db.kysely, ids);
}

/** Keeps the leases from ending while their mails are being sent, however slow the server is. */
function renewing(app: AppContext, { mailer, ids }: { mailer: Mailer; ids: string[] }): () => void {
  const { worker, renewMs = RENEW_MS } = mailer;
  const renew = () =>
    renewLeases(app.db.kysely, { ids, worker, until: app.clock.now() + LEASE_MS }).catch((error) =>
      app.log.warn({ err: error }, "the leases of mails could not be renewed"),
    );
  const timer = setInterval(renew, renewMs);
  return () => clearInterval(timer);
}

async function deliver(app: AppContext, mailer: Mailer, message: Leased): Promise<void> {
  const { worker, stopping, sent } = mailer;
  const { id, attempts } = message;
  if (stopping?.aborted) return release(app.db.kysely, { id, worker, again: 0, attempts: attempts - 1 });
  try {
    await attempt(app, mailer, message);
  } catch (error) {
    // What was sent must not be sent again because of what came after.
    if (sent.has(id)) throw error;
    await fail(app, { message, worker, error });
  }
}

async function attempt(app: AppContext, mailer: Mailer, message: Leased): Promise<void> {
  const { renderers, transport, worker, sent } = mailer;
  const db = app.db.kysely;
  const { id, attempts } = message;
  if (sent.has(id)) return noteSent(app, mailer, id);
  const written = message.mail ? writtenBefore(message.mail) : await render(app, renderers, message);
  const now = app.clock.now();
  const isInvented = written && transport && (await isForDemo(db, { id, address: written.to.address }));
  if (!written || isInvented) {
    await markDone(db, { id, worker, now, ...(isInvented && { channel: NO_CHANNEL }) });
    return;
  }
  const isCounted = transport !== null && message.by_stranger === 1;
  const mail = isCounted ? await inItsTurn(app, { message, worker, mail: written }) : written;
  if (!mail) return;
  const messageId = messageIdOf(app, id);
  // What opens an account is for its owner alone. Of the others the copy is the only way to read the links, while there
  // is no mail server.
  const copy = PRIVATE_KINDS.includes(message.kind)
    ? { ...mail, text: "", html: "" }
    : transport
      ? withoutSecrets(mail)
      : mail;
  if (!(await storeCopy(db, { id, worker, messageId, mail: copy, now }))) return;
  if (!transport) return release(db, { id, worker, again: 0, attempts: attempts - 1 });
  await transport.send(mail, { messageId, now });
  sent.add(id);
  await noteSent(app, mailer, id);
}

/**
 * A stranger's mail over its address's limits is put off, and dropped after some hours: null. The one that reaches a
 * limit says so.
 */
async function inItsTurn(
  app: AppContext,
  { message, worker, mail }: { message: Leased; worker: string; mail: Mail },
): Promise<Mail | null> {
  const { id, kind, attempts, created_at } = message;
  const now = app.clock.now();
  const allowance = await takeAllowance(app, { address: mail.to.address, id, now });
  if ("limit" in allowance) return allowance.limit ? withNotice(app, { mail, limit: allowance.limit, id }) : mail;
  const { again } = allowance;
  if (again <= created_at + LONGEST_WAIT_MS) {
    await release(app.db.kysely, { id, worker, again, attempts: attempts - 1 });
  } else {
    await markDropped(app.db.kysely, { id, worker, now });
    app.log.warn({ message: id, kind }, "mail not sent: its address had too many that strangers caused");
  }
  return null;
}

const MARK_LETTERS = 24;

/**
 * The same for every attempt at one message, so that a duplicate can be recognised. Nobody can guess it: whoever names it
 * has had the mail, or the report that it came back.
 */
function messageIdOf(app: AppContext, outboxId: string): string {
  const mark = deriveSecret(app.secret, `message-id:${outboxId}`).slice(0, MARK_LETTERS);
  return `<${outboxId.replaceAll(":", ".")}.${mark}@${new URL(app.config.publicUrl).hostname}>`;
}

function render(app: AppContext, renderers: Renderers, { kind, data }: Leased): Promise<Mail | null> {
  const renderer = Object.hasOwn(renderers, kind) ? renderers[kind] : undefined;
  if (!renderer) throw new Error(`No renderer for ${kind}`);
  return renderer(app, JSON.parse(data));
}

// Only `carryOn` writes these.
function writtenBefore(mail: string): Mail {
  return JSON.parse(mail) as Mail;
}

async function fail(
  app: AppContext,
  { message, worker, error }: { message: Leased; worker: string; error: unknown },
): Promise<void> {
  const { id, kind, attempts } = message;
  const now = app.clock.now();
  const wait = waitAfter(attempts, chanceOf(id, attempts));
  const reason = error instanceof Error ? error.message.slice(0, 500) : "unknown";
  await markFailed(app.db.kysely, { id, worker, error: reason, again: wait === null ? null : now + wait, now });
  const line = { message: id, kind, attempts, code: (error as { code?: string }).code ?? null };
  if (wait === null) app.log.error(line, "mail failed for a day; it stays in the outbox");
  else app.log.warn(line, "mail not sent; it will be tried again");
}

function chanceOf(id: string, attempts: number): number {
  return Number.parseInt(hashOf(`${id}:${attempts}`).slice(0, 8), 16) / 0xffffffff;
}

const DAY_MS = 86_400_000;

/** `limit`: this mail is the last one of its hour or day. `again`: it must wait until then (epoch ms UTC). */
type Allowance = { limit: "hour" | "day" | null } | { again: number };

/**
 * Whether one more mail that a stranger caused may go to this address now. All workers share the count.
 * RATE_LIMITS=off allows everything.
 */
async function takeAllowance(
  app: AppContext,
  { address, id, now }: { address: string; id: string; now: number },
): Promise<Allowance> {
  if (!app.config.rateLimits) return { limit: null };
  const hash = deriveSecret(app.secret, `mail-to:${mailboxOf(address)}`);
  await removeUntouched(app.db.kysely, now - DAY_MS);
  return app.db.kysely.transaction().execute(async (tx) => {
    const recent: Recent = JSON.parse(await holdRecent(tx, { hash, now }));
    const outcome = allowed(recent, { id, now });
    if ("at" in outcome) return { again: outcome.at };
    await writeRecent(tx, { hash, recent: JSON.stringify(outcome.recent), now });
    return { limit: outcome.limit };
  });
}

/** Reads and locks an address's recent mails (JSON) for this transaction. */
async function holdRecent(tx: Tx, { hash, now }: { hash: string; now: number }): Promise<string> {
  const { recent } = await tx
    .insertInto("mail_allowances")
    .values({ recipient_hash: hash, recent: "[]", touched_at: now })
    .onConflict((conflict) => conflict.column("recipient_hash").doUpdateSet({ touched_at: now }))
    .returning("recent")
    .executeTakeFirstOrThrow();
  return recent;
}

async function writeRecent(
  tx: Tx,
  { hash, recent, now }: { hash: string; recent: string; now: number },
): Promise<void> {
  await tx.updateTable("mail_allowances").set({ recent, touched_at: now }).where("recipient_hash", "=", hash).execute();
}

async function removeUntouched(db: Queries, before: number): Promise<void> {
  await db.deleteFrom("mail_allowances").where("touched_at", "<=", before).execute();
}
