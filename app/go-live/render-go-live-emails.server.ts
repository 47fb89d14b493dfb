import { goLiveMessages } from "#app/go-live/go-live-message.ts";
import { testMail } from "#app/go-live/test-mail.emails.tsx";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import { mailSender, practiceMailbox } from "#app/settings/mail-sender.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** Renders the test mail; one that another has replaced is dropped. */
export const goLiveMails = renderersOf(goLiveMessages, {
  "go-live-test": async (app, { code }) => {
    const { business, goLive } = await listSettings(app.db.kysely, app.log);
    if (goLive.testMail.code !== code) return null;
    const { publicUrl, mailFrom } = app.config;
    const practice = practiceMailbox(business, publicUrl);
    const url = `${publicUrl}/admin/go-live/test-mail?${new URLSearchParams({ code })}`;
    const { subject, body } = testMail({ sender: mailSender(business, publicUrl), url });
    return {
      from: { ...practice, address: mailFrom ?? practice.address },
      to: { name: "", address: goLive.testMail.to },
      replyTo: practice,
      subject,
      ...(await renderMail(body)),
      calendar: null,
    };
  },
});
