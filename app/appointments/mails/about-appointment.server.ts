import { type Appointment, CONFIRMED, viewStatus } from "#app/appointments/appointment.ts";
import { findOverlap, getAppointment, getNextNamed } from "#app/appointments/appointments.db.server.ts";
import { paidOf } from "#app/appointments/booking/booking-hold.ts";
import { getHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { calendarInvitation } from "#app/appointments/mails/ical.gateway.server.ts";
import { type MailFacts, mailFacts, whenInWords } from "#app/appointments/mails/mail-facts.ts";
import { manageUrlOf } from "#app/appointments/requests/manage-link.server.ts";
import { AT_PRACTICE } from "#app/appointments/venue.ts";
import { getCatalogue, getTherapist } from "#app/catalogue/catalogue.db.server.ts";
import { EXAMPLE_CLIENT, type MailContext } from "#app/mail/define-mail.server.ts";
import { type Mail, type Mailbox, nameInMail } from "#app/mail/mail.ts";
import { instantOf, localDateOf } from "#app/platform/date-time.ts";

const DAY = 86_400_000;
const HOUR = 3_600_000;
const TEN = 10 * 60;

/** What a mail about an appointment is written from. Each mail reads it when it is sent. */
export type About = { to: Mailbox; replyTo?: Mailbox; appointment: Appointment; facts: MailFacts };

/** Null: the appointment is deleted, or has no address. */
export async function forClient(context: MailContext, { appointmentId }: { appointmentId: string }) {
  const appointment = await getAppointment(context.db, appointmentId);
  return appointment && forClientOf(context, appointment);
}

export async function forClientOf(context: MailContext, appointment: Appointment): Promise<About | null> {
  const to = clientOf(appointment);
  return to && { to, appointment, facts: await factsOf(context, appointment) };
}

/** Null also if the appointment is cancelled or has begun. */
export async function forClientAhead(context: MailContext, data: { appointmentId: string }): Promise<About | null> {
  const about = await forClient(context, data);
  return about && isAhead(context, about.appointment) ? about : null;
}

/** Answers go to the client, if they gave an address. */
export async function forPractice(
  context: MailContext,
  { appointmentId }: { appointmentId: string },
): Promise<About | null> {
  const appointment = await getAppointment(context.db, appointmentId);
  if (!appointment) return null;
  const replyTo = clientOf(appointment) ?? context.inbox;
  return { to: context.inbox, replyTo, appointment, facts: await factsOf(context, appointment) };
}

export function clientOf({ email, name }: Pick<Appointment, "email" | "name">): Mailbox | null {
  return email ? { name: nameInMail(name ?? ""), address: email } : null;
}

export function isAhead({ now }: MailContext, appointment: Appointment): boolean {
  return viewStatus(appointment.status) !== "Cancelled" && now < appointment.start;
}

/** The appointment as an entry of the client's calendar. */
export function calendarEntry({ appointment, facts, to }: About, context: MailContext): Mail["calendar"] {
  return calendarInvitation({
    appointment,
    business: context.settings.business,
    manageUrl: facts.manageUrl,
    now: context.now,
    host: new URL(context.siteUrl).hostname,
    organizer: context.from.address,
    attendee: to.address,
  });
}

async function factsOf(context: MailContext, appointment: Appointment): Promise<MailFacts> {
  const { app, settings, now, siteUrl } = context;
  const therapist = (await getTherapist(context.db, appointment.therapistId))?.name ?? context.say("our team");
  const manageUrl = manageUrlOf(app, appointment);
  const double = await doubleOf(context, appointment);
  const paidPence = settings.payments.online ? paidOf(await getHold(context.db, appointment.id)) : 0;
  const kept = settings.payments.online ? await keptFor(context, appointment) : null;
  const prepaid = settings.payments.on ? await prepaidFor(context, appointment) : null;
  return mailFacts({ appointment, settings, therapist, now, siteUrl, manageUrl, double, paidPence, kept, prepaid });
}

/** Payments stand above this room, so what was agreed is read from its rows. */
async function keptFor({ db }: MailContext, { id }: Appointment): Promise<MailFacts["kept"]> {
  const agreed = db
    .selectFrom("card_agreements")
    .innerJoin("kept_cards", "kept_cards.id", "card_agreements.card_id")
    .select(["kept_cards.last4 as ending", "card_agreements.words"])
    .where("card_agreements.appointment_id", "=", id)
    // Its seller may have gone to another provider since.
    .innerJoin("tills", (on) =>
      on.onRef("tills.seller_id", "=", "kept_cards.seller_id").onRef("tills.provider", "=", "kept_cards.provider"),
    )
    .where("kept_cards.removed_at", "is", null);
  return (await agreed.executeTakeFirst()) ?? null;
}

async function prepaidFor({ db }: MailContext, { id }: Appointment): Promise<MailFacts["prepaid"]> {
  const agreed = await db
    .selectFrom("prepayments")
    .select(["kind", "words", "state"])
    .where("appointment_id", "=", id)
    .where("kind", "in", ["payment", "course"])
    .where("state", "in", ["paid", "settled"])
    .executeTakeFirst();
  return agreed
    ? { isCourse: agreed.kind === "course", words: agreed.words, isSettled: agreed.state === "settled" }
    : null;
}

/** Found by the address alone, which only its owner reads: a phone number could be another person's too. */
async function doubleOf({ app, db, zone }: MailContext, appointment: Appointment) {
  const { email, id: except, start, end } = appointment;
  if (!email || viewStatus(appointment.status) === "Cancelled") return null;
  const other = await findOverlap(db, { email }, { start, end, except });
  return other && { when: whenInWords(other, zone), manageUrl: manageUrlOf(app, other) };
}

/** The next appointment, for examples; `was`: two hours before it. Its links open nobody's booking. */
export async function exampleAbout(context: MailContext): Promise<About & { was: string }> {
  const { db, now, settings, siteUrl, zone } = context;
  const appointment = await exampleAppointment(context);
  const therapist = (await getTherapist(db, appointment.therapistId))?.name ?? context.say("our team");
  const facts = mailFacts({ appointment, therapist, settings, siteUrl, manageUrl: `${siteUrl}/booking/example`, now });
  const before = { start: appointment.start - 2 * HOUR, end: appointment.end - 2 * HOUR };
  return { to: EXAMPLE_CLIENT, appointment, facts, was: whenInWords(before, zone) };
}

/** While nobody has booked, one a week from now at ten. */
export async function exampleAppointment({ db, now, settings }: MailContext): Promise<Appointment> {
  const next = await getNextNamed(db, now);
  if (next) return next;
  const { zone, referencePrefix } = settings.bookingRules;
  const { services, therapists } = await getCatalogue(db);
  const service = services[0];
  const length = service?.lengths[0] ?? { minutes: 60, pricePence: 5800 };
  const start = instantOf(localDateOf(now + 7 * DAY, zone), TEN, zone);
  const end = start + length.minutes * 60_000;
  return {
    id: "example",
    reference: "7KQM2F9D",
    referencePrefix,
    serviceId: service?.id ?? "",
    serviceTitle: service?.title ?? "Massage",
    therapistId: therapists[0]?.id ?? "",
    minutes: length.minutes,
    pricePence: length.pricePence,
    start,
    end,
    blockStart: start,
    blockEnd: end,
    status: CONFIRMED,
    name: "Sam Carter",
    phone: null,
    email: "sam@example.com",
    userId: null,
    beenBefore: null,
    practicalNote: null,
    venue: AT_PRACTICE,
    sequence: 0,
    linkVersion: 1,
    series: null,
  };
}
