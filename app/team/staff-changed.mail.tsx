import { z } from "zod";
import { getUser, USER } from "#app/accounts/users.db.server.ts";
import { defineMail, EXAMPLE_CLIENT, type MailContext, momentInWords } from "#app/mail/define-mail.server.ts";
import type { Due } from "#app/mail/message.ts";
import { TEAM_ROLES, type TeamRole } from "#app/platform/permissions.ts";
import { inSentence } from "#app/team/invitation.mail.tsx";
import { INVITE } from "#app/team/invite.ts";
import { getInvite } from "#app/team/invites.db.server.ts";
import { MailButton, MailText } from "#app/ui/mail-frame.tsx";

const HEADLINES = {
  invited: (whom: string) => `${whom} was invited`,
  "invited-again": (whom: string) => `${whom} was invited again`,
  withdrawn: (whom: string) => `The invitation to ${whom} was withdrawn`,
  joined: (whom: string) => `${whom} joined`,
  parts: (whom: string) => `The role of ${whom} was changed`,
  suspended: (whom: string) => `${whom} was suspended`,
  readmitted: (whom: string) => `${whom} was readmitted`,
  disabled: (whom: string) => `The account of ${whom} was disabled`,
  enabled: (whom: string) => `The account of ${whom} was enabled`,
  left: (whom: string) => `${whom} left`,
};

/** What was done to somebody, as the mail to the owners says it. */
export type StaffEvent = keyof typeof HEADLINES;

const roles = z.array(z.enum(TEAM_ROLES));
/** `to`: an owner. `by`: who did it; null: the command line. `user` or `invite`: whom it was done to. */
const data = z.object({
  to: z.string(),
  by: z.string().nullable(),
  user: z.string().nullable(),
  invite: z.string().nullable(),
  deed: z.enum(Object.keys(HEADLINES) as [StaffEvent, ...StaffEvent[]]),
  before: roles,
  after: roles,
  at: z.number(),
});
type StaffChange = z.output<typeof data>;

/** To every owner, whoever made the change: one that they did not know of is noticed. */
export const staffChanged = defineMail({
  id: "staff-changed",
  title: "People changed",
  data,
  load: async (context, { to, by, user, invite, ...change }) => {
    const owner = await getUser(context.db, to);
    const doer = by === null ? null : await getUser(context.db, by);
    const whom = await nameOf(context, { user, invite });
    if (!owner || whom === null) return null;
    const byName = by === null ? null : (doer?.username ?? "someone who has left");
    return { to: { name: "", address: owner.email }, ...change, by: byName, whom };
  },
  body: ({ deed, whom, by, before, after, at }, { sender, zone, siteUrl }) => {
    const subject = HEADLINES[deed](whom);
    return {
      subject,
      why: `You got this email because you are an owner of ${sender.name}.`,
      children: (
        <>
          <MailText>
            {subject} on {momentInWords(at, zone)}
            {doerInWords(deed, by)}.
          </MailText>
          <MailText>Before: {inSentence(before)}.</MailText>
          <MailText>Now: {inSentence(after)}.</MailText>
          <MailButton href={`${siteUrl}/admin/settings/people`}>See your team</MailButton>
          <MailText>
            If you weren’t expecting this, suspend them on that page, and end the sessions of the person who did it
            under Users.
          </MailText>
        </>
      ),
    };
  },
  example: ({ now }) => {
    const change = { deed: "parts" as const, before: ["reception" as const], after: [] as TeamRole[], at: now };
    return { to: EXAMPLE_CLIENT, ...change, by: "Sam", whom: "Robin Vale" };
  },
});

/** About the person, so that it goes when they are erased; about nobody when they have left. */
export function changeMessage(change: StaffChange): Due {
  const subject = change.user ? { kind: USER, id: change.user } : { kind: INVITE, id: change.invite ?? "left" };
  return staffChanged.message(subject, change);
}

/** Null: they or their invitation are deleted, and nothing is left to say. */
async function nameOf({ db }: MailContext, { user, invite }: Pick<StaffChange, "user" | "invite">) {
  if (user) return (await getUser(db, user))?.username ?? null;
  if (invite) return (await getInvite(db, invite))?.email ?? null;
  return "Someone who has deleted their account";
}

function doerInWords(deed: StaffEvent, by: string | null): string {
  if (deed === "joined" || deed === "left") return "";
  return by === null ? " by a command on the server" : ` by ${by}`;
}
