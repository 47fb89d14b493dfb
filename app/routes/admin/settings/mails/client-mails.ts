import { type AccountMailId, accountMailTexts } from "#app/accounts/account-mail-texts.ts";
import { type AppointmentMailId, appointmentMailTexts } from "#app/appointments/appointment-mail-texts.ts";
import { type TherapistMailId, therapistMailTexts } from "#app/appointments/therapist-mail-texts.ts";
import { type MessageMailId, messageMailTexts } from "#app/messages/message-mail-texts.ts";
import type { MailText } from "#app/settings/mail-words.ts";

export type ClientMailId = AppointmentMailId | MessageMailId | AccountMailId | TherapistMailId;

/** Every mail that a client or a therapist can get, in the order of the list. */
export const MAIL_GROUPS: readonly { title: string; mails: Readonly<Record<string, MailText>> }[] = [
  { title: "Appointments", mails: appointmentMailTexts },
  { title: "Messages", mails: messageMailTexts },
  { title: "Accounts", mails: accountMailTexts },
  { title: "Therapists", mails: therapistMailTexts },
];

const MAILS: Readonly<Record<ClientMailId, MailText>> = {
  ...appointmentMailTexts,
  ...messageMailTexts,
  ...accountMailTexts,
  ...therapistMailTexts,
};

export function isClientMail(id: string): id is ClientMailId {
  return Object.hasOwn(MAILS, id);
}

export function clientMail(id: ClientMailId): MailText {
  return MAILS[id];
}
