import { timeInWords } from "#app/appointments/time-words.ts";
import { clash } from "#app/calendly/clash.emails.tsx";
import { calendlyMessages } from "#app/calendly/clash-message.ts";
import { listClashes } from "#app/calendly/external-bookings.db.server.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import { mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** Nothing is sent of a clash that is over. */
export const calendlyMails = renderersOf(calendlyMessages, {
  "calendly-clash-practice": async (app, { invitee }) => {
    const found = (await listClashes(app.db.kysely)).find((each) => each.invitee === invitee);
    if (!found) return null;
    const settings = await listSettings(app.db.kysely, app.log);
    const { publicUrl } = app.config;
    const { from, inbox, replyTo } = mailboxesOf(settings, app.config);
    const { subject, body } = clash({
      sender: mailSender(settings.business, publicUrl),
      when: timeInWords(found.start, settings.bookingRules.zone),
      title: found.title,
      who: found.name ?? "Somebody",
      url: `${publicUrl}/admin/settings/calendly`,
    });
    return { from, to: inbox, replyTo, subject, ...(await renderMail(body)), calendar: null };
  },
});
