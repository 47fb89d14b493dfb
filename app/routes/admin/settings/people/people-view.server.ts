import type { AppContext } from "#app/platform/app-context.server.ts";
import type { TeamRole } from "#app/platform/permissions.ts";
import { canMailLeave, readPractice } from "#app/practice/read-practice.server.ts";
import { type Invite, isOpen } from "#app/team/invite.ts";
import { inviteLink, inviteSecretOf, listUnused, listWaitingNonces } from "#app/team/invites.db.server.ts";
import { rolesInWords } from "#app/team/role-names.ts";
import { hasTeam, listStaff } from "#app/team/staff.db.server.ts";

export type PersonView = {
  id: string;
  name: string;
  email: string;
  roles: string;
  therapist: string | null;
  suspended: boolean;
  /** Parts that wait for a second factor, in words; null: none. */
  waiting: string | null;
  unprotected: boolean;
  self: boolean;
};

export type InviteView = {
  id: string;
  email: string;
  roles: string;
  therapist: string | null;
  sent: string;
  until: string | null;
  /** For the owner who invited, while no mail can leave: the link to hand over. */
  link: string | null;
};
export type TherapistChoice = { id: string; name: string };

type Options = { self: string; dates: Intl.DateTimeFormat };

/** Who works here and who is invited to, as their owner reads it. A sole owner has neither. */
export async function viewPeople(app: AppContext, { self, dates }: Options) {
  const db = app.db.kysely;
  const therapists = await therapistChoices(app);
  const nameOf = (id: string | null) => therapists.find((one) => one.id === id)?.name ?? null;
  if (!(await hasTeam(db))) return { people: [], invites: [], therapists };
  const people = (await listStaff(db)).map(
    ({ user, staff }): PersonView => ({
      id: user.id,
      name: user.username || "Unknown User",
      email: user.email,
      roles: rolesInWords(staff.roles),
      therapist: nameOf(staff.therapistId),
      suspended: staff.state === "suspended",
      waiting: staff.waiting.length > 0 ? inSentence(staff.waiting) : null,
      unprotected: staff.state === "active" && !user.twoFactor,
      self: user.id === self,
    }),
  );
  const now = app.clock.now();
  const linkOf = await linksToCopy(app, self);
  const invites = (await listUnused(db)).map(
    (invite): InviteView => ({
      id: invite.id,
      email: invite.email,
      roles: rolesInWords(invite.roles),
      therapist: nameOf(invite.therapistId),
      sent: dates.format(invite.sentAt),
      until: isOpen(invite, now) ? dates.format(invite.expiresAt) : null,
      link: isOpen(invite, now) ? linkOf(invite) : null,
    }),
  );
  return { people, invites, therapists };
}

/** A link opens an account here: only who asked for it sees it, and only while no mail brings it. */
async function linksToCopy(app: AppContext, self: string): Promise<(invite: Invite) => string | null> {
  if (await canMailLeave(app)) return () => null;
  const nonces = await listWaitingNonces(app.db.kysely);
  return ({ id, invitedBy }) => {
    const nonce = invitedBy === self ? nonces.get(id) : undefined;
    return nonce === undefined ? null : inviteLink(app, inviteSecretOf(app.secret, nonce));
  };
}

export async function therapistChoices(app: AppContext): Promise<TherapistChoice[]> {
  return (await readPractice(app)).therapists.map(({ id, name }) => ({ id, name }));
}

function inSentence(roles: readonly TeamRole[]): string {
  return rolesInWords(roles).toLowerCase();
}
