import { countMails, getMail, listMails } from "#app/outbox/mail-list.db.server.ts";
import { type MailLine, type MailState, type StoredMail, withoutSecrets } from "#app/outbox/stored-mail.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { may } from "#app/platform/permissions.ts";

export const MAILS_A_PAGE = 30;

/** A page of the practice's mails. `page` counts from 1. Null: not an admin. */
export async function listMailPage(
  app: AppContext,
  actor: Actor,
  { state, page }: { state: MailState | null; page: number },
): Promise<{ mails: MailLine[]; total: number } | null> {
  if (!may(actor, "see", "mails")) return null;
  const db = app.db.kysely;
  const total = await countMails(db, state);
  return { mails: await listMails(db, { state, from: (page - 1) * MAILS_A_PAGE, limit: MAILS_A_PAGE }), total };
}

/**
 * One mail to read. Null: it does not exist, or the actor is not an admin. `sends`: a mail server is set up, so that the
 * list is not the only way to read its links.
 */
export async function getMailView(
  app: AppContext,
  actor: Actor,
  { id, sends }: { id: string; sends: boolean },
): Promise<StoredMail | null> {
  if (!may(actor, "see", "mails")) return null;
  const mail = await getMail(app.db.kysely, id);
  if (mail?.isPrivate) return { ...mail, text: null, html: null };
  if (!mail || !sends) return mail;
  return { ...mail, text: mail.text && withoutSecrets(mail.text), html: mail.html && withoutSecrets(mail.html) };
}
