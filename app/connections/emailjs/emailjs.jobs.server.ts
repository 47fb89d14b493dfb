import { addAdapter, postponeTurn, takeTurn } from "#app/adapters/adapters.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { type EmailjsKeys, emailjsInUse } from "#app/connections/emailjs/emailjs-in-use.server.ts";
import { type Posted, postToEmailjs } from "#app/connections/emailjs/post-to-emailjs.server.ts";
import { type Leased, leaseDue, markDone, markFailed, release, storeCopy } from "#app/mail/delivery.db.server.ts";
import { noteSent } from "#app/mail/note-sent.server.ts";
import { moveWaiting } from "#app/mail/outbox.db.server.ts";
import { waitAfter } from "#app/mail/retry-waits.ts";
import { EMAILJS_CHANNEL } from "#app/messages/contact-message.ts";
import { contactByEmailjs } from "#app/messages/contact-to-practice.mail.tsx";
import { getMessage } from "#app/messages/list-messages.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { repeat } from "#app/platform/timer.server.ts";

/** EmailJS takes one message a second. In ms. */
const PACE = 1_100;
const LEASE = 60_000;
/** Until the settings are saved again. */
const STOPPED = Date.UTC(2100, 0, 1);

/** Sends what waits for EmailJS, at its pace. Returns a function that stops it. */
export function startEmailjs(app: AppContext): () => Promise<void> {
  const worker = newId();
  const job = (given: AppContext) => sendNext(given, worker);
  return repeat(app, { every: PACE, job, failed: "a message could not be handed to EmailJS" });
}

/**
 * Hands the next message to EmailJS, which answers within `ms`. All processes share one turn. Returns whether there was one. Once the owner sends
 * by mail again, what waits goes that way.
 */
export async function sendNext(app: AppContext, worker: string, ms?: number): Promise<boolean> {
  const inUse = await emailjsInUse(app);
  if (inUse.kind === "off") await moveWaiting(app.db.kysely, { from: EMAILJS_CHANNEL, to: "email" });
  if (inUse.kind !== "on") return false;
  const now = app.clock.now();
  await addAdapter(app.db.kysely, "emailjs", now);
  if (!(await takeTurn(app.db.kysely, { name: "emailjs", now, nextAt: now + PACE }))) return false;
  const lease = { worker, now, until: now + LEASE, unread: false, channel: EMAILJS_CHANNEL, most: 1 };
  const [message] = await leaseDue(app.db, lease);
  if (message) await deliver(app, { worker, keys: inUse.keys, message, ms });
  return message !== undefined;
}

type Delivery = { worker: string; keys: EmailjsKeys; message: Leased; ms: number | undefined };

async function deliver(app: AppContext, { worker, keys, message, ms }: Delivery): Promise<void> {
  const db = app.db.kysely;
  const { id, attempts } = message;
  const { enquiryId } = JSON.parse(message.data);
  const enquiry = await getMessage(db, enquiryId);
  const copy = enquiry && (await contactByEmailjs.render(app, { enquiryId }));
  const now = app.clock.now();
  if (!enquiry || !copy) {
    await markDone(db, { id, worker, now });
    return;
  }
  const messageId = `<${id}@${new URL(app.config.publicUrl).hostname}>`;
  if (!(await storeCopy(db, { id, worker, messageId, mail: copy, now }))) return;
  const posted = await postToEmailjs(app, { keys, contact: enquiry, ...(ms && { ms }) });
  // First, or a failure of what comes after would send it again.
  if (posted.kind === "sent") await noteSent(app, { worker, sent: new Set() }, id);
  await noteAdapter(app, "emailjs", posted.kind === "sent" || posted.kind === "drop" ? null : faultOf(posted));
  if (posted.kind === "sent") return;
  if (posted.kind === "stop") {
    await postponeTurn(db, "emailjs", STOPPED);
    return release(db, { id, worker, again: 0, attempts: attempts - 1 });
  }
  const wait = posted.kind === "drop" ? null : waitAfter(attempts, 0);
  const again = wait === null ? null : app.clock.now() + wait;
  await markFailed(db, { id, worker, error: wordsOf(posted), again, now: app.clock.now() });
}

/** Whoever refuses the keys has revoked them, whatever the number of its answer. */
function faultOf(posted: Posted) {
  return { status: posted.kind === "stop" ? 401 : posted.status, words: wordsOf(posted) };
}

function wordsOf({ words, status, answer }: Posted): string {
  return answer ? `${words} (${status}: ${answer})` : words;
}
