import { enqueue } from "#app/mail/outbox.db.server.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { type Actor, actorName, type TeamRole } from "#app/platform/permissions.ts";
import { INVITE } from "#app/team/invite.ts";
import { listOwnerIds } from "#app/team/staff.db.server.ts";
import { changeMessage, type StaffEvent } from "#app/team/staff-changed.mail.tsx";

type Change = {
  actor: Actor;
  whom: { user: string } | { invite: string };
  event: StaffEvent;
  before: readonly TeamRole[];
  after: readonly TeamRole[];
  now: number;
  /** Owners until this change, who are told of it, too. */
  owners?: readonly string[];
};

/** Audits a change of who works here, with before and after, and mails every owner. */
export async function noteStaffChange(tx: Tx, change: Change): Promise<void> {
  const { actor, whom, event, before, after, now } = change;
  const user = "user" in whom ? whom.user : null;
  const invite = "invite" in whom ? whom.invite : null;
  await writeAudit(tx, {
    at: now,
    actor: actorName(actor),
    action: `staff.${event}`,
    subject: user ? { kind: "user", id: user } : { kind: INVITE, id: invite ?? "" },
    detail: { before: before.join(", "), after: after.join(", ") },
  });
  const owners = new Set([...(change.owners ?? []), ...(await listOwnerIds(tx))]);
  const by = "userId" in actor ? actor.userId : null;
  const leaver = event === "left" ? { user: null, invite: null } : { user, invite };
  const notice = {
    ...leaver,
    by: event === "left" ? null : by,
    deed: event,
    before: [...before],
    after: [...after],
    at: now,
  };
  const mails = [...owners]
    .filter((to) => event !== "left" || to !== user)
    .map((to) => changeMessage({ ...notice, to }));
  if (mails.length > 0) await enqueue(tx, mails, now);
}
