import { startSweepingAccounts } from "#app/accounts/accounts.jobs.server.ts";
import { startMailingFirstLinks } from "#app/accounts/sign-in/finish-sign-in.server.ts";
import {
  startEveningLists,
  startForgettingChanges,
  startForgettingHomeAddresses,
  startLinkingClients,
  startReminderPushes,
} from "#app/appointments/appointments.jobs.server.ts";
import { startPricing, startReleasingHolds } from "#app/appointments/booking/booking.jobs.server.ts";
import { appointmentPushes } from "#app/appointments/notifications/device-pushes.server.ts";
import { startReadingCalendars } from "#app/calendars/calendars.jobs.server.ts";
import { startCalendlyPolling } from "#app/connections/calendly/calendly.jobs.server.ts";
import { startEmailjs } from "#app/connections/emailjs/emailjs.jobs.server.ts";
import { startDigests } from "#app/diary/digest.jobs.server.ts";
import { startDestroyingDrafts } from "#app/health/form/drafts.server.ts";
import { startKeepingRecords } from "#app/health/keeping/retention.server.ts";
import { startMovingIn } from "#app/health/moving/cliniko.jobs.server.ts";
import { startMovingFiles } from "#app/health/moving/files.jobs.server.ts";
import { startLockingNotes } from "#app/health/notes.jobs.server.ts";
import { startOutbox } from "#app/mail/outbox.jobs.server.ts";
import { followMailServer } from "#app/mail/server/mail-server-in-use.server.ts";
import { renderers } from "#app/mails.server.ts";
import { startBackups } from "#app/maintenance/backups.jobs.server.ts";
import { startForgettingEarlier } from "#app/maintenance/earlier.server.ts";
import { startAskingForReleases } from "#app/maintenance/updates.server.ts";
import { startClearingMedia } from "#app/media/media.jobs.server.ts";
import { startReadingMailbox } from "#app/messages/mailbox.jobs.server.ts";
import { startDeletingOldMessages } from "#app/messages/messages.jobs.server.ts";
import { startImporting } from "#app/moving/csv/import.jobs.server.ts";
import { startEndingReviews } from "#app/moving/firebase/firebase.jobs.server.ts";
import { startOnlinePayments } from "#app/payments/online/online.jobs.server.ts";
import { openings } from "#app/payments/opening.server.ts";
import { startAccountantMails, startCheckingLedger, startFollowingMoney } from "#app/payments/payments.jobs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { startDailyBackups } from "#app/platform/backup/make-backup.server.ts";
import { startOverwriting } from "#app/platform/database/overwrite-deleted.server.ts";
import { stopAll } from "#app/platform/timer.server.ts";
import { startPushes } from "#app/push/push.jobs.server.ts";
import { startReportDays } from "#app/reports/report-days.jobs.server.ts";
import { startCheckingSite } from "#app/site-status.server.ts";
import { startForgettingInvites } from "#app/team/staff.jobs.server.ts";
import { startForgettingWaits, startOffering, waitingPushes } from "#app/waiting-list/waiting-list.jobs.server.ts";

/** Starts everything that runs on a timer. Returns a function that stops it. */
export function startJobs(app: AppContext): () => Promise<void> {
  const importing = (given: AppContext) => startImporting(given, openings);
  const people = [
    startLinkingClients,
    startForgettingHomeAddresses,
    startForgettingChanges,
    startReleasingHolds,
    startSweepingAccounts,
    startDeletingOldMessages,
    startForgettingInvites,
    importing,
    startMailingFirstLinks,
    startEndingReviews,
    startOffering,
    startForgettingWaits,
    startLockingNotes,
    startDestroyingDrafts,
    startKeepingRecords,
    startMovingIn,
    startMovingFiles,
  ];
  const pushes = (given: AppContext) => startPushes(given, { ...appointmentPushes, ...waitingPushes });
  const mailing = [startAccountantMails, startEveningLists, startDigests, startEmailjs, startReminderPushes, pushes];
  const own = [
    startCheckingSite,
    startDailyBackups,
    startBackups,
    startClearingMedia,
    startOverwriting,
    startReportDays,
    startAskingForReleases,
    startForgettingEarlier,
  ];
  const money = [startFollowingMoney, startCheckingLedger, startOnlinePayments];
  const starts = [
    ...own,
    ...money,
    ...people,
    ...mailing,
    startPricing,
    startCalendlyPolling,
    startReadingCalendars,
    startReadingMailbox,
  ];
  const stops = [startOutbox(app, renderers, followMailServer(app)), ...starts.map((start) => start(app))];
  return () => stopAll(stops, app.log);
}
