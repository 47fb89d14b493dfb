import { z } from "zod";
import { defineMail } from "#app/mail/define-mail.server.ts";
import { shortMoment } from "#app/platform/date-time.ts";
import { MailButton, MailText } from "#app/ui/mail-frame.tsx";

type Wrong = { title: string; words: string; since: number };

/** To the owner: what is wrong with the site, once a day at most, and once that it is right again. */
export const statusMail = defineMail({
  id: "site-status-practice",
  title: "Site status",
  data: z.object({ state: z.enum(["wrong", "right"]) }),
  load: async ({ db, inbox }, { state }) => {
    const wrong: Wrong[] = await db
      .selectFrom("site_status")
      .select(["title", "words", "since"])
      .where("state", "=", "wrong")
      .orderBy("since")
      .execute();
    return (state === "wrong") === wrong.length > 0 ? { to: inbox, wrong } : null;
  },
  body: ({ wrong }, { zone, siteUrl }) => {
    const [first, ...others] = wrong;
    const more = others.length > 0 ? ` and ${others.length} more` : "";
    return {
      subject: first ? `Your site needs attention: ${first.title}${more}` : "Your site is back to normal",
      why: "You got this email because your site checks itself every five minutes. It emails you once a day at most.",
      children: (
        <>
          {wrong.map(({ title, words, since }) => (
            <MailText key={title}>
              {title}, since {shortMoment(since, zone)}: {words}
            </MailText>
          ))}
          {!first && <MailText>Everything that was wrong is working again.</MailText>}
          <MailButton href={`${siteUrl}/admin/site-status`}>See site status</MailButton>
        </>
      ),
    };
  },
  example: ({ inbox, now }) => ({
    to: inbox,
    wrong: [{ title: "Disk", words: "38 of 40 GB used. Only 2 GB are free.", since: now }],
  }),
});
