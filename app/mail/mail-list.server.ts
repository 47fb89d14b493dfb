import type { ExpressionBuilder } from "kysely";
import type { Renderers } from "#app/mail/define-mail.server.ts";
import { reasonInWords } from "#app/mail/delivery-report.ts";
import { NO_CHANNEL, PUSH_CHANNEL } from "#app/mail/message.ts";
import {
  type MailLine,
  type MailState,
  PRIVATE_KINDS,
  type StoredMail,
  withoutSecrets,
} from "#app/mail/stored-mail.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { countListed } from "#app/platform/database/count-listed.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";

export const MAILS_A_PAGE = 30;

type MailFilter = { state: MailState | null; clientId: string | null };

/** A page of the practice's mails, or of those about one client. `page` counts from 1. Null: not an admin. */
export async function listMailPage(
  app: AppContext,
  actor: Actor,
  { page, ...filter }: MailFilter & { page: number },
): Promise<{ mails: MailLine[]; total: number } | null> {
  if (!may(actor, "see", "mails")) return null;
  const db = app.db.kysely;
  const total = await countListed(db, filtered(db, filter).select("id"));
  return { mails: await listMails(db, { ...filter, from: (page - 1) * MAILS_A_PAGE, limit: MAILS_A_PAGE }), total };
}

/**
 * One mail to read. Null: it does not exist, or the actor is not an admin. `sends`: a mail server is set up, so that the
 * list is not the only way to read its links. `renderers`: to show what waits as it would read now.
 */
export async function getMailView(
  app: AppContext,
  actor: Actor,
  { id, sends, renderers = {} }: { id: string; sends: boolean; renderers?: Renderers },
): Promise<StoredMail | null> {
  if (!may(actor, "see", "mails")) return null;
  const stored = await getMail(app.db.kysely, id);
  if (!stored) return null;
  const { data, ...mail } = stored;
  if (mail.isPrivate) return { ...mail, text: null, html: null };
  const render = mail.state === "waiting" && mail.text === null ? renderers[mail.kind] : undefined;
  const early = render ? await render(app, JSON.parse(data)) : null;
  const view = early
    ? {
        ...mail,
        isEarly: true,
        recipient: early.to.address,
        subject: early.subject,
        text: early.text,
        html: early.html,
      }
    : mail;
  if (!sends) return view;
  return { ...view, text: view.text && withoutSecrets(view.text), html: view.html && withoutSecrets(view.html) };
}

type SendAgainOutcome =
  /** `id`: the message to be sent: the same one after a failure, a new one if it was sent before. */
  { kind: "sent"; id: string } | { kind: "waiting" } | { kind: "not-found" } | { kind: "forbidden" };

/** Sends a failed or sent mail again, rendered anew. */
export async function sendAgain(app: AppContext, actor: Actor, id: string): Promise<SendAgainOutcome> {
  if (!may(actor, "change", "mails")) return { kind: "forbidden" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx): Promise<SendAgainOutcome> => {
    const mail = await getMail(tx, id);
    if (!mail) return { kind: "not-found" };
    if (mail.state === "waiting") return { kind: "waiting" };
    const queued = mail.state === "failed" ? id : await repeat(tx, { id, now });
    if (mail.state === "failed" && !(await tryAgain(tx, { id, now }))) return { kind: "waiting" };
    await writeAudit(tx, {
      at: now,
      actor: actorName(actor),
      action: "mail.send-again",
      subject: { kind: "mail", id },
    });
    return { kind: "sent", id: queued };
  });
}

type ListQuery = MailFilter & { from: number; limit: number };

/** Messages, newest first. Does not read the texts of earlier pages. */
async function listMails(db: Queries, { from, limit, ...filter }: ListQuery): Promise<MailLine[]> {
  const page = filtered(db, filter).select("id").orderBy("created_at", "desc").orderBy("id").offset(from).limit(limit);
  const rows = await db
    .selectFrom("outbox")
    .leftJoin("mails", "mails.outbox_id", "outbox.id")
    .select([...COLUMNS, ...COPY_COLUMNS])
    .select(clientName)
    .where("outbox.id", "in", page)
    .orderBy("outbox.created_at", "desc")
    .orderBy("outbox.id")
    .execute();
  return rows.map(lineFrom);
}

/** The name on what a message is about. */
const clientName = (eb: ExpressionBuilder<Tables, "outbox">) =>
  eb
    .case()
    .when("outbox.subject_kind", "=", "appointment")
    .then(
      eb.selectFrom("appointments").select("appointments.name").whereRef("appointments.id", "=", "outbox.subject_id"),
    )
    .when("outbox.subject_kind", "=", "client")
    .then(eb.selectFrom("clients").select("clients.name").whereRef("clients.id", "=", "outbox.subject_id"))
    .end()
    .as("client");

