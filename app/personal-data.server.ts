import { accountData } from "#app/accounts/personal-data.server.ts";
import { appointmentData } from "#app/appointments/personal-data.server.ts";
import { clientData } from "#app/clients/personal-data.server.ts";
import { calendlyData } from "#app/connections/calendly/external-bookings.db.server.ts";
import { healthData, noteData } from "#app/health/personal-data.server.ts";
import { mailData } from "#app/mail/personal-data.server.ts";
import { messageData } from "#app/messages/personal-data.server.ts";
import { firebaseData } from "#app/moving/firebase/firebase-records.db.server.ts";
import { paymentData } from "#app/payments/personal-data.server.ts";
import type { PersonalData } from "#app/platform/personal-data.server.ts";
import { eraseAgainIn } from "#app/privacy/erase-client.server.ts";
import { invitationData } from "#app/team/invites.db.server.ts";
import { waitingData } from "#app/waiting-list/personal-data.server.ts";

/** What each room stores about people, in the order of the exported file. Rooms below come first. */
export const personalData: readonly PersonalData[] = [
  accountData,
  appointmentData,
  clientData,
  waitingData,
  paymentData,
  healthData,
  noteData,
  messageData,
  mailData,
  invitationData,
  calendlyData,
  firebaseData,
];

export const eraseAgain = eraseAgainIn(personalData);
