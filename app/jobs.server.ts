import { startSweeping } from "#app/accounts/accounts.jobs.server.ts";
import { startMailingFirstLinks } from "#app/accounts/first-tries.server.ts";
import {
  startForgettingChanges,
  startForgettingVisits,
  startLinking,
} from "#app/appointments/appointments.jobs.server.ts";
import { startEveningLists } from "#app/appointments/evening-lists.jobs.server.ts";
import { startReminderPushes } from "#app/appointments/reminder-pushes.jobs.server.ts";
import { appointmentPushes } from "#app/appointments/render-appointment-pushes.server.ts";
import { startReleasing } from "#app/booking/booking.jobs.server.ts";
import { startPricing } from "#app/booking/due-prices.server.ts";
import { startAsking } from "#app/calendly/calendly.jobs.server.ts";
import { startDigests } from "#app/digests/digest.jobs.server.ts";
import { startEmailjs } from "#app/emailjs/emailjs.jobs.server.ts";
import { startEndingReviews } from "#app/firebase/firebase.jobs.server.ts";
import { startImporting } from "#app/import/import.jobs.server.ts";
import { followMailServer } from "#app/mail-server/follow-mail-server.server.ts";
import { mails } from "#app/mails.server.ts";
import { startBackups } from "#app/maintenance/backups.jobs.server.ts";
import { startClearing } from "#app/media/media.jobs.server.ts";
import { startForgetting } from "#app/messages/messages.jobs.server.ts";
import { renderersOf } from "#app/outbox/define-mail.server.ts";
import { startOutbox } from "#app/outbox/outbox.jobs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { startDailyBackups } from "#app/platform/backup/daily.server.ts";
import { startOverwriting } from "#app/platform/database/overwrite-deleted.server.ts";
import { stopAll } from "#app/platform/stop-all.server.ts";
import { startPushes } from "#app/push/push.jobs.server.ts";
import { startAddingUp } from "#app/reports/reports.jobs.server.ts";
import { startForgettingInvites } from "#app/staff/staff.jobs.server.ts";

export const renderers = renderersOf(mails);

/** Starts everything that runs on a timer. Returns a function that stops it. */
export function startJobs(app: AppContext): () => Promise<void> {
  const people = [
    startLinking,
    startForgettingVisits,
    startForgettingChanges,
    startReleasing,
    startSweeping,
    startForgetting,
    startForgettingInvites,
    startImporting,
    startMailingFirstLinks,
    startEndingReviews,
  ];
  const pushes = (given: AppContext) => startPushes(given, appointmentPushes);
  const mailing = [startEveningLists, startDigests, startEmailjs, startReminderPushes, pushes];
  const own = [startDailyBackups, startBackups, startClearing, startOverwriting, startAddingUp];
  const starts = [...own, ...people, ...mailing, startPricing, startAsking];
  const stops = [startOutbox(app, renderers, followMailServer(app)), ...starts.map((start) => start(app))];
  return () => stopAll(stops, app.log);
}
