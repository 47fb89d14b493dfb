import { countMails, getMail, listMails, repeat, tryAgain } from "#app/mail/mail-list.db.server.ts";
import { type MailLine, type MailState, type StoredMail, withoutSecrets } from "#app/mail/stored-mail.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
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

type SendAgainOutcome =
  /** `id`: the message to be sent: the same one after a failure, a new one if it was sent before. */
  { kind: "queued"; id: string } | { kind: "waiting" } | { kind: "not-found" } | { kind: "forbidden" };

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
    return { kind: "queued", id: queued };
  });
}
