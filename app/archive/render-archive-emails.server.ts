import { getUser } from "#app/accounts/users.db.server.ts";
import { archiveTaken } from "#app/archive/archive.emails.tsx";
import { archiveMessages } from "#app/archive/archive-message.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import { dateFormat } from "#app/platform/date-format.ts";
import { mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

export const archiveMails = renderersOf(archiveMessages, {
  "archive-taken": async (app, { to, by, at }) => {
    const owner = await getUser(app.db.kysely, to);
    if (!owner) return null;
    const doer = await getUser(app.db.kysely, by);
    const settings = await listSettings(app.db.kysely, app.log);
    const { publicUrl } = app.config;
    const { from, replyTo } = mailboxesOf(settings, app.config);
    const { zone: timeZone } = settings.bookingRules;
    const { subject, body } = archiveTaken({
      sender: mailSender(settings.business, publicUrl),
      by: doer?.username ?? "Somebody who has left",
      when: dateFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone }).format(at),
      url: `${publicUrl}/admin/settings/people`,
    });
    const address = { name: "", address: owner.email };
    return { from, to: address, replyTo, subject, ...(await renderMail(body)), calendar: null };
  },
});
