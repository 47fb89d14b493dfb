import { openSession } from "#app/accounts/better-auth.gateway.server.ts";
import { openProvenAccount } from "#app/accounts/open-proven-account.server.ts";
import { checkPassword } from "#app/accounts/passwords/check-password.server.ts";
import type { Caller, Identity } from "#app/accounts/session.ts";
import type { User } from "#app/accounts/user.ts";
import { getUser, getUserByEmail, lockAdmins, updateUser } from "#app/accounts/users.db.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext, Tx } from "#app/platform/app-context.server.ts";
import type { TeamRole } from "#app/platform/permissions.ts";
import { endAccess } from "#app/team/change-staff.server.ts";
import { type Invite, isOpen } from "#app/team/invite.ts";
import { getInviteBySecret, revokeInvites, useInvite } from "#app/team/invites.db.server.ts";
import { noteStaffChange } from "#app/team/note-staff-change.server.ts";
import { putStaff, staffOf } from "#app/team/staff.db.server.ts";

/** What an open invitation offers. `hasAccount`: its address has one, so its owner logs in. */
export type Offer = { email: string; roles: readonly TeamRole[]; therapist: string | null; hasAccount: boolean };

/** Looking changes nothing. Null for a link that is wrong, used, withdrawn, too old, or somebody else's. */
export async function getOffer(
  app: AppContext,
  secret: string,
  { user }: Pick<Identity, "user">,
): Promise<Offer | null> {
  const invite = await getInviteBySecret(app.db.kysely, secret);
  if (!invite || !isOpen(invite, app.clock.now())) return null;
  if (user && user.email !== invite.email) return null;
  const owner = await getUserByEmail(app.db.kysely, invite.email);
  if (owner && (owner.disabled || staffOf(owner))) return null;
  const therapist = invite.therapistId === null ? null : await getTherapist(app.db.kysely, invite.therapistId);
  const { email, roles } = invite;
  return { email, roles, therapist: therapist?.name ?? null, hasAccount: owner !== null };
}

export type JoinOutcome =
  | { kind: "joined"; user: User; cookies: string[] }
  | { kind: "invalid"; field: "password"; message: string }
  /** Used, withdrawn, too old, or for another address: whoever asks learns nothing more. */
  | { kind: "not-found" };

/** Somebody signed in takes the invitation to their own address. They go on in a new session. */
export async function join(
  app: AppContext,
  { caller, identity }: { caller: Caller; identity: Identity },
  secret: string,
): Promise<JoinOutcome> {
  const { user } = identity;
  if (!user || !(await getOffer(app, secret, identity))) return { kind: "not-found" };
  const joined = await app.db.kysely.transaction().execute((tx) => joinWithin(tx, app, { secret, email: user.email }));
  if (!joined) return { kind: "not-found" };
  return { kind: "joined", user: joined, cookies: await openSession(app, caller.headers, user.id) };
}

/** Somebody without an account opens one with the invited address, which the link proves. */
export async function joinAnew(
  app: AppContext,
  caller: Caller,
  { secret, username, password }: { secret: string; username: string; password: string },
): Promise<JoinOutcome> {
  const offer = await getOffer(app, secret, { user: null });
  if (!offer || offer.hasAccount) return { kind: "not-found" };
  const { email } = offer;
  const problem = await checkPassword(app, password, { email, username, role: "admin", twoFactor: false });
  if (problem) return { kind: "invalid", field: "password", message: problem };
  const outcome = await openProvenAccount(app, caller, {
    email,
    username,
    password,
    phone: null,
    proveWithin: async (tx) => (await joinWithin(tx, app, { secret, email, isNew: true })) !== null,
  });
  if (outcome.kind === "invalid") return { ...outcome, field: "password" };
  if (outcome.kind !== "opened") return { kind: "not-found" };
  const user = await getUser(app.db.kysely, outcome.user.id);
  return user ? { kind: "joined", user, cookies: outcome.cookies } : { kind: "not-found" };
}

async function joinWithin(
  tx: Tx,
  app: AppContext,
  { secret, email, isNew = false }: { secret: string; email: string; isNew?: boolean },
): Promise<User | null> {
  const now = app.clock.now();
  await lockAdmins(tx);
  const user = await getUserByEmail(tx, email);
  if (!user || user.disabled || staffOf(user)) return null;
  const invite = await useInvite(tx, { secret, email, now });
  if (!invite) return null;
  // A new account has one session, which its own sign-up has just opened.
  if (!isNew) await endAccess(tx, { userId: user.id, therapistId: null, lost: [], now });
  return takeRoles(tx, { user, invite, now });
}

async function takeRoles(
  tx: Tx,
  { user, invite, now }: { user: User; invite: Invite; now: number },
): Promise<User | null> {
  const { roles, therapistId, email } = invite;
  const { id: userId } = user;
  await revokeInvites(tx, { email });
  const role = roles.includes("owner") ? "admin" : "user";
  await updateUser(tx, { id: userId, role, emailVerified: true, now });
  await putStaff(tx, { userId, roles, therapistId, state: "active", version: 0, now, by: `client:${userId}` });
  const actor = { kind: "client", userId } as const;
  await noteStaffChange(tx, { actor, whom: { user: userId }, event: "joined", before: [], after: roles, now });
  return getUser(tx, userId);
}
