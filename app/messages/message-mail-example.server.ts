import type { ContactMessage } from "#app/messages/contact-message.ts";
import * as mails from "#app/messages/message.emails.tsx";
import type { MessageMailId } from "#app/messages/message-mail-texts.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { mailSender } from "#app/settings/mail-sender.ts";
import type { MailWords } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

const MESSAGE = {
  id: "example",
  firstName: "Sam",
  lastName: "Carter",
  email: "sam@example.com",
  subject: "Gift vouchers",
  message: "Do you sell them?",
  state: "read",
  complaint: null,
} as const satisfies Omit<ContactMessage, "createdAt">;

const REPLY = { id: "example", text: "We do. Come in and choose one.", actor: "system" };

/** A mail as it reads with these words, about a message that nobody wrote. */
export async function messageMailExample(app: AppContext, mail: MessageMailId, words: MailWords): Promise<mails.Draft> {
  const { business, bookingRules } = await listSettings(app.db.kysely, app.log);
  const today = localDateOf(app.clock.now(), bookingRules.zone);
  const sender = mailSender(business, app.config.publicUrl);
  const enquiry = { ...MESSAGE, createdAt: app.clock.now() };
  if (mail === "message-reply") {
    const reply = { ...REPLY, at: app.clock.now() };
    return mails.reply({ sender, enquiry, words, reply });
  }
  if (mail === "message-received") return mails.acknowledgement({ sender, enquiry, words });
  const about = { number: 12, about: "treatment", replyTo: "sam@example.com", wanted: "" } as const;
  return mails.complaintAcknowledged({
    sender,
    enquiry,
    words,
    complaint: { ...about, dueDay: addDays(today, 7) },
  });
}
