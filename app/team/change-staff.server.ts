import { closePending } from "#app/accounts/account-links.db.server.ts";
import { notifyOwners } from "#app/accounts/notify-owners.server.ts";
import { deleteSessions } from "#app/accounts/sessions.db.server.ts";
import type { User } from "#app/accounts/user.ts";
import { isLastAdmin } from "#app/accounts/users/change-user.server.ts";
import { getUser, lockAdmins, updateUser } from "#app/accounts/users.db.server.ts";
import { endTherapistMails } from "#app/catalogue/therapist-mails.server.ts";
import { disconnectCalendarsOf, endSubscriptionsOf } from "#app/diary/calendar-subscriptions.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import { type Actor, actorName, may, needsConfirmation, type TeamRole } from "#app/platform/permissions.ts";
import { therapistProblem } from "#app/team/invite-person.server.ts";
import { revokeInvites } from "#app/team/invites.db.server.ts";
import { noteStaffChange } from "#app/team/note-staff-change.server.ts";
import { hasTeam, listOwnerIds, putStaff, removeStaff, type Staff, staffOf } from "#app/team/staff.db.server.ts";
import type { StaffEvent } from "#app/team/staff-changed.mail.tsx";

export type StaffOutcome =
  | { kind: "changed"; user: User }
  /** Somebody else has changed it since. */
  | { kind: "conflict" }
  | { kind: "invalid"; field: "therapist"; message: string }
  | { kind: "unconfirmed" }
  | { kind: "refused"; message: string }
  | { kind: "not-found" };

type NewRoles = { userId: string; version: number; roles: readonly TeamRole[]; therapist: string | null };

/** Gives somebody these roles and no others. */
export function changeRoles(
  app: AppContext,
  actor: Actor,
  { userId, version, roles, therapist }: NewRoles,
): Promise<StaffOutcome> {
  return changeStaff(app, actor, userId, async (tx, { user, staff, now, by }) => {
    if (staff.version !== version) return { kind: "conflict" };
    if (staff.state === "suspended") return { kind: "refused", message: SUSPENDED };
    const therapistId = roles.includes("therapist") ? therapist : null;
    const problem = await therapistProblem(tx, { therapistId, userId });
    if (problem) return { kind: "invalid", ...problem };
    if (!roles.includes("owner") && (await isLastAdmin(tx, user))) return { kind: "refused", message: LAST_OWNER };
    const isOthersDiary = therapistId !== staff.therapistId;
    const lost = staff.roles.filter((role) => !roles.includes(role) || (role === "therapist" && isOthersDiary));
    await endAccess(tx, { userId, therapistId: staff.therapistId, lost, now });
    await updateUser(tx, { id: userId, role: roles.includes("owner") ? "admin" : "user", now });
    if (roles.length === 0) await removeStaff(tx, userId);
    else await putStaff(tx, { userId, roles, therapistId, state: "active", version, now, by });
    return { event: "parts", after: roles };
  });
}

/** Takes every role from somebody until they are readmitted. Their account stays. */
export function suspend(app: AppContext, actor: Actor, { userId }: { userId: string }): Promise<StaffOutcome> {
  return changeStaff(app, actor, userId, async (tx, { user, staff, now, by }) => {
    if ("userId" in actor && actor.userId === userId) return { kind: "refused", message: NOT_YOURSELF };
    if (staff.state === "suspended") return { kind: "changed", user };
    if (await isLastAdmin(tx, user)) return { kind: "refused", message: LAST_OWNER };
    const { roles, therapistId, version } = staff;
    await endAccess(tx, { userId, therapistId, lost: roles, now });
    // The role goes, too, so that no reader of it lets them in (decisions/0325).
    await updateUser(tx, { id: userId, role: "user", now });
    await putStaff(tx, { userId, roles, therapistId, state: "suspended", version, now, by });
    return { event: "suspended", after: [] };
  });
}

/** Gives somebody who is suspended the roles back that they had. */
export function liftSuspension(app: AppContext, actor: Actor, { userId }: { userId: string }): Promise<StaffOutcome> {
  return changeStaff(app, actor, userId, async (tx, { user, staff, now, by }) => {
    if (staff.state === "active") return { kind: "changed", user };
    const { roles, therapistId, version } = staff;
    await endAccess(tx, { userId, therapistId, lost: [], now });
    await updateUser(tx, { id: userId, role: roles.includes("owner") ? "admin" : "user", now });
    await putStaff(tx, { userId, roles, therapistId, state: "active", version, now, by });
    return { event: "readmitted", after: roles };
  });
}

