import type { Draft } from "#app/appointments/appointment.emails.tsx";
import { getNextNamed } from "#app/appointments/appointments.db.server.ts";
import { whenInWords } from "#app/appointments/mail-facts.ts";
import { evening, toldTherapist } from "#app/appointments/therapist.emails.tsx";
import { eveningFacts, therapistFacts } from "#app/appointments/therapist-facts.ts";
import type { TherapistMailId } from "#app/appointments/therapist-mail-texts.ts";
import { madeUp } from "#app/booking/appointment-mail-example.server.ts";
import { getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { mailSender } from "#app/settings/mail-sender.ts";
import type { MailWords } from "#app/settings/mail-words.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

const HOUR = 3_600_000;
const COLLEAGUE = "Sam";

/** A therapist's mail as it reads with these words about the next appointment. */
export async function therapistMailExample(app: AppContext, mail: TherapistMailId, words: MailWords): Promise<Draft> {
  const [db, now] = [app.db.kysely, app.clock.now()];
  const settings = await listSettings(db, app.log);
  const { zone } = settings.bookingRules;
  const appointment = (await getNextNamed(db, now)) ?? (await madeUp(app, settings.bookingRules));
  const therapist = (await getTherapist(db, appointment.therapistId))?.name ?? "our team";
  const sender = mailSender(settings.business, app.config.publicUrl);
  const { start, end } = appointment;
  if (mail === "therapist-tomorrow") {
    const later = { start: start + 2 * HOUR, end: end + 2 * HOUR, name: appointment.name };
    const about = { therapist, date: localDateOf(start, zone), visits: [appointment, later] };
    return evening(eveningFacts(about, { sender, zone }), words);
  }
  const facts = therapistFacts({ appointment, times: { start, end }, therapist, sender, zone });
  const was = mail === "therapist-moved" ? whenInWords({ start: start - HOUR, end: end - HOUR }, zone) : null;
  return toldTherapist(facts, words, { was, other: OTHERS[mail] ?? null });
}

const OTHERS: { [Mail in TherapistMailId]?: string } = {
  "therapist-given": `It was with ${COLLEAGUE}.`,
  "therapist-taken": `It is with ${COLLEAGUE} now.`,
};
