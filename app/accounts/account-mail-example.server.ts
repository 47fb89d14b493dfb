import * as mails from "#app/accounts/account.emails.tsx";
import type { AccountMailId } from "#app/accounts/account-mail-texts.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { type MailSender, mailSender } from "#app/settings/mail-sender.ts";
import type { MailWords } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

type Example = { sender: MailSender; words: MailWords; url: string; notMe: string; email: string; when: string };

const WRITE: Record<AccountMailId, (example: Example) => mails.Draft> = {
  verify: mails.verify,
  change: mails.change,
  reset: mails.reset,
  "let-in": mails.letIn,
  "account-exists": mails.exists,
  "password-changed": mails.passwordChanged,
  "way-in-changed": (example) => mails.keyChanged({ ...example, change: "passkey.add" }),
  "address-changed": mails.addressChanged,
};

/** A mail as it reads with these words. Its link opens nobody's account. */
export async function accountMailExample(app: AppContext, mail: AccountMailId, words: MailWords): Promise<mails.Draft> {
  const { business, bookingRules } = await listSettings(app.db.kysely, app.log);
  const { publicUrl } = app.config;
  const format = { timeZone: bookingRules.zone, dateStyle: "long", timeStyle: "short" } as const;
  const when = new Intl.DateTimeFormat("en-GB", format).format(app.clock.now());
  const url = `${publicUrl}/login`;
  const example = { sender: mailSender(business, publicUrl), words, url, notMe: url, email: "sam@example.com", when };
  return WRITE[mail](example);
}
