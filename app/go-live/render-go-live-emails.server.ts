import { goLiveMessages } from "#app/go-live/go-live-message.ts";
import { testMail } from "#app/go-live/test-mail.emails.tsx";
import type { Mail } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** Renders the test mail; one that another has replaced is dropped. */
export const goLiveMails = renderersOf(goLiveMessages, {
  "go-live-test": async (app, { code }) => {
    const { goLive } = await listSettings(app.db.kysely, app.log);
    return goLive.testMail.code === code ? testMailTo(app, { code, to: goLive.testMail.to }) : null;
  },
});

/** The test mail with the link that this code belongs to. */
export async function testMailTo(app: AppContext, { code, to }: { code: string; to: string }): Promise<Mail> {
  const settings = await listSettings(app.db.kysely, app.log);
  const { publicUrl } = app.config;
  const { from, replyTo } = mailboxesOf(settings, app.config);
  const url = `${publicUrl}/admin/go-live/test-mail?${new URLSearchParams({ code })}`;
  const { subject, body } = testMail({ sender: mailSender(settings.business, publicUrl), url });
  return {
    from,
    to: { name: "", address: to },
    replyTo,
    subject,
    ...(await renderMail(body)),
    calendar: null,
  };
}
