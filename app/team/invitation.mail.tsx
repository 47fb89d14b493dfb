import { z } from "zod";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { defineMail, EXAMPLE_CLIENT, momentInWords } from "#app/mail/define-mail.server.ts";
import type { Due } from "#app/mail/message.ts";
import type { TeamRole } from "#app/platform/permissions.ts";
import { INVITE, INVITE_LIFE, isOpen } from "#app/team/invite.ts";
import { getInviteBySecret, inviteLink, inviteSecretOf } from "#app/team/invites.db.server.ts";
import { rolesInWords } from "#app/team/role-names.ts";
import { MailButton, MailLink, MailText } from "#app/ui/mail-frame.tsx";

/** One that was used or withdrawn is dropped. */
export const invitation = defineMail({
  id: INVITE,
  title: "Invitation to join the team",
  isPrivate: true,
  data: z.object({ nonce: z.string() }),
  words: {
    "staff-invite": {
      about: "To someone you invite to your team.",
      words: { subject: "Join the team at {practice}", opening: "Hello,", closing: "" },
      facts: ["practice", "phone"],
    },
  },
  load: async ({ app, db, now }, { nonce }) => {
    const secret = inviteSecretOf(app.secret, nonce);
    const invite = await getInviteBySecret(db, secret);
    if (!invite || !isOpen(invite, now)) return null;
    const { email, roles, expiresAt, therapistId } = invite;
    const therapist = therapistId === null ? null : ((await getTherapist(db, therapistId))?.name ?? null);
    return { to: { name: "", address: email }, url: inviteLink(app, secret), roles, therapist, expiresAt };
  },
  body: ({ to, url, roles, therapist, expiresAt }, { sender, zone }) => ({
    why: `You got this email because ${sender.name} invited you to join the team.`,
    named: { practice: sender.name, phone: sender.phone },
    children: (
      <>
        <MailText>
          {sender.name} has invited you to join as {inSentence(roles)}
          {therapist && `, with the diary of ${therapist}`}.
        </MailText>
        <MailButton href={url}>See the invitation</MailButton>
        <MailText>
          The link works once, until {momentInWords(expiresAt, zone)}, and only for {to.address}. If you weren’t
          expecting this, you can ignore it.
        </MailText>
        <MailText>
          Or open this address: <MailLink href={url}>{url}</MailLink>
        </MailText>
      </>
    ),
  }),
  example: ({ siteUrl, now }) => ({
    to: EXAMPLE_CLIENT,
    url: `${siteUrl}/login`,
    roles: ["reception", "bookkeeper"] as const,
    therapist: null,
    expiresAt: now + INVITE_LIFE,
  }),
});

export function inviteMessage(id: string, nonce: string): Due {
  return invitation.message({ kind: INVITE, id }, { nonce });
}

/** `reception and therapist`. */
export function inSentence(roles: readonly TeamRole[]): string {
  const text = rolesInWords(roles);
  return text.charAt(0).toLowerCase() + text.slice(1);
}
