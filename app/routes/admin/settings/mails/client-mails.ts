import { type AppointmentMailId, appointmentMailTexts } from "#app/appointments/appointment-mail-texts.ts";
import { type TherapistMailId, therapistMailTexts } from "#app/appointments/therapist-mail-texts.ts";
import { MAIL_GROUPS as GROUPS } from "#app/mails.server.ts";
import type { MailText } from "#app/settings/mail-words.ts";

export type ClientMailId =
  | AppointmentMailId
  | "message-received"
  | "complaint-received"
  | "message-reply"
  | (string & {})
  | TherapistMailId
  | "staff-invite";

type MailGroup = { title: string; mails: Readonly<Record<string, MailText>>; ofTeam?: true };

/** Every mail that the practice may word, in the order of the list. `ofTeam`: shown once somebody was invited. */
const textsOf = (group: string): Record<string, MailText> =>
  Object.assign({}, ...(GROUPS.find(({ title }) => title === group)?.mails ?? []).map(({ words }) => words));
const messageMailTexts = textsOf("Messages");
const accountMailTexts = textsOf("Accounts");
const staffMailTexts = textsOf("People");

export const MAIL_GROUPS: readonly MailGroup[] = [
  { title: "Appointments", mails: appointmentMailTexts },
  { title: "Messages", mails: messageMailTexts },
  { title: "Accounts", mails: accountMailTexts },
  { title: "Therapists", mails: therapistMailTexts },
  { title: "People", mails: staffMailTexts, ofTeam: true },
];

const MAILS: Readonly<Record<string, MailText>> = {
  ...appointmentMailTexts,
  ...messageMailTexts,
  ...accountMailTexts,
  ...therapistMailTexts,
  ...staffMailTexts,
};

export function isClientMail(id: string): id is ClientMailId {
  return Object.hasOwn(MAILS, id);
}

export function clientMail(id: ClientMailId): MailText {
  const text = MAILS[id];
  if (!text) throw new Error(id);
  return text;
}