/** Within the deletion of an account: what its roles gave ends, and the owners learn that somebody left. */
export async function leaveWithin(tx: Tx, userId: string, now: number): Promise<void> {
  const user = await getUser(tx, userId);
  const staff = user && staffOf(user);
  if (!staff || !(await hasTeam(tx))) return;
  const { roles: before, therapistId } = staff;
  await endAccess(tx, { userId, therapistId, lost: before, now });
  const actor = { kind: "client", userId } as const;
  await noteStaffChange(tx, { actor, whom: { user: userId }, event: "left", before, after: [], now });
}

type Access = { actor: Actor; userId: string; event: "disabled" | "enabled"; now: number };

/** Within the disabling or enabling of an account: for somebody who works here it is like a suspension. */
export async function noteAccess(tx: Tx, { actor, userId, event, now }: Access): Promise<void> {
  const user = await getUser(tx, userId);
  const staff = user && staffOf(user);
  if (!staff) return;
  if (!(await hasTeam(tx))) {
    await notifyOwners(tx, { actor, change: "access", now, whom: userId });
    return;
  }
  const { roles, therapistId } = staff;
  if (event === "disabled") await endAccess(tx, { userId, therapistId, lost: roles, now });
  const [before, after] = event === "disabled" ? [roles, []] : [[], roles];
  await noteStaffChange(tx, { actor, whom: { user: userId }, event, before, after, now });
}

const LAST_OWNER = "This is the only owner. Make someone else an owner first";
const NOT_YOURSELF = "This is your own account. Another owner can suspend it";
const SUSPENDED = "They are suspended. Readmit them first";

type Found = { user: User; staff: Staff; now: number; by: string };
type Work = (tx: Tx, found: Found) => Promise<StaffOutcome | { event: StaffEvent; after: readonly TeamRole[] }>;

async function changeStaff(app: AppContext, actor: Actor, userId: string, work: Work): Promise<StaffOutcome> {
  if (!may(actor, "change", "users")) return { kind: "not-found" };
  if (needsConfirmation(actor)) return { kind: "unconfirmed" };
  const now = app.clock.now();
  return app.db.kysely.transaction().execute(async (tx): Promise<StaffOutcome> => {
    await lockAdmins(tx);
    const owners = await listOwnerIds(tx);
    // Whoever was an owner when they asked, and is none by now, changes nothing.
    if ("userId" in actor && !owners.includes(actor.userId)) return { kind: "not-found" };
    const user = await getUser(tx, userId);
    const staff = user && staffOf(user);
    if (!user || !staff) return { kind: "not-found" };
    const done = await work(tx, { user, staff, now, by: actorName(actor) });
    if (!("event" in done)) return done;
    const { event, after } = done;
    const before = staff.state === "suspended" ? [] : staff.roles;
    await noteStaffChange(tx, { actor, whom: { user: userId }, event, before, after, now, owners });
    return { kind: "changed", user: (await getUser(tx, userId)) ?? user };
  });
}

type Person = { userId: string; therapistId: string | null; lost: readonly TeamRole[]; now: number };

/**
 * Ends what somebody's roles gave: sessions, open links and sign-ins. With a role that is `lost` go the calendar
 * addresses that they made or that show their diary, with the therapist's the mails about their appointments and their own calendars, and with
 * the owner's the invitations that they sent.
 */
export async function endAccess(tx: Tx, { userId, therapistId, lost, now }: Person): Promise<void> {
  await deleteSessions(tx, { userId, keep: null });
  await closePending(tx, userId);
  if (lost.length > 0) await endSubscriptionsOf(tx, { userId, therapistId });
  if (lost.includes("therapist") && therapistId) {
    await endTherapistMails(tx, { id: therapistId, now });
    await disconnectCalendarsOf(tx, { therapistId, now });
  }
  if (lost.includes("owner")) await revokeInvites(tx, { invitedBy: userId });
}