async function getMail(db: Queries, id: string): Promise<(StoredMail & { data: string }) | null> {
  const row = await db
    .selectFrom("outbox")
    .leftJoin("mails", "mails.outbox_id", "outbox.id")
    .select([...COLUMNS, ...COPY_COLUMNS])
    .select(["mails.sender", "mails.body_text", "mails.body_html", "mails.return_status", "mails.return_answer"])
    .select("outbox.data")
    .select(clientName)
    .where("outbox.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const isPrivate = PRIVATE_KINDS.includes(row.kind);
  const { returned_at: at, return_status, return_answer } = row;
  const returned = at === null ? null : { at, reason: reasonInWords(return_status ?? ""), answer: return_answer ?? "" };
  const { sender, body_text: text, body_html: html, data } = row;
  return { ...lineFrom(row), sender, text, html, isPrivate, returned, data };
}

/** Restarts the attempts at a failed message. False: it has not failed, or not any more. */
async function tryAgain(tx: Tx, { id, now }: { id: string; now: number }): Promise<boolean> {
  const outcome = await tx
    .updateTable("outbox")
    .set({ failed_at: null, last_error: null, attempts: 0, claimed_until: 0, claimed_by: null, run_at: now })
    .where("id", "=", id)
    .where("done_at", "is", null)
    .where("failed_at", "is not", null)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}

/** Enqueues the same message again; the mail is rendered anew from the current facts. */
async function repeat(tx: Tx, { id, now }: { id: string; now: number }): Promise<string> {
  const message = await tx
    .selectFrom("outbox")
    .select(["kind", "channel", "subject_kind", "subject_id", "data"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const again = newId();
  const channel = message.channel === NO_CHANNEL ? "email" : message.channel;
  const fresh = { attempts: 0, claimed_until: 0, claimed_by: null, done_at: null, failed_at: null, last_error: null };
  await tx
    .insertInto("outbox")
    .values({ id: again, ...message, channel, run_at: now, created_at: now, by_stranger: 0, ...fresh })
    .execute();
  return again;
}

const COLUMNS = [
  "outbox.id",
  "outbox.kind",
  "outbox.channel",
  "outbox.created_at",
  "outbox.run_at",
  "outbox.attempts",
  "outbox.done_at",
  "outbox.failed_at",
  "outbox.last_error",
] as const;

const COPY_COLUMNS = ["mails.recipient", "mails.subject", "mails.sent_at", "mails.returned_at"] as const;

function filtered(db: Queries, { state, clientId }: MailFilter) {
  return inState(db, state).$if(clientId !== null, (query) => {
    const theirs = db.selectFrom("appointments").where("client_id", "=", clientId);
    return query.where((eb) =>
      eb.or([
        eb.and([eb("subject_kind", "=", "client"), eb("subject_id", "=", clientId)]),
        eb.and([eb("subject_kind", "=", "appointment"), eb("subject_id", "in", theirs.select("id"))]),
        eb.and([
          eb("subject_kind", "=", "series"),
          eb("subject_id", "in", theirs.where("series_id", "is not", null).select("series_id").$castTo<string>()),
        ]),
      ]),
    );
  });
}

function inState(db: Queries, state: MailState | null) {
  return db
    .selectFrom("outbox")
    .where("channel", "!=", PUSH_CHANNEL)
    .$if(state === "waiting", (query) => query.where("done_at", "is", null).where("failed_at", "is", null))
    .$if(state === "failed", (query) => query.where("done_at", "is", null).where("failed_at", "is not", null))
    .$if(state === "returned", (query) =>
      query.where("id", "in", db.selectFrom("mails").select("outbox_id").where("returned_at", "is not", null)),
    )
    .$if(state === "sent", (query) => query.where("done_at", "is not", null).where("channel", "!=", NO_CHANNEL));
}

type Row = {
  id: string;
  kind: string;
  client: string | null;
  channel: string;
  created_at: number;
  run_at: number;
  attempts: number;
  done_at: number | null;
  failed_at: number | null;
  last_error: string | null;
  recipient: string | null;
  subject: string | null;
  sent_at: number | null;
  returned_at: number | null;
};

function lineFrom(row: Row): MailLine {
  return {
    id: row.id,
    kind: row.kind,
    client: row.client,
    state: stateOf(row),
    recipient: row.recipient,
    subject: row.subject,
    createdAt: row.created_at,
    runAt: row.run_at,
    sentAt: row.sent_at,
    attempts: row.attempts,
    lastError: row.last_error,
  };
}

function stateOf({ done_at, failed_at, sent_at, returned_at, channel }: Row): MailState {
  if (returned_at !== null) return "returned";
  if (channel === NO_CHANNEL) return "none";
  if (done_at !== null && channel === "daily") return "told";
  if (done_at !== null) return sent_at === null ? "over" : "sent";
  return failed_at === null ? "waiting" : "failed";
}
