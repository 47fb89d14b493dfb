import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { enqueue, withdraw } from "#app/mail/outbox.db.server.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { newId, newSecret } from "#app/platform/ids.server.ts";
import { consumeRateLimit } from "#app/platform/limits.server.ts";
import { type Actor, mayInPerson, needsConfirmation, type TeamRole } from "#app/platform/permissions.ts";
import { inviteMessage } from "#app/team/invitation.mail.tsx";
import { INVITE, INVITE_LIFE } from "#app/team/invite.ts";
import {
  getInvite,
  insertInvite,
  inviteLink,
  inviteSecretOf,
  renewInvite,
  revokeInvites,
} from "#app/team/invites.db.server.ts";
import { noteStaffChange } from "#app/team/note-staff-change.server.ts";
import { staffOf, userOfTherapist } from "#app/team/staff.db.server.ts";

type Input = { email: string; roles: readonly TeamRole[]; therapist: string | null };
type Field = "email" | "therapist";

export type InviteOutcome =
  | { kind: "sent"; email: string }
  | { kind: "invalid"; field: Field; message: string }
  | { kind: "limited"; message: string; retryAfterSeconds: number }
  | { kind: "unconfirmed" }
  | { kind: "not-found" };

const MAILS = 20;
const HOUR = 3600;
const TOO_MANY = "That is many invitations within an hour. Wait a while and go on then";

/** Mails an invitation to one address. An open one to the same address is replaced. For owners. */
export async function invitePerson(
  app: AppContext,
  actor: Actor,
  { email, roles, therapist }: Input,
): Promise<InviteOutcome> {
  if (!mayInPerson(actor, "change", "users")) return { kind: "not-found" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const therapistId = roles.includes("therapist") ? therapist : null;
  const problem =
    (await emailProblem(app, email)) ?? (await therapistProblem(app.db.kysely, { therapistId, userId: null }));
  if (problem) return { kind: "invalid", ...problem };
  const limited = await limitOf(app, actor.userId);
  if (limited) return limited;
  const now = app.clock.now();
  const invite = {
    id: newId(),
    email,
    roles,
    therapistId,
    sentAt: now,
    expiresAt: now + INVITE_LIFE,
    invitedBy: actor.userId,
  };
  const nonce = newSecret();
  await app.db.kysely.transaction().execute(async (tx) => {
    await revokeInvites(tx, { email });
    await insertInvite(tx, invite, inviteSecretOf(app.secret, nonce));
    await enqueue(tx, [inviteMessage(invite.id, nonce)], now);
    await noteStaffChange(tx, { actor, whom: { invite: invite.id }, event: "invited", before: [], after: roles, now });
  });
  return { kind: "sent", email };
}

/**
 * A link that makes someone an owner, from the server itself: for a site that can't send an email yet. An open invitation
 * to the same address is replaced.
 */
export async function inviteOwner(
  app: AppContext,
  email: string,
): Promise<{ kind: "added"; link: string } | { kind: "invalid" | "on-team"; message: string }> {
  const problem = await emailProblem(app, email);
  if (problem) return { kind: problem.message === ON_TEAM ? "on-team" : "invalid", message: problem.message };
  const now = app.clock.now();
  const secret = inviteSecretOf(app.secret, newSecret());
  const roles = ["owner"] as const;
  const invite = { id: newId(), email, roles, therapistId: null, sentAt: now, expiresAt: now + INVITE_LIFE };
  await app.db.kysely.transaction().execute(async (tx) => {
    await revokeInvites(tx, { email });
    await insertInvite(tx, { ...invite, invitedBy: null }, secret);
    const change = { whom: { invite: invite.id }, event: "invited", before: [], after: roles, now } as const;
    await noteStaffChange(tx, { actor: { kind: "system" }, ...change });
  });
  return { kind: "added", link: inviteLink(app, secret) };
}

/** Mails a new link, which works for seven days again; the one before stops working. */
export async function inviteAgain(app: AppContext, actor: Actor, id: string): Promise<InviteOutcome> {
  if (!mayInPerson(actor, "change", "users")) return { kind: "not-found" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const invite = await getInvite(app.db.kysely, id);
  if (invite?.state !== "open") return { kind: "not-found" };
  const limited = await limitOf(app, actor.userId);
  if (limited) return limited;
  const now = app.clock.now();
  const nonce = newSecret();
  const renewed = { id, secret: inviteSecretOf(app.secret, nonce), sentAt: now, expiresAt: now + INVITE_LIFE };
  const { roles } = invite;
  const isSent = await app.db.kysely.transaction().execute(async (tx) => {
    if (!(await renewInvite(tx, renewed))) return false;
    await withdraw(tx, { kind: INVITE, subject: { kind: INVITE, id } });
    await enqueue(tx, [inviteMessage(id, nonce)], now);
    await noteStaffChange(tx, {
      actor,
      whom: { invite: id },
      event: "invited-again",
      before: roles,
      after: roles,
      now,
    });
    return true;
  });
  return isSent ? { kind: "sent", email: invite.email } : { kind: "not-found" };
}

/** Withdraws an invitation: its link stops working, and a mail that waits is not sent. */
export async function withdrawInvite(
  app: AppContext,
  actor: Actor,
  id: string,
): Promise<{ kind: "withdrawn"; email: string } | { kind: "not-found" | "unconfirmed" }> {
  if (!mayInPerson(actor, "change", "users")) return { kind: "not-found" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx) => {
    const invite = await getInvite(tx, id);
    if (!invite || (await revokeInvites(tx, { id })) === 0) return { kind: "not-found" } as const;
    await withdraw(tx, { kind: INVITE, subject: { kind: INVITE, id } });
    const { roles: before, email } = invite;
    await noteStaffChange(tx, { actor, whom: { invite: id }, event: "withdrawn", before, after: [], now });
    return { kind: "withdrawn", email } as const;
  });
}

async function emailProblem(app: AppContext, email: string) {
  const user = await getUserByEmail(app.db.kysely, email);
  if (user?.disabled)
    return { field: "email", message: "This account is disabled. Enable it under Users first" } as const;
  return user && staffOf(user) ? ({ field: "email", message: ON_TEAM } as const) : null;
}

const ON_TEAM = "This person is already on your team. Change their role instead";

/** Why this therapist can't be this person's own; null if they can. */
export async function therapistProblem(
  db: Queries,
  { therapistId, userId }: { therapistId: string | null; userId: string | null },
): Promise<{ field: "therapist"; message: string } | null> {
  if (therapistId === null) return null;
  const therapist = await getTherapist(db, therapistId);
  if (!therapist) return { field: "therapist", message: "Choose a therapist who is there" };
  const taken = await userOfTherapist(db, therapistId);
  return taken === null || taken === userId
    ? null
    : { field: "therapist", message: `${therapist.name} logs in already` };
}

async function limitOf(app: AppContext, userId: string) {
  const limit = { key: `staff-invites:${userId}`, limit: MAILS, windowSeconds: HOUR };
  const verdict = await consumeRateLimit(app, limit);
  return verdict.kind === "limited" ? { ...verdict, message: TOO_MANY } : null;
}
