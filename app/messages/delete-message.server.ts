import { changeMessage, type MessageOutcome } from "#app/messages/change-message.server.ts";
import { ENQUIRY } from "#app/messages/contact-message.ts";
import { deleteMessageRow } from "#app/messages/message-list.db.server.ts";
import { forgetAbout } from "#app/outbox/mails-to-person.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { overwriteSoon } from "#app/platform/database/overwrite-deleted.server.ts";

/** Deletes a message with its replies and every mail about it. The audit log still records that it existed. */
export async function deleteMessage(app: AppContext, actor: Actor, id: string): Promise<MessageOutcome> {
  const outcome = await changeMessage(app, actor, async ({ tx, now, actor }) => {
    if (!(await deleteMessageRow(tx, id))) return { kind: "unknown" };
    await forgetAbout(tx, ENQUIRY, [id]);
    await writeAudit(tx, { at: now, actor, action: "enquiry.delete", subject: { kind: "enquiry", id } });
    return { kind: "changed" };
  });
  if (outcome.kind === "changed") await overwriteSoon(app);
  return outcome;
}
