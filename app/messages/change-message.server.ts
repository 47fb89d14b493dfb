import { forgetAbout } from "#app/mail/mails-to-person.db.server.ts";
import { enqueue } from "#app/mail/outbox.db.server.ts";
import { aboutEnquiry, type ContactMessageState, ENQUIRY } from "#app/messages/contact-message.ts";
import { contactReply } from "#app/messages/contact-reply.mail.tsx";
import { deleteMessageRow, getMessage, insertReply, updateState } from "#app/messages/list-messages.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { overwriteSoon } from "#app/platform/database/overwrite-deleted.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, may } from "#app/platform/permissions.ts";

export type MessageOutcome = { kind: "changed" | "not-found" | "forbidden" };

type Work = (changing: { tx: Tx; now: number; actor: string }) => Promise<MessageOutcome>;

// No public page shows messages, so the page cache stays valid.
export async function changeMessage(app: AppContext, actor: Actor, work: Work): Promise<MessageOutcome> {
  if (!may(actor, "change", "messages")) return { kind: "forbidden" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute((tx) => work({ tx, now, actor: actorName(actor) }));
}

/** Marks a message as unread, read, waiting, done or spam. */
export async function markMessage(
  app: AppContext,
  actor: Actor,
  { id, state }: { id: string; state: ContactMessageState },
): Promise<MessageOutcome> {
  return changeMessage(app, actor, async ({ tx, now, actor }) => {
    if (!(await getMessage(tx, id))) return { kind: "not-found" };
    if (await updateState(tx, { id, state, now, actor })) {
      await writeAudit(tx, { at: now, actor, action: `enquiry.${state}`, subject: { kind: "enquiry", id } });
    }
    return { kind: "changed" };
  });
}

/** Says who is to answer a message: a person who may, by their account's id, or nobody. */
export async function assignMessage(
  app: AppContext,
  actor: Actor,
  { id, userId, staff }: { id: string; userId: string | null; staff: readonly { id: string }[] },
): Promise<MessageOutcome> {
  if (userId !== null && !staff.some((person) => person.id === userId)) return { kind: "not-found" };
  return changeMessage(app, actor, async ({ tx, now, actor }) => {
    const { numUpdatedRows } = await tx
      .updateTable("enquiries")
      .set({ assigned_to: userId })
      .where("id", "=", id)
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) return { kind: "not-found" };
    await writeAudit(tx, { at: now, actor, action: "enquiry.assign", subject: { kind: "enquiry", id } });
    return { kind: "changed" };
  });
}

/** Deletes a message with its replies and every mail about it. The audit log still records that it existed. */
export async function deleteMessage(app: AppContext, actor: Actor, id: string): Promise<MessageOutcome> {
  if (!may(actor, "delete", "messages")) return { kind: "forbidden" };
  const outcome = await changeMessage(app, actor, async ({ tx, now, actor }) => {
    if (!(await deleteMessageRow(tx, id))) return { kind: "not-found" };
    await forgetAbout(tx, ENQUIRY, [id]);
    await writeAudit(tx, { at: now, actor, action: "enquiry.delete", subject: { kind: "enquiry", id } });
    return { kind: "changed" };
  });
  if (outcome.kind === "changed") await overwriteSoon(app);
  return outcome;
}

/** Mails an answer. `waits`: for what they write back; otherwise it is done. */
export async function replyTo(
  app: AppContext,
  actor: Actor,
  { id, text, waits = false }: { id: string; text: string; waits?: boolean },
): Promise<MessageOutcome> {
  return changeMessage(app, actor, async ({ tx, now, actor }) => {
    // Somebody who complains may prefer an answer by phone or post: then there is no address to reply to.
    if (!(await getMessage(tx, id))?.email) return { kind: "not-found" };
    const replyId = newId();
    await insertReply(tx, { id: replyId, enquiryId: id, text, at: now, actor });
    await enqueue(tx, [contactReply.message(aboutEnquiry(id), { replyId })], now);
    await updateState(tx, { id, state: waits ? "waiting" : "done", now, actor });
    await writeAudit(tx, { at: now, actor, action: "enquiry.reply", subject: { kind: "enquiry", id } });
    return { kind: "changed" };
  });
}
