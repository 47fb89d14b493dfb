import { type AppointmentMailId, appointmentMailTexts } from "#app/appointments/appointment-mail-texts.ts";
import { type TherapistMailId, therapistMailTexts } from "#app/appointments/therapist-mail-texts.ts";
import { appointmentMailExample } from "#app/booking/appointment-mail-example.server.ts";
import { therapistMailExample } from "#app/booking/therapist-mail-example.server.ts";
import { wordedMail } from "#app/mails.server.ts";
import { oneLine } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { ClientMailId } from "#app/routes/admin/settings/mails/client-mails.ts";
import type { MailWords } from "#app/settings/mail-words.ts";

/** A mail with these words, in both parts, by the code that writes the real one. */
export async function exampleMail(
  app: AppContext,
  mail: ClientMailId,
  words: MailWords,
): Promise<{ subject: string; html: string; text: string }> {
  const found = wordedMail(mail);
  if (found) return found.mail.example(app, mail, words);
  const { subject, body } = await draftOf(app, mail, words);
  return { subject: oneLine(subject), ...(await renderMail(body)) };
}

function draftOf(app: AppContext, mail: ClientMailId, words: MailWords) {
  if (isIn(appointmentMailTexts, mail)) return appointmentMailExample(app, mail as AppointmentMailId, words);
  if (isIn(therapistMailTexts, mail)) return therapistMailExample(app, mail as TherapistMailId, words);
  throw new Error(mail);
}

function isIn(texts: object, mail: string): boolean {
  return Object.hasOwn(texts, mail);
}
