import { sql } from "kysely";
import { type Appointment, viewStatus } from "#app/appointments/appointment.ts";
import { changeDeadline } from "#app/appointments/change-window.ts";
import {
  appointmentMessage,
  appointmentSubject,
  byStranger,
  movedData,
  notificationData,
  seriesMessage,
  THERAPIST_NOTIFICATION,
  therapistMessage,
} from "#app/appointments/notifications/appointment-message.ts";
import { isSame, type KnownAppointment, knownFrom, movedFrom } from "#app/appointments/notifications/change-summary.ts";
import { pushesToDevices } from "#app/appointments/notifications/device-pushes.server.ts";
import {
  type AppointmentChange,
  chooseNotifications,
  isImmediate,
  practiceWaitsUntil,
  timesWith,
} from "#app/appointments/notifications/therapist-notifications.ts";
import { takeFromPending } from "#app/appointments/notifications/unsent-series-mail.server.ts";
import { MAIL_CHOICES, type TherapistMails } from "#app/catalogue/therapist-mails.ts";
import type { Due, Message } from "#app/mail/message.ts";
import { withdraw, withdrawUntried } from "#app/mail/outbox.db.server.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import { type Actor, ownTherapistOf } from "#app/platform/permissions.ts";
import type { BookingRules } from "#app/settings/schemas/booking-rules.ts";
import type { PracticeMails } from "#app/settings/schemas/practice-mails.ts";

/** An appointment before and after a change. `known`: what its client last heard of, if not `before`. */
export type Pair = { before: Appointment; after: Appointment; known?: KnownAppointment };

export type Notifying = {
  actor: Actor;
  rules: BookingRules;
  /** When the practice's one mail a day goes; null: it gets each at once. */
  dailyAt: PracticeMails["dailyAt"];
  now: number;
  client: boolean;
  team: boolean;
  /** The practice did not make the change itself. */
  practice: boolean;
  reminds: boolean;
  isSeries: boolean;
  /** The client hears of all in one message. */
  isTogether: boolean;
  /** False: what the client gets counts among what strangers cause. */
  isProven: boolean;
  /** The end of the moment in which the change can be undone; undefined: it can't. */
  runAt: number | undefined;
};

/** `isHeld`: the team hears nothing before its mailed link is opened. */
export async function messagesOfPlaced(
  tx: Tx,
  placed: readonly Appointment[],
  { hasHold, ...notifying }: Notifying & { hasHold: boolean },
): Promise<Due[]> {
  const reached = placed.filter(({ email }) => email);
  const client = hasHold
    ? reached.map(({ id }) => appointmentMessage("appointment-held-client", { appointmentId: id }))
    : notifying.isTogether
      ? together(reached, (about) => seriesMessage("series-booked-client", about))
      : reached.map((appointment) => appointmentMessage(kindOfBooked(appointment), { appointmentId: appointment.id }));
  const team = hasHold ? [] : await toTeam(tx, placed.map(asBooked), notifying);
  return all(notifying, { client, team, reminders: remindersOf(reached, notifying) });
}

export async function messagesOfConfirmed(tx: Tx, pair: Pair, notifying: Notifying): Promise<Due[]> {
  const kind = notifying.practice ? kindOfBooked(pair.after) : "appointment-accepted-client";
  const client = [appointmentMessage(kind, { appointmentId: pair.after.id })];
  return all(notifying, { client, team: await toTeam(tx, [{ how: "booked", ...pair }], notifying) });
}

/** Two moves that can be undone send one message, with the details that the client last knew; undone, they send none. */
export async function messagesOfMoved(tx: Tx, pairs: readonly Pair[], notifying: Notifying): Promise<Due[]> {
  const { isTogether, reminds, runAt } = notifying;
  const moves: ReturnType<typeof movedFrom>[] = [];
  for (const { before, after, known } of pairs) {
    if (reminds) await withdraw(tx, reminderMessage(before));
    const knew = known ?? (runAt === undefined ? null : await takePending(tx, before)) ?? before;
    if (after.email && !isSame(knew, after)) moves.push(movedFrom(after.id, knew));
  }
  const after = pairs.map((pair) => pair.after);
  const movedAppointments = after.filter(({ id }) => moves.some(({ appointmentId }) => appointmentId === id));
  const client = isTogether
    ? together(movedAppointments, (about) => seriesMessage("series-moved-client", { ...about, moves }))
    : moves.map((data) => appointmentMessage("appointment-rescheduled-client", data));
  const team = await toTeam(tx, pairs.map(asChanged), notifying);
  const reminders = remindersOf(
    after.filter(({ email }) => email),
    notifying,
  );
  return all(notifying, { client, team, reminders });
}

