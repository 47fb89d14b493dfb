import type { Due } from "#app/mail/message.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { ContactInput } from "#app/messages/contact.form.ts";
import { aboutEnquiry, EMAILJS_CHANNEL } from "#app/messages/contact-message.ts";
import { contactReceived } from "#app/messages/contact-received.mail.tsx";
import { contactByEmailjs, contactToPractice } from "#app/messages/contact-to-practice.mail.tsx";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { type Idempotency, idempotencyOf } from "#app/platform/form-draft.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { nextDailyMail, type PracticeMails } from "#app/settings/schemas/practice-mails.ts";

type ReceiveOutcome =
  | { kind: "received"; id: string }
  | { kind: "blocked" }
  /** The same draft was sent before with other content. */
  | { kind: "key-used" };

/**
 * Stores a message and enqueues its two mails in one transaction. The same content with the same key is stored once,
 * whatever its spacing.
 */
export async function receiveMessage(
  app: AppContext,
  contact: ContactInput,
  idempotencyKey: string | null = null,
): Promise<ReceiveOutcome> {
  const { messages, emailjs, practiceMails, bookingRules } = (await readPractice(app)).settings;
  const { zone } = bookingRules;
  if (isBlocked(messages.blocked, contact)) return { kind: "blocked" };
  const now = app.clock.now();
  const idempotency = idempotencyKey ? idempotencyOf(idempotencyKey, { scope: "message", content: contact }) : null;
  return app.db.kysely.transaction().execute(async (tx): Promise<ReceiveOutcome> => {
    const inserted = await insertMessage(tx, { id: newId(), contact, idempotency, now });
    if (!inserted) return { kind: "key-used" };
    const { id, isNew } = inserted;
    if (!isNew) return { kind: "received", id };
    const data = { enquiryId: id };
    const about = aboutEnquiry(id);
    const byMail = inItsTime(contactToPractice.message(about, data), { ...practiceMails, zone, now });
    const byEmailjs = { ...contactByEmailjs.message(about, data), channel: EMAILJS_CHANNEL };
    await enqueue(tx, [emailjs.sends ? byEmailjs : byMail, contactReceived.message(about, data)], now);
    return { kind: "received", id };
  });
}

/** No message waits for more than a day: who needs an answer today is asked to ring. */
export function inItsTime(message: Due, { dailyAt, zone, now }: PracticeMails & { zone: string; now: number }): Due {
  if (dailyAt === null) return message;
  return { ...message, daily: true, runAt: nextDailyMail(now, { hour: dailyAt, zone }) };
}

/**
 * Whether the practice's block list covers this message (decisions/0001, row 17). A line is an address, a domain or a
 * term; terms match whole words only, so that `ass` doesn't block everybody who mentions massage.
 */
export function isBlocked(list: readonly string[], contact: ContactInput): boolean {
  const address = plain(contact.email);
  const text = plain([contact.firstName, contact.lastName, contact.subject, contact.message].join("\n"));
  return list.map(plain).some((line) => line !== "" && (isOf(address, line) || says(text, line)));
}

/** `somebody@example.com`, or `example.com` and all its subdomains. */
function isOf(address: string, line: string): boolean {
  const domain = line.replace(/^@/, "");
  return address === line || address.endsWith(`@${domain}`) || address.endsWith(`.${domain}`);
}

function says(text: string, term: string): boolean {
  return new RegExp(`(?<![\\p{L}\\p{N}])${RegExp.escape(term)}(?![\\p{L}\\p{N}])`, "u").test(text);
}

// Full-width letters and runs of spaces count as the same words.
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

type Arrival = { id: string; contact: ContactInput; idempotency: Idempotency | null; now: number };

/**
 * Stores a new message as unread and returns its id, or the id of the first copy if it was sent before. Null: the
 * same key came with other content.
 */
export async function insertMessage(
  tx: Tx,
  { id, contact, idempotency, now }: Arrival,
): Promise<{ id: string; isNew: boolean } | null> {
  const { firstName, lastName, email, subject, message } = contact;
  const outcome = await tx
    .insertInto("enquiries")
    .values({
      id,
      first_name: firstName,
      last_name: lastName,
      email,
      subject,
      message,
      idempotency_key: idempotency?.key ?? null,
      idempotency_body: idempotency?.body ?? null,
      created_at: now,
      state: "unread",
      state_at: now,
      state_by: null,
    })
    .onConflict((conflict) => conflict.column("idempotency_key").doNothing())
    .executeTakeFirst();
  if (Number(outcome.numInsertedOrUpdatedRows) === 1) return { id, isNew: true };
  const before = idempotency && (await getMessageByKey(tx, idempotency));
  return before?.isSame ? { id: before.id, isNew: false } : null;
}

export async function getMessageByKey(
  db: Queries,
  { key, body }: Idempotency,
): Promise<{ id: string; isSame: boolean } | null> {
  const row = await db
    .selectFrom("enquiries")
    .select(["id", "idempotency_body"])
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  return row ? { id: row.id, isSame: row.idempotency_body === body } : null;
}
