import { changeMessage, type MessageOutcome } from "#app/messages/change-message.server.ts";
import type { ContactMessageState } from "#app/messages/contact-message.ts";
import { getMessage, updateState } from "#app/messages/message-list.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";

/** Marks a message as unread, read, done or spam. */
export async function markMessage(
  app: AppContext,
  actor: Actor,
  { id, state }: { id: string; state: ContactMessageState },
): Promise<MessageOutcome> {
  return changeMessage(app, actor, async ({ tx, now, actor }) => {
    if (!(await getMessage(tx, id))) return { kind: "unknown" };
    if (await updateState(tx, { id, state, now, actor })) {
      await writeAudit(tx, { at: now, actor, action: `enquiry.${state}`, subject: { kind: "enquiry", id } });
    }
    return { kind: "changed" };
  });
}