/** Withdraws what nobody has told the client yet. Returns the details that they knew before. */
async function takePending(tx: Tx, before: Appointment): Promise<KnownAppointment | null> {
  const about = { kind: "appointment-rescheduled-client", subject: appointmentSubject(before.id) };
  const [alone] = await withdrawUntried(tx, about);
  const inSeries = await takeFromPending(tx, "series-moved-client", before);
  const pending = alone ? movedData.parse(alone) : inSeries?.move;
  return pending ? knownFrom(pending, before) : null;
}

/** What is over is no news when the practice cancels it. */
export async function messagesOfCancelled(tx: Tx, pairs: readonly Pair[], notifying: Notifying): Promise<Due[]> {
  const { isTogether, now } = notifying;
  for (const { before } of pairs) await withdraw(tx, reminderMessage(before));
  const ahead = pairs.map(({ before }) => before).filter(({ end }) => end > now);
  const client = isTogether
    ? together(
        ahead.filter(({ email }) => email),
        (about) => seriesMessage("series-cancelled-client", about),
      )
    : ahead.map(({ id }) => appointmentMessage("appointment-cancelled-client", { appointmentId: id }));
  const team = await toTeam(
    tx,
    pairs.map((pair) => ({ how: "cancelled", ...pair })),
    notifying,
  );
  return all(notifying, { client, team });
}

/** `isNotified`: a client had heard of the cancellation, and hears that the appointment stands again. */
export async function messagesOfReinstated(
  tx: Tx,
  pairs: readonly Pair[],
  notifying: Notifying,
): Promise<{ messages: Due[]; isNotified: boolean }> {
  const client: Message[] = [];
  let isNotified = false;
  for (const { before, after } of notifying.client ? pairs : []) {
    const { id } = after;
    const alone = await withdrawUntried(tx, { kind: "appointment-cancelled-client", subject: appointmentSubject(id) });
    const inSeries = await takeFromPending(tx, "series-cancelled-client", before);
    if (!after.email) continue;
    const isMoved = before.start !== after.start || before.therapistId !== after.therapistId;
    if (alone.length === 0 && !inSeries && after.end > notifying.now) {
      isNotified = true;
      client.push(appointmentMessage("appointment-reinstated-client", { appointmentId: id }));
    } else if (isMoved) client.push(appointmentMessage("appointment-rescheduled-client", movedFrom(id, before)));
  }
  const team = await toTeam(
    tx,
    pairs.map((pair) => ({ how: "reinstated", ...pair })),
    notifying,
  );
  const reached = pairs.map(({ after }) => after).filter(({ email }) => email);
  return { messages: all(notifying, { client, team, reminders: remindersOf(reached, notifying) }), isNotified };
}

/** The record goes: whoever was to give it hears that it is cancelled. */
export function messagesOfDeleted(tx: Tx, before: Appointment, notifying: Notifying): Promise<Due[]> {
  return toTeam(tx, [{ how: "cancelled", before, after: null }], notifying);
}

type Parts = { client: readonly Message[]; team: readonly Due[]; reminders?: readonly Due[] };

function all(notifying: Notifying, { client, team, reminders = [] }: Parts): Due[] {
  const { runAt } = notifying;
  const own = notifying.client ? client.map((message) => ({ ...message, ...(runAt !== undefined && { runAt }) })) : [];
  const messages = [...own, ...team, ...reminders];
  return notifying.isProven ? messages : byStranger(messages);
}

type About = { seriesId: string; appointmentIds: string[] };

function together(appointments: readonly Appointment[], messageOf: (about: About) => Message): Message[] {
  const seriesId = appointments[0]?.series?.id;
  return seriesId ? [messageOf({ seriesId, appointmentIds: appointments.map(({ id }) => id) })] : [];
}

function remindersOf(appointments: readonly Appointment[], { reminds, rules, now }: Notifying): Due[] {
  if (!reminds) return [];
  return appointments.flatMap((one) => reminderOf(one, { now, hours: rules.reminderHours }));
}

function kindOfBooked({ status }: Appointment) {
  return viewStatus(status) === "Pending" ? "appointment-pending-client" : "appointment-confirmed-client";
}

type Change = Pick<AppointmentChange, "how"> & { before: Appointment | null; after: Appointment | null };

function asBooked(after: Appointment): Change {
  return { how: "booked", before: null, after };
}

function asChanged({ before, after }: Pair): Change {
  return { how: "changed", before, after };
}

/** By the rules of `therapist-notifications`. Withdraws what earlier changes would have told the therapists. */
async function toTeam(tx: Tx, changes: readonly Change[], notifying: Notifying): Promise<Due[]> {
  if (!notifying.team) return [];
  const { mails, hasDevices } = await toTherapists(tx, changes, notifying);
  const pushes: Due[] = [];
  if (hasDevices) for (const change of changes) pushes.push(...(await toDevices(tx, change, notifying)));
  return [...toPractice(changes, notifying), ...mails, ...pushes];
}

function toDevices(tx: Tx, change: Change, { actor, rules, practice, now, runAt }: Notifying): Promise<Due[]> {
  const push = { actor, zone: rules.zone, knows: !practice, now, ...(runAt !== undefined && { runAt }) };
  return pushesToDevices(tx, { ...change, id: idOf(change) }, push);
}

