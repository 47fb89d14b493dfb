import type { z } from "zod";
import type { Draft } from "#app/appointments/appointment.emails.tsx";
import { type Appointment, shownStatus } from "#app/appointments/appointment.ts";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { whenInWords } from "#app/appointments/mail-facts.ts";
import { evening, toldTherapist } from "#app/appointments/therapist.emails.tsx";
import { listToldDay, worksOn } from "#app/appointments/therapist-day.server.ts";
import { eveningFacts, therapistFacts } from "#app/appointments/therapist-facts.ts";
import { type TherapistMailId, therapistMailTexts } from "#app/appointments/therapist-mail-texts.ts";
import { type hearingData, therapistMessages } from "#app/appointments/therapist-message.ts";
import { isSame, type News, type Times, timesWith } from "#app/appointments/who-hears.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { getTherapistMails } from "#app/catalogue/therapist-mails.db.server.ts";
import type { Mail } from "#app/outbox/mail.ts";
import { renderMail } from "#app/outbox/react-email.gateway.server.ts";
import { renderersOf } from "#app/outbox/render-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { mailboxesOf, mailSender } from "#app/settings/mail-sender.ts";
import { wordsOfMail } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";
import type { Settings } from "#app/settings/settings.ts";

type Heard = z.output<typeof hearingData>;

/** Each is written from what is true when it is sent, and dropped if the therapist knows it by then. */
export const therapistMails = renderersOf(therapistMessages, {
  "appointment-told-therapist": async (app, heard) => {
    const appointment = await getAppointment(app.db.kysely, heard.appointmentId);
    return appointment && mailOf(app, appointment, heard);
  },
  "therapist-evening": async (app, { therapistId, date }) => {
    const db = app.db.kysely;
    const settings = await listSettings(db, app.log);
    const { zone } = settings.bookingRules;
    const therapist = await getTherapistMails(db, therapistId);
    const isLate = localDateOf(app.clock.now(), zone) >= date;
    if (!therapist?.address || therapist.choice !== "evening" || isLate) return null;
    const visits = await listToldDay(db, { therapistId, date, zone });
    const isTold = visits.length > 0 || (therapist.whenEmpty && (await worksOn(db, { therapistId, date, zone })));
    const about = { therapist: therapist.name, date, visits };
    const sender = mailSender(settings.business, app.config.publicUrl);
    const facts = eveningFacts(about, { sender, zone });
    return isTold
      ? mailTo(app, settings, { ...therapist, draft: evening(facts, wordsIn(settings, "therapist-tomorrow")) })
      : null;
  },
});

/** The mail about an appointment that is about to be deleted: to its therapist it is cancelled. */
export function mailOfDeleted(app: AppContext, appointment: Appointment, heard: Heard): Promise<Mail | null> {
  return mailOf(app, { ...appointment, status: "Cancelled" }, heard);
}

async function mailOf(app: AppContext, appointment: Appointment, heard: Heard): Promise<Mail | null> {
  const db = app.db.kysely;
  const { therapistId, knew } = heard;
  const has = timesWith(appointment, therapistId);
  const times = has ?? knew;
  const therapist = await getTherapistMails(db, therapistId);
  if (!times || isSame(knew, has) || times.end <= app.clock.now()) return null;
  // They, or the end of their part, may have stopped the mails since.
  if (!therapist?.address || therapist.choice === "none") return null;
  const settings = await listSettings(db, app.log);
  const { zone } = settings.bookingRules;
  const sender = mailSender(settings.business, app.config.publicUrl);
  const news = newsOf(appointment, heard, has);
  const facts = therapistFacts({ appointment, times, therapist: therapist.name, sender, zone });
  const words = wordsIn(settings, `therapist-${news}`);
  const was = knew && has ? whenInWords(knew, zone) : null;
  const other = await colleague(app, news, news === "taken" ? appointment.therapistId : heard.other);
  return mailTo(app, settings, { ...therapist, draft: toldTherapist(facts, words, { was, other }) });
}

/** What it is by now: another change may have come before the mail went. */
function newsOf({ status, therapistId }: Appointment, heard: Heard, has: Times): News {
  if (heard.knew && has) return "moved";
  if (heard.knew)
    return shownStatus(status) === "Confirmed" && therapistId !== heard.therapistId ? "taken" : "cancelled";
  return heard.news === "given" || heard.news === "reinstated" ? heard.news : "booked";
}

async function colleague(app: AppContext, news: News, id: string | null): Promise<string | null> {
  const other = id && (news === "given" || news === "taken") ? await getTherapist(app.db.kysely, id) : null;
  if (!other) return null;
  return news === "given" ? `It was with ${other.short}.` : `It is with ${other.short} now.`;
}

function wordsIn({ mailWords }: Settings, id: TherapistMailId) {
  return wordsOfMail(mailWords, id, therapistMailTexts[id]);
}

type Addressed = { name: string; address: string; draft: Draft };

async function mailTo(app: AppContext, settings: Settings, { name, address, draft }: Addressed): Promise<Mail> {
  const { from, replyTo } = mailboxesOf(settings, app.config);
  return {
    from,
    replyTo,
    to: { name, address },
    subject: draft.subject,
    ...(await renderMail(draft.body)),
    calendar: null,
  };
}
