import type { Mail } from "#app/outbox/mail.ts";
import type { MailPreview } from "#app/routes/admin/appointments/cancel-panel.tsx";

/** Stands for the free words in a preview, where the page puts what is typed. */
export const WORDS = "[in-your-words]";

export function cutAtWords(mail: Mail | null): MailPreview | null {
  if (!mail) return null;
  const [before = "", after = null] = mail.text.split(WORDS);
  return { subject: mail.subject, before: before.trimEnd(), after };
}
