import type { AppContext } from "#app/platform/app-context.server.ts";
import { mailSender } from "#app/settings/mail-sender.ts";
import type { MailWords } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import { INVITE_LIFE } from "#app/staff/invite.ts";
import { inWords } from "#app/staff/render-staff-emails.server.ts";
import { type Draft, invitation } from "#app/staff/staff.emails.tsx";

/** The invitation as it reads with these words. Its link lets nobody in. */
export async function staffMailExample(app: AppContext, words: MailWords): Promise<Draft> {
  const { business, bookingRules } = await listSettings(app.db.kysely, app.log);
  const { publicUrl } = app.config;
  return invitation({
    sender: mailSender(business, publicUrl),
    words,
    url: `${publicUrl}/login`,
    email: "sam@example.com",
    parts: ["reception", "bookkeeper"],
    therapist: null,
    until: inWords(app.clock.now() + INVITE_LIFE, bookingRules.zone),
  });
}
