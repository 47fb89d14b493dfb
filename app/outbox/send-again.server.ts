import { getMail, repeat, tryAgain } from "#app/outbox/mail-list.db.server.ts";
import { type Actor, actorName } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { may } from "#app/platform/permissions.ts";

type SendAgainOutcome =
  /** `id`: the message to be sent: the same one after a failure, a new one if it was sent before. */
  { kind: "queued"; id: string } | { kind: "waiting" } | { kind: "unknown" } | { kind: "forbidden" };

/** Sends a failed or sent mail again, rendered anew. */
export async function sendAgain(app: AppContext, actor: Actor, id: string): Promise<SendAgainOutcome> {
  if (!may(actor, "change", "mails")) return { kind: "forbidden" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx): Promise<SendAgainOutcome> => {
    const mail = await getMail(tx, id);
    if (!mail) return { kind: "unknown" };
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
