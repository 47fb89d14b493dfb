import { adapterFails } from "#app/adapters/adapter.emails.tsx";
import { ADAPTER_NAMES, ADAPTER_PAGES, MEANWHILE } from "#app/adapters/adapter.ts";
import { adapterMessages } from "#app/adapters/adapter-message.ts";
import { getAdapter } from "#app/adapters/adapters.db.server.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import { dateFormat } from "#app/platform/date-format.ts";
import { mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

/** Nothing is sent of an adapter that works again, or was taken out. */
export const adapterMails = renderersOf(adapterMessages, {
  "adapter-failing-practice": async (app, { adapter: key }) => {
    const adapter = await getAdapter(app.db.kysely, key);
    if (!adapter || adapter.state === "ok") return null;
    const settings = await listSettings(app.db.kysely, app.log);
    const { publicUrl } = app.config;
    const { from, inbox, replyTo } = mailboxesOf(settings, app.config);
    const { zone: timeZone } = settings.bookingRules;
    const { subject, body } = adapterFails({
      sender: mailSender(settings.business, publicUrl),
      name: ADAPTER_NAMES[key],
      since: dateFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone }).format(adapter.since),
      fault: adapter.fault ?? "",
      meanwhile: MEANWHILE[key],
      isRevoked: adapter.state === "revoked",
      url: publicUrl + ADAPTER_PAGES[key],
    });
    return { from, to: inbox, replyTo, subject, ...(await renderMail(body)), calendar: null };
  },
});
