import { type Appointment, readableReference } from "#app/appointments/appointment.ts";
import { timeOf, whenInWords } from "#app/appointments/mails/mail-facts.ts";
import type { Times } from "#app/appointments/notifications/therapist-notifications.ts";
import { nameInMail } from "#app/mail/mail.ts";
import { dayInWords, localDateOf } from "#app/platform/date-time.ts";
import { givenName, initialledName } from "#app/platform/person-name.ts";
import type { MailFactsByName } from "#app/settings/schemas/mail-words.ts";
import type { MailSender } from "#app/settings/schemas/sender.ts";

const MINUTE_MS = 60_000;

/** What a therapist's mail says of an appointment: no more than they need to know when to be there (decisions/0315). */
export type TherapistFacts = {
  sender: MailSender;
  when: string;
  who: string;
  reference: string;
  named: MailFactsByName;
};

type Sources = {
  appointment: Pick<Appointment, "name" | "reference" | "referencePrefix">;
  times: NonNullable<Times>;
  therapist: string;
  sender: MailSender;
  zone: string;
};

export function therapistFacts({ appointment, times, therapist, sender, zone }: Sources): TherapistFacts {
  const date = dayInWords(localDateOf(times.start, zone));
  const client = initialled(appointment.name);
  const minutes = String((times.end - times.start) / MINUTE_MS);
  const reference = readableReference(appointment);
  return {
    sender,
    when: whenInWords(times, zone),
    who: `${client}, ${minutes} minutes`,
    reference,
    named: {
      name: givenName(therapist),
      client,
      date,
      weekday: date.split(" ")[0] ?? date,
      time: timeOf(times.start, zone),
      minutes,
      reference,
      practice: sender.name,
      phone: sender.phone,
    },
  };
}

/** `Sam Carter` becomes `Sam C.`: a therapist's mailbox may be their own. */
export function initialled(name: string | null): string {
  return initialledName(nameInMail(name ?? "")) || "A client";
}

type Line = { start: number; end: number; name: string | null };

/** The facts of an evening's mail. `date`: the local date that it lists. */
export function eveningFacts(
  { therapist, date, visits }: { therapist: string; date: string; visits: readonly Line[] },
  { sender, zone }: { sender: MailSender; zone: string },
) {
  const day = dayInWords(date);
  return {
    sender,
    lines: visits.map(({ start, end, name }) => ({
      when: `${timeOf(start, zone)} to ${timeOf(end, zone)}`,
      who: `${initialled(name)}, ${(end - start) / MINUTE_MS} minutes`,
    })),
    named: {
      name: givenName(therapist),
      date: day,
      weekday: day.split(" ")[0] ?? day,
      visits: visits.length === 0 ? "nothing booked" : `${visits.length} appointment${visits.length === 1 ? "" : "s"}`,
      practice: sender.name,
      phone: sender.phone,
    },
  };
}

export type EveningFacts = ReturnType<typeof eveningFacts>;
