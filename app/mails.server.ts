import { accountExists, addressChanged, keyChanged, passwordChanged } from "#app/accounts/account-changed.mail.tsx";
import { changeAddress, locationApproval, resetPassword, verifyAddress } from "#app/accounts/account-link.mail.tsx";
import { sensitiveChange } from "#app/accounts/sensitive-change.mail.tsx";
import { adapterFailing } from "#app/adapters/adapter-failing.mail.tsx";
import {
  bookedToPractice,
  bookingAccepted,
  bookingConfirmed,
  bookingReceived,
  bookingReinstated,
} from "#app/appointments/mails/booked.mail.tsx";
import { bookingCancelled, cancelledToPractice } from "#app/appointments/mails/cancelled.mail.tsx";
import { bookingBrake, bookingHold, bookingRequested } from "#app/appointments/mails/hold.mail.tsx";
import { runningLate } from "#app/appointments/mails/late.mail.tsx";
import { bookingLinks, keepDetails, newLink } from "#app/appointments/mails/links.mail.tsx";
import { bookingMoved, movedToPractice } from "#app/appointments/mails/moved.mail.tsx";
import { moveDeclined, moveRequested, timesOffered } from "#app/appointments/mails/other-times.mail.tsx";
import { reminder } from "#app/appointments/mails/reminder.mail.tsx";
import { seriesBooked, seriesCancelled, seriesMoved, seriesToPractice } from "#app/appointments/mails/series.mail.tsx";
import { therapistEvening, therapistNotification } from "#app/appointments/mails/therapist.mail.tsx";
import { calendlyClash } from "#app/connections/calendly/calendly-clash.mail.tsx";
import { digest } from "#app/diary/digest.mail.tsx";
import {
  callFirst,
  consentWithdrawn,
  correctionRequest,
  emergencyAccess,
  formRequest,
} from "#app/health/health.mail.tsx";
import { leavingQuestion } from "#app/health/leaving/leaving.mail.tsx";
import { type DefinedMail, renderersOf } from "#app/mail/define-mail.server.ts";
import { statusMail } from "#app/maintenance/site-status.mail.tsx";
import { contactReceived } from "#app/messages/contact-received.mail.tsx";
import { contactReply } from "#app/messages/contact-reply.mail.tsx";
import { contactByEmailjs, contactToPractice } from "#app/messages/contact-to-practice.mail.tsx";
import { replyReceived } from "#app/messages/reply-received.mail.tsx";
import { archiveDownloaded } from "#app/moving/archive/archive-downloaded.mail.tsx";
import { disputeMail } from "#app/payments/disputes/disputes.mail.tsx";
import { payLinkMail, refundSent } from "#app/payments/online/online.mail.tsx";
import { accountantMonth, receiptByMail } from "#app/payments/payments.mail.tsx";
import { courseBought, giftVoucher, voucherBought, voucherEnds } from "#app/payments/shop/voucher.mail.tsx";
import type { MailText } from "#app/settings/schemas/mail-words.ts";
import { testMail } from "#app/site/go-live/test.mail.tsx";
import { invitation } from "#app/team/invitation.mail.tsx";
import { staffChanged } from "#app/team/staff-changed.mail.tsx";
import { timeOffAnswered, timeOffRequested, timeOffWithdrawn } from "#app/team/time-off.mail.tsx";
import { waitConfirm, waitingCall, waitingGone, waitingOffer } from "#app/waiting-list/waiting.mail.tsx";

type MailGroup = { title: string; mails: readonly DefinedMail[]; ofTeam?: true };

/** Every mail that the site sends, grouped as in the settings. `ofTeam`: shown there once somebody was invited. */
export const MAIL_GROUPS = [
  {
    title: "Appointments",
    mails: [
      ...[
        bookingConfirmed,
        bookingReceived,
        bookingAccepted,
        reminder,
        runningLate,
        bookingMoved,
        timesOffered,
        moveDeclined,
      ],
      ...[bookingCancelled, bookingReinstated, seriesBooked, seriesMoved, seriesCancelled],
      ...[bookingHold, bookingRequested, newLink, bookingLinks, keepDetails, receiptByMail],
      ...[bookedToPractice, movedToPractice, moveRequested, cancelledToPractice, seriesToPractice, bookingBrake],
      ...[payLinkMail, refundSent, disputeMail],
      ...[voucherBought, courseBought, giftVoucher, voucherEnds],
      ...[formRequest, callFirst, consentWithdrawn, correctionRequest, emergencyAccess, leavingQuestion],
    ],
  },
  { title: "Messages", mails: [contactToPractice, contactByEmailjs, contactReceived, contactReply, replyReceived] },
  {
    title: "Accounts",
    mails: [
      ...[verifyAddress, changeAddress, resetPassword, locationApproval],
      ...[accountExists, passwordChanged, keyChanged, addressChanged, sensitiveChange],
    ],
  },
  { title: "Waiting list", mails: [waitConfirm, waitingOffer, waitingGone, waitingCall] },
  { title: "Therapists", mails: [therapistNotification, therapistEvening] },
  {
    title: "People",
    mails: [invitation, staffChanged, accountantMonth, timeOffRequested, timeOffWithdrawn, timeOffAnswered],
    ofTeam: true,
  },
  { title: "The site", mails: [digest, testMail, adapterFailing, statusMail, calendlyClash, archiveDownloaded] },
] as const satisfies readonly MailGroup[];

export const mails = MAIL_GROUPS.flatMap(({ mails }): readonly (typeof mails)[number][] => mails);

export const renderers = renderersOf(mails);

type SentMail = (typeof mails)[number];
export type MailId = SentMail["id"];
/** The data of a mail's message. */
export type MailData<Id extends MailId> =
  Extract<SentMail, { id: Id }> extends DefinedMail<Id, infer Data> ? Data : never;

const byWording = new Map<string, DefinedMail>(
  mails.flatMap((mail) => Object.keys(mail.words).map((id) => [id, mail])),
);

/** The mail that is worded under this id, with its words. */
export function wordedMail(id: string): { mail: DefinedMail; text: MailText } | null {
  const mail = byWording.get(id);
  const text = mail?.words[id];
  return mail && text ? { mail, text } : null;
}
