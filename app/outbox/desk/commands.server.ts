import { type KeptMail, type MailLine, type MailState, withoutSecrets } from "#app/outbox/desk/kept-mail.ts";
import { countMails, findMail, listMails, repeat, tryAgain } from "#app/outbox/desk/store.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Asker, editorName } from "#app/platform/editor.ts";
import type { World } from "#app/platform/world.server.ts";

export const MAILS_A_PAGE = 30;

export type SendAgainOutcome =
  /** `id`: the message that will be sent: the same one after a failure, a new one when it was sent before. */
  | { kind: "queued"; id: string }
  /** It waits to be sent anyway. */
  | { kind: "waiting" }
  | { kind: "unknown" }
  | { kind: "forbidden" };

/** A page of the practice's mails. `page` counts from 1. Null: not an admin. */
export async function showMails(
  world: World,
  asker: Asker,
  { state, page }: { state: MailState | null; page: number },
): Promise<{ mails: MailLine[]; total: number } | null> {
  if (!editorName(asker)) return null;
  const db = world.db.kysely;
  const total = await countMails(db, state);
  return { mails: await listMails(db, { state, from: (page - 1) * MAILS_A_PAGE, limit: MAILS_A_PAGE }), total };
}

/** One mail to read. Null: there is none, or the asker is not an admin. */
export async function showMail(world: World, asker: Asker, id: string): Promise<KeptMail | null> {
  if (!editorName(asker)) return null;
  const mail = await findMail(world.db.kysely, id);
  if (!mail || world.config.smtpUrl === null) return mail;
  return { ...mail, text: mail.text && withoutSecrets(mail.text), html: mail.html && withoutSecrets(mail.html) };
}

/** Sends a mail that failed or was sent once more. What it says is made anew. */
export async function sendAgain(world: World, asker: Asker, id: string): Promise<SendAgainOutcome> {
  const actor = editorName(asker);
  if (!actor) return { kind: "forbidden" };
  const now = world.clock.now();
  return world.db.kysely.transaction().execute(async (tx): Promise<SendAgainOutcome> => {
    const mail = await findMail(tx, id);
    if (!mail) return { kind: "unknown" };
    if (mail.state === "waiting") return { kind: "waiting" };
    const queued = mail.state === "failed" ? id : await repeat(tx, { id, now });
    if (mail.state === "failed" && !(await tryAgain(tx, { id, now }))) return { kind: "waiting" };
    await writeAudit(tx, { at: now, actor, action: "mail.send-again", subject: { kind: "mail", id } });
    return { kind: "queued", id: queued };
  });
}
