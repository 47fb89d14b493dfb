import { z } from "zod";
import { getUser } from "#app/accounts/users.db.server.ts";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import { dateFormat } from "#app/platform/date-time.ts";
import { MailButton, MailText } from "#app/ui/mail-frame.tsx";

/** To every owner, also to the one who did it: a download that nobody meant is noticed. */
export const archiveDownloaded = defineMail({
  id: "archive-taken",
  title: "Everything was downloaded",
  data: z.object({ to: z.string(), by: z.string(), at: z.number() }),
  load: async ({ db }, { to, by, at }) => {
    const owner = await getUser(db, to);
    if (!owner) return null;
    const doer = await getUser(db, by);
    return { to: { name: "", address: owner.email }, by: doer?.username ?? "Someone who has left", at };
  },
  body: ({ by, at }, { sender, zone: timeZone, siteUrl }) => {
    const when = dateFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone }).format(at);
    return {
      subject: `All ${sender.name} data was downloaded`,
      why: `You got this email because you are an owner of ${sender.name}.`,
      children: (
        <>
          <MailText>
            {by} downloaded all {sender.name} data, including the personal data of all clients, on {when}.
          </MailText>
          <MailText>
            If no owner meant this to happen, suspend the person who did it and change your own password. It is then a
            personal data breach, which you may have to report to the ICO within 72 hours.
          </MailText>
          <MailButton href={`${siteUrl}/admin/settings/people`}>See your team</MailButton>
        </>
      ),
    };
  },
  example: ({ now }) => ({ to: EXAMPLE_CLIENT, by: "Sam", at: now }),
});