async function toTherapists(
  tx: Tx,
  changes: readonly Change[],
  { actor, rules: { zone }, now, runAt }: Notifying,
): Promise<{ mails: Due[]; hasDevices: boolean }> {
  const notifications = [];
  for (const change of changes) {
    const subject = appointmentSubject(idOf(change));
    const withdrawn = change.before ? await withdrawUntried(tx, { kind: THERAPIST_NOTIFICATION, subject }) : [];
    const pending = withdrawn.map((data) => notificationData.parse(data));
    notifications.push(...chooseNotifications(change, pending).map((notification) => ({ change, notification })));
  }
  const ids = [...new Set(notifications.map(({ notification }) => notification.therapistId))];
  const { therapists, hasDevices } = await listRecipients(tx, ids);
  const mails = notifications.flatMap(({ change, notification }) => {
    if (notification.therapistId === ownTherapistOf(actor)) return [];
    const { address, choice } = therapists.find(({ id }) => id === notification.therapistId) ?? NOBODY;
    const times = [notification.knew, timesWith(change.after, notification.therapistId)];
    if (address === "" || !isImmediate(times, { choice, now, zone })) return [];
    return [{ ...therapistMessage(idOf(change), notification), ...(runAt !== undefined && { runAt }) }];
  });
  return { mails, hasDevices };
}

const NOBODY = { address: "", choice: "none" } as const;

/** The practice's message about a change, or its line in the next daily one. It wants a note of a series that it books. */
function toPractice(changes: readonly Change[], { practice, isSeries, rules, dailyAt, now }: Notifying): Due[] {
  const [first] = changes;
  if (!first) return [];
  const messages = isSeries
    ? first.how === "booked"
      ? together(
          changes.flatMap(({ after }) => after ?? []),
          (about) => seriesMessage("series-booked-practice", about),
        )
      : []
    : practice
      ? changes.flatMap(practiceMessage)
      : [];
  const { how, before } = first;
  const isLate = how === "cancelled" && before !== null && now >= changeDeadline(before.start, rules.changeNotice);
  const runAt = isLate ? null : practiceWaitsUntil(first, { now, zone: rules.zone, dailyAt });
  return messages.map((message) => (runAt === null ? message : { ...message, runAt, daily: true }));
}

function practiceMessage({ how, before, after }: Change): Message[] {
  if (after && how === "booked")
    return [appointmentMessage("appointment-confirmed-practice", { appointmentId: after.id })];
  if (!before) return [];
  if (how === "changed") return [appointmentMessage("appointment-rescheduled-practice", movedFrom(before.id, before))];
  if (how !== "cancelled") return [];
  return [appointmentMessage("appointment-cancelled-practice", { appointmentId: before.id })];
}

function idOf({ before, after }: Change): string {
  const appointment = after ?? before;
  if (!appointment) throw new Error("A change without an appointment");
  return appointment.id;
}

type Chosen = Pick<TherapistMails, "address" | "choice"> & { id: string };

// How these therapists are mailed, and whether anybody of the practice is told on a device, in one read.
async function listRecipients(db: Tx, ids: readonly string[]): Promise<{ therapists: Chosen[]; hasDevices: boolean }> {
  const devices = sql<{ has_devices: number | boolean }>`
    (select exists (select 1 from push_devices where tells_practice = 1) as has_devices)
  `;
  const rows = await db
    .selectFrom(devices.as("devices"))
    .leftJoin("therapists", (on) => on.on("therapists.id", "in", ids.length > 0 ? [...ids] : [""]))
    .select(["devices.has_devices", "therapists.id", "therapists.mail_address", "therapists.mail_choice"])
    .execute();
  const therapists = rows.flatMap(({ id, mail_address, mail_choice }): Chosen[] => {
    const choice = MAIL_CHOICES.find((known) => known === mail_choice) ?? "none";
    return id === null ? [] : [{ id, address: mail_address ?? "", choice }];
  });
  return { therapists, hasDevices: Boolean(rows[0]?.has_devices) };
}

const HOUR_MS = 3_600_000;

/**
 * The reminder, due `hours` before the start. None when that time has passed, as for a booking at short notice, or when
 * `hours` is 0.
 */
export function reminderOf(
  appointment: Pick<Appointment, "id" | "start">,
  { now, hours }: { now: number; hours: number },
): Due[] {
  const runAt = appointment.start - hours * HOUR_MS;
  if (hours === 0 || runAt <= now) return [];
  return [{ ...reminderMessage(appointment), runAt }];
}

/** The reminder's identity in the outbox, to withdraw it when the time changes. */
export function reminderMessage({ id, start }: Pick<Appointment, "id" | "start">): Message {
  return appointmentMessage("appointment-reminder-client", { appointmentId: id, start });
}
