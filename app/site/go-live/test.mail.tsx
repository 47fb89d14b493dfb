import { z } from "zod";
import { defineMail, EXAMPLE_CLIENT } from "#app/mail/define-mail.server.ts";
import type { Mailbox } from "#app/mail/mail.ts";
import { MailButton, MailText } from "#app/ui/mail-frame.tsx";

/** To the owner, who presses its link on the checklist's word. One that another has replaced is dropped. */
export const testMail = defineMail({
  id: "go-live-test",
  title: "Test email",
  data: z.object({ code: z.string() }),
  load: async ({ settings }, { code }) => {
    const { testMail: sent } = settings.goLive;
    return sent.code === code ? testFacts({ code, to: sent.to }) : null;
  },
  body: ({ code }, { siteUrl }) => ({
    subject: "Test email: select the link in it",
    why: "You got this email because you asked for a test email under Going live.",
    children: (
      <>
        <MailText>Your site can send email. Select the link to tick this step on the checklist.</MailText>
        <MailButton href={`${siteUrl}/admin/go-live/test-mail?${new URLSearchParams({ code })}`}>It arrived</MailButton>
      </>
    ),
  }),
  example: () => testFacts({ code: "example", to: EXAMPLE_CLIENT.address }),
});

export function testFacts({ code, to }: { code: string; to: string }): { to: Mailbox; code: string } {
  return { to: { name: "", address: to }, code };
}
