import { changeMessage, type MessageOutcome } from "#app/messages/change-message.server.ts";
import { aboutEnquiry } from "#app/messages/contact-message.ts";
import { contactReply } from "#app/messages/contact-reply.mail.tsx";
import { getMessage, insertReply, updateState } from "#app/messages/message-list.db.server.ts";
import { enqueue } from "#app/outbox/outbox.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { newId } from "#app/platform/ids.server.ts";

export async function replyTo(
  app: AppContext,
  actor: Actor,
  { id, text }: { id: string; text: string },
): Promise<MessageOutcome> {
  return changeMessage(app, actor, async ({ tx, now, actor }) => {
    // Somebody who complains may prefer an answer by phone or post: then there is no address to reply to.
    if (!(await getMessage(tx, id))?.email) return { kind: "unknown" };
    const replyId = newId();
    await insertReply(tx, { id: replyId, enquiryId: id, text, at: now, actor });
    await enqueue(tx, [contactReply.message(aboutEnquiry(id), { replyId })], now);
    await updateState(tx, { id, state: "done", now, actor });
    await writeAudit(tx, { at: now, actor, action: "enquiry.reply", subject: { kind: "enquiry", id } });
    return { kind: "changed" };
  });
}
