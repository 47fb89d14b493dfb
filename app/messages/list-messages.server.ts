import type { ContactMessage, Reply } from "#app/messages/contact-message.ts";
import {
  countMessages,
  getMessage,
  listMessages,
  listReplies,
  type MessageFilter,
} from "#app/messages/message-list.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { may } from "#app/platform/permissions.ts";

export const ENQUIRIES_A_PAGE = 30;

/** A page of the practice's messages. `page` counts from 1. Null: not an admin. */
export async function listMessagePage(
  app: AppContext,
  actor: Actor,
  { state, page }: { state: MessageFilter; page: number },
): Promise<{ enquiries: ContactMessage[]; total: number; unread: number } | null> {
  if (!may(actor, "see", "messages")) return null;
  const db = app.db.kysely;
  const from = (page - 1) * ENQUIRIES_A_PAGE;
  return {
    enquiries: await listMessages(db, { state, from, limit: ENQUIRIES_A_PAGE }),
    total: await countMessages(db, state),
    unread: await countMessages(db, "unread"),
  };
}

/** One message with its replies. Null: it does not exist, or the actor is not an admin. */
export async function getMessageView(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ enquiry: ContactMessage; replies: Reply[] } | null> {
  if (!may(actor, "see", "messages")) return null;
  const enquiry = await getMessage(app.db.kysely, id);
  return enquiry && { enquiry, replies: await listReplies(app.db.kysely, id) };
}
