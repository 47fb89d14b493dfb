import { z } from "zod";
import {
  addAdapter,
  getFacts,
  postponeTurn,
  removeAdapter,
  takeTurn,
  writeFacts,
} from "#app/adapters/adapters.db.server.ts";
import { noteAdapter } from "#app/adapters/note-adapter.server.ts";
import { clearArrived, noteCameBack } from "#app/mail/came-back.server.ts";
import { readHead, readMail } from "#app/mail/read-mail.gateway.server.ts";
import { type FoundMail, type MailFolder, withFolder } from "#app/mail/server/imap.gateway.server.ts";
import { MAILBOX_FAULTS, type MailboxFault } from "#app/mail/server/mail-server.form.ts";
import { FIRST_LOOK_BACK, markOf, openMailbox } from "#app/mail/server/mailbox.server.ts";
import { contactReply } from "#app/messages/contact-reply.mail.tsx";
import { updateState } from "#app/messages/list-messages.server.ts";
import { findAnswered, takeReply } from "#app/messages/take-reply.server.ts";
import type { AppContext, Queries, Tx } from "#app/platform/app-context.server.ts";
import { repeat } from "#app/platform/timer.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";

const LOOK_EVERY = 10_000;
const READ_EVERY = 120_000;
/** Servers lock an account that signs in wrongly again and again. */
const AFTER_REFUSAL = 1_800_000;
const HEADS_AT_ONCE = 50;
/** A full mailbox is read over several turns. */
const MOST_A_TURN = 500;
const CLEAR_EVERY = 3_600_000;

/** Reads the practice's mailbox every two minutes, by one process; with none set it asks nothing. */
export function startReadingMailbox(app: AppContext): () => Promise<void> {
  return repeat(app, { every: LOOK_EVERY, job: readMailbox, failed: "the mailbox could not be read" });
}

/** How far the mailbox was read. `mark`: of which one. */
const facts = z.object({
  mark: z.string().default(""),
  uidValidity: z.string().default(""),
  lastUid: z.number().int().default(0),
  readAt: z.number().int().nullable().default(null),
  clearedAt: z.number().int().default(0),
});
type Facts = z.output<typeof facts>;

/** When the mailbox was last read; null: not yet, or none is set. */
export async function getMailboxReadAt(db: Queries): Promise<number | null> {
  return (await factsIn(db)).readAt;
}

async function factsIn(db: Queries): Promise<Facts> {
  return facts.parse((await getFacts(db, "mailbox")) ?? {});
}

/** In the transaction that saves the mailbox: it is read at once. */
export async function beginReading(tx: Tx, now: number): Promise<void> {
  await addAdapter(tx, "mailbox", now);
  await postponeTurn(tx, "mailbox", 0);
}

export async function endReading(tx: Tx): Promise<void> {
  await removeAdapter(tx, "mailbox");
}

/** Reads what is new, if it is time. Returns how many mails had an effect here. */
export async function readMailbox(app: AppContext): Promise<number> {
  const { mailbox: stored } = (await readPractice(app)).settings;
  if (!stored) return 0;
  const db = app.db.kysely;
  const now = app.clock.now();
  if (!(await takeTurn(db, { name: "mailbox", now, nextAt: now + READ_EVERY }))) return 0;
  const mailbox = openMailbox(app, stored);
  if (mailbox === null || mailbox === "shut") return failed(app, "shut");
  const read = await withFolder(app, mailbox, (folder) => readNew(app, folder, markOf(stored)));
  if (read.kind === "fault") return failed(app, read.fault);
  await noteAdapter(app, "mailbox", null);
  return read.result;
}

// As another company's server answers to a key that it does not know: the owner hears of it at once.
const SIGNED_OUT = 401;

async function failed(app: AppContext, fault: MailboxFault): Promise<number> {
  const isRefused = fault === "refused" || fault === "shut";
  if (isRefused) await postponeTurn(app.db.kysely, "mailbox", app.clock.now() + AFTER_REFUSAL);
  await noteAdapter(app, "mailbox", { status: isRefused ? SIGNED_OUT : null, words: MAILBOX_FAULTS[fault] });
  return 0;
}

async function readNew(app: AppContext, folder: MailFolder, mark: string): Promise<number> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const before = await factsIn(db);
  const isSame = before.mark === mark && before.uidValidity === folder.uidValidity;
  // Another folder, or one whose uids begin anew: what was taken in before is known by its Message-ID.
  const uids = isSame
    ? (await folder.listAfter(before.lastUid)).slice(0, MOST_A_TURN)
    : (await folder.listSince(now - FIRST_LOOK_BACK)).slice(-MOST_A_TURN);
  let state: Facts = { ...before, mark, uidValidity: folder.uidValidity };
  if (!isSame) state.lastUid = uids.length > 0 ? (uids[0] ?? 1) - 1 : folder.lastUid;
  let taken = 0;
  for (let at = 0; at < uids.length; at += HEADS_AT_ONCE) {
    const some = uids.slice(at, at + HEADS_AT_ONCE);
    for (const head of await folder.readHeads(some)) if (await takeMail(app, folder, head)) taken += 1;
    state = { ...state, lastUid: some.at(-1) ?? state.lastUid };
    // What follows is read again if the process dies now, and known by its Message-ID.
    await writeFacts(db, "mailbox", state);
  }
  if (now - before.clearedAt >= CLEAR_EVERY) {
    await clearArrived(db, now);
    state.clearedAt = now;
  }
  await writeFacts(db, "mailbox", { ...state, readAt: now });
  return taken;
}

/** Whether a mail had an effect: a reply to an answer of ours, or one of ours that came back. Others are left alone. */
async function takeMail(app: AppContext, folder: MailFolder, { uid, at, bytes }: FoundMail): Promise<boolean> {
  const head = await readHead(bytes);
  if (!head || !(head.isReport || (await findAnswered(app.db.kysely, head.answers)) !== null)) return false;
  const found = await folder.readMail(uid);
  const mail = found && (await readMail(found.bytes));
  if (!mail) return false;
  const now = app.clock.now();
  if (!mail.isReport) return takeReply(app, mail, at > 0 ? Math.min(at, now) : now);
  return app.db.kysely.transaction().execute(async (tx) => {
    const cameBack = await noteCameBack(tx, { ...mail, now });
    const about = cameBack?.kind === contactReply.id ? cameBack.subject : null;
    // Whoever wrote has no answer: the message is open again.
    if (about) await updateState(tx, { id: about.id, state: "unread", now, actor: null });
    return cameBack !== null;
  });
}
