import { z } from "zod";
import { getUser } from "#app/accounts/users.db.server.ts";
import { defineMail, EXAMPLE_CLIENT, momentInWords } from "#app/mail/define-mail.server.ts";
import { MailButton, MailText } from "#app/ui/mail-frame.tsx";

const HEADLINES = {
  "mail-server": "The mail server is being changed",
  "mail-server-removed": "The mail server is being removed",
  mailbox: "The mailbox that is read for replies is being changed",
  sender: "The sender of your emails is being changed",
  business: "The email address of the practice is being changed",
  scheduler: "The connection to Calendly is being changed",
  emailjs: "The connection to EmailJS is being changed",
  calendarApps: "The sign-in to therapists’ calendars is being changed",
  "online-payments": "The account that payments by link go to was changed, or switched on or off",
  backups: "The place or the recovery words of your backups are being changed",
  teamRules: "What therapists may do is being changed",
  "sign-in": "An owner’s way to sign in was changed",
  role: "An owner was added or removed",
  access: "An owner’s account was disabled or enabled",
  "export-appointments": "A list of appointments was downloaded",
  "export-client": "A client’s record was downloaded",
};

/** What every owner is emailed about: it would let somebody act for others, or takes everybody's data along. */
export type SensitiveChange = keyof typeof HEADLINES;

export const sensitiveChange = defineMail({
  id: "sensitive-change",
  title: "Settings that owners watch",
  data: z.object({
    to: z.string(),
    by: z.string().nullable(),
    deed: z.enum(Object.keys(HEADLINES) as [SensitiveChange, ...SensitiveChange[]]),
    whom: z.string().nullable(),
    at: z.number(),
  }),
  load: async ({ db }, { to, by, whom, deed, at }) => {
    const doer = by === null ? null : await getUser(db, by);
    const person = whom === null ? null : await getUser(db, whom);
    const owner = await getUser(db, to);
    if (!owner) return null;
    const byName = by === null ? "A command on the server" : (doer?.username ?? "Someone who has left");
    return { to: { name: "", address: owner.email }, deed, at, by: byName, whom: person?.username ?? null };
  },
  body: ({ deed, by, whom, at }, { sender, zone, siteUrl }) => {
    const subject = HEADLINES[deed];
    return {
      subject,
      why: `You got this email because you are an owner of ${sender.name}.`,
      children: (
        <>
          <MailText>
            {subject}. {by} did this on {momentInWords(at, zone)}.
          </MailText>
          {whom && <MailText>It is about {whom}.</MailText>}
          <MailButton href={`${siteUrl}/admin/audit`}>See the record of changes</MailButton>
          <MailText>
            If you weren’t expecting this, suspend the person who did it under Settings, People, end their sessions
            under Users, and change your own password.
          </MailText>
        </>
      ),
    };
  },
  example: ({ now }) => {
    const deed: SensitiveChange = "mail-server";
    return { to: EXAMPLE_CLIENT, deed, at: now, by: "Sam", whom: null };
  },
});
