import { createAdmin } from "#app/accounts/users/create-admin.server.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { listTherapists } from "#app/catalogue/catalogue.db.server.ts";
import { addNote } from "#app/clients/client-notes.server.ts";
import type { DemoMoment } from "#app/demo/demo-fate.ts";
import {
  claimFill,
  clientOfAddress,
  clientsOfAppointments,
  closuresBy,
  dropAllowances,
  dropMailsDueBefore,
  getDemoOffer,
  listAddresses,
  markAsDemo,
} from "#app/demo/demo-life.db.server.ts";
import { type DemoAppointment, type DemoPlan, demoPlan, WEEKS_AHEAD, WEEKS_BEHIND } from "#app/demo/demo-plan.ts";
import type { DemoClosure } from "#app/demo/demo-time.ts";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import type { Renderers } from "#app/mail/define-mail.server.ts";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import { markMessage, replyTo } from "#app/messages/change-message.server.ts";
import type { ComplaintInput } from "#app/messages/complaint.form.ts";
import type { ContactInput } from "#app/messages/contact.form.ts";
import type { ContactMessageState } from "#app/messages/contact-message.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { type AppContext, joined, type Tx } from "#app/platform/app-context.server.ts";
import { addDays, instantOf, localDateOf, startOfDay } from "#app/platform/date-time.ts";
import { newId } from "#app/platform/ids.server.ts";
import { type Actor, actorName, visitor } from "#app/platform/permissions.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";

const SEED = "limber-yard";
const DAY_MS = 86_400_000;
const MAILS_DAYS = 2;

export const DEMO_OWNER = { name: "Imogen Hartley", email: "imogen@limberyard.example" };

/** What a room above invents of the same past, in the same transaction. `to`: sets the clock. */
type Past = (at: { app: AppContext; owner: Actor; to: (at: number) => void; now: number }) => Promise<void>;

type FillOutcome = { kind: "added"; appointments: number } | { kind: "kept" };

/**
 * Gives the demo practice a past and a future, in one transaction: each event runs the site's own command at its own
 * moment, mails are rendered and handed to nobody, and everything that it made is marked. Once in a database's life.
 */
export async function fillDemo(
  app: AppContext,
  { renderers, password, past }: { renderers: Renderers; password: string; past?: Past },
): Promise<FillOutcome> {
  const { zone } = (await readSettings(app.db.kysely, app.log)).settings.bookingRules;
  const now = app.clock.now();
  const today = localDateOf(now, zone);
  const days = { from: addDays(today, -7 * (WEEKS_BEHIND + 1)), to: addDays(today, 7 * (WEEKS_AHEAD + 1)) };
  return app.db.kysely.transaction().execute(async (tx): Promise<FillOutcome> => {
    if (!(await claimFill(tx))) return { kind: "kept" };
    const plan = demoPlan(SEED, today, await getDemoOffer(tx, days));
    const clock = clockAt(startOfDay(days.from, zone) - 30 * DAY_MS);
    const within = { ...app, db: joined(app.db, tx), clock };
    const owner = await makeOwner(within, password);
    const therapists = new Map((await listTherapists(tx)).map(({ slug, id }) => [slug, id]));
    const stage: DemoStage = { app: within, owner, zone, therapists, appointments: new Map(), enquiries: new Set() };
    const post = postOffice(within, { renderers, from: now - MAILS_DAYS * DAY_MS, tx });
    for (const { at, run } of deedsOf(plan, demoCorrespondence(today), { zone, today })) {
      if (at > now) break;
      await post(at);
      clock.set(at);
      await run(stage);
    }
    await post(now);
    await past?.({ app: within, owner, to: clock.set, now });
    await dropAllowances(tx);
    await markAll(tx, stage);
    return { kind: "added", appointments: stage.appointments.size };
  });
}

function clockAt(start: number) {
  let time = start;
  return {
    now: () => time,
    set: (next: number) => {
      time = next;
    },
  };
}

async function makeOwner(app: AppContext, password: string): Promise<Actor> {
  const outcome = await createAdmin(app, { ...DEMO_OWNER, password });
  const user = await getUserByEmail(app.db.kysely, DEMO_OWNER.email);
  if (outcome.kind !== "added" || !user) throw new Error(`The demo's owner is ${outcome.kind}`);
  return { kind: "admin", userId: user.id };
}

/** Sends what is due to nobody, as it falls due; what was due before `from` is dropped unread. */
function postOffice(app: AppContext & { clock: ReturnType<typeof clockAt> }, { renderers, from, tx }: Posting) {
  const transport = { send: async () => {}, close: () => {} };
  const mailer = { renderers, transport, worker: newId(), sent: new Set<string>() };
  let isOpen = false;
  return async (until: number) => {
    if (until < from) return;
    if (!isOpen) await dropMailsDueBefore(tx, from);
    isOpen = true;
    while ((await deliverDue(app, mailer)) > 0);
    for (let at = app.clock.now(); at < until; at += 3_600_000) {
      app.clock.set(Math.max(at, from));
      while ((await deliverDue(app, mailer)) > 0);
    }
    app.clock.set(until);
    while ((await deliverDue(app, mailer)) > 0);
  };
}

type Posting = { renderers: Renderers; from: number; tx: Tx };

async function markAll(tx: Tx, { owner, appointments, enquiries }: DemoStage): Promise<void> {
  const made = new Set(appointments.values());
  await markAsDemo(tx, "appointment", made);
  await markAsDemo(tx, "client", await clientsOfAppointments(tx, made));
  await markAsDemo(tx, "enquiry", enquiries);
  await markAsDemo(tx, "closure", await closuresBy(tx, actorName(owner)));
  if ("userId" in owner) await markAsDemo(tx, "user", [owner.userId]);
  await markAsDemo(tx, "address", [...(await listAddresses(tx)), DEMO_OWNER.email]);
}

const MINUTE_MS = 60_000;

type DemoStage = {
  app: AppContext;
  owner: Actor;
  zone: string;
  therapists: ReadonlyMap<string, string>;
  appointments: Map<DemoAppointment, string>;
  enquiries: Set<string>;
};

/** Something that happened at an instant (epoch ms UTC), by a command of the site. */
type DemoEvent = { at: number; run: (stage: DemoStage) => Promise<unknown> };

/** Everything of the plan as events in order of time. */
function deedsOf(
  { appointments, closures, people }: DemoPlan,
  { messages, complaint, notes }: DemoCorrespondence,
  { zone, today }: { zone: string; today: string },
): DemoEvent[] {
  const at = ({ day, minute }: DemoMoment) => instantOf(day, minute, zone);
  const events = [
    ...closures.map((closure) => ({
      at: at({ day: appointments[0]?.booked.day ?? today, minute: 0 }),
      run: close(closure),
    })),
    ...appointments.flatMap((one) => appointmentEvents(one, { at, isToday: one.day === today })),
    ...messages.map((message) => ({ at: at(message.at), run: receive(message) })),
    { at: at(complaint.at), run: complain(complaint.input) },
    ...notes.map(({ person, words, ...note }) => ({ at: at(note.at), run: noteAbout(people[person]?.email, words) })),
  ];
  return events.sort((a, b) => a.at - b.at);
}

type Timing = { at: (moment: DemoMoment) => number; isToday: boolean };

function appointmentEvents(one: DemoAppointment, { at, isToday }: Timing): DemoEvent[] {
  const start = at(one);
  const end = start + one.minutes * MINUTE_MS;
  const made = { at: at(one.booked), run: makeBooking(one) };
  if (one.fate.kind === "cancelled") return [made, { at: at(one.fate.at), run: cancelIt(one, one.fate) }];
  const attendance = one.fate.kind === "came" ? "finished" : "missed";
  const marked = { at: end + 4 * MINUTE_MS, run: mark(one, attendance) };
  const arrived = { at: start - 3 * MINUTE_MS, run: mark(one, "arrived") };
  return isToday ? [made, arrived, marked] : [made, marked];
}

function makeBooking(one: DemoAppointment): DemoEvent["run"] {
  return async ({ app, owner, zone, appointments }) => {
    const { service, minutes, therapist, day, minute, person } = one;
    const { name, phone, email } = person;
    const choice = { service, minutes, therapist, name, phone, email };
    const outcome =
      one.booked.by === "practice"
        ? await bookForPractice(app, owner, { input: { ...choice, day, time: minute, tell: "on" } })
        : await book(app, visitor, { input: { ...choice, start: instantOf(day, minute, zone) }, idempotencyKey: null });
    if (outcome.kind !== "booked") throw new Error(`The demo's booking on ${day} at ${minute} is ${outcome.kind}`);
    appointments.set(one, outcome.appointment.id);
  };
}

function cancelIt(one: DemoAppointment, { by, reason }: Extract<DemoAppointment["fate"], { kind: "cancelled" }>) {
  return async ({ app, owner, appointments }: DemoStage) => {
    const appointmentId = madeOf(appointments, one);
    const actor: Actor = by === "link" ? { kind: "holder", appointmentId } : owner;
    const askedBy = by === "practice" ? "practice" : "client";
    expectKind("cancelled", await cancel(app, actor, { appointmentId, reason, askedBy }));
  };
}

function mark(one: DemoAppointment, attendance: "arrived" | "finished" | "missed"): DemoEvent["run"] {
  return async ({ app, owner, appointments }) => {
    const appointmentId = madeOf(appointments, one);
    expectKind("changed", await markAttendance(app, owner, { appointmentId, attendance }));
  };
}

function madeOf(appointments: DemoStage["appointments"], one: DemoAppointment): string {
  const id = appointments.get(one);
  if (!id) throw new Error("A demo appointment changes before it is booked");
  return id;
}

function receive({ contact, state, reply }: DemoCorrespondence["messages"][number]): DemoEvent["run"] {
  return async ({ app, owner, enquiries }) => {
    const outcome = await receiveMessage(app, contact);
    if (outcome.kind !== "received") throw new Error(`The demo's message is ${outcome.kind}`);
    const { id } = outcome;
    enquiries.add(id);
    if (reply) expectKind("changed", await replyTo(app, owner, { id, text: reply }));
    else if (state !== "unread") expectKind("changed", await markMessage(app, owner, { id, state }));
  };
}

function complain(input: DemoCorrespondence["complaint"]["input"]): DemoEvent["run"] {
  return async ({ app, owner, enquiries }) => {
    const outcome = await receiveComplaint(app, input, "demo complaint");
    if (outcome.kind !== "received") throw new Error("The demo's complaint was sent before");
    enquiries.add(outcome.id);
    expectKind("changed", await markMessage(app, owner, { id: outcome.id, state: "read" }));
  };
}

function noteAbout(email: string | undefined, words: string): DemoEvent["run"] {
  return async ({ app, owner }) => {
    const clientId = await clientOfAddress(app.db.kysely, email ?? "");
    if (clientId) expectKind("added", await addNote(app, owner, { clientId, words }));
  };
}

function close({ therapist, firstDay, lastDay, reason, publicNote }: DemoClosure): DemoEvent["run"] {
  return async ({ app, owner, therapists }) => {
    const therapistId = therapist === null ? null : (therapists.get(therapist) ?? null);
    const allDay = { fromMinute: null, toMinute: null };
    const draft = { kind: "closure", therapistId, firstDay, lastDay, ...allDay, reason, publicNote } as const;
    expectKind("changed", await addException(app, owner, { draft, accepted: [] }));
  };
}

function expectKind(kind: string, outcome: { kind: string }): void {
  if (outcome.kind !== kind) throw new Error(`The demo expected ${kind} and got ${outcome.kind}`);
}

/** A message that came `daysAgo`, and what the practice did with it within the hour. */
type DemoMessage = {
  daysAgo: number;
  minute: number;
  from: [first: string, last: string, email: string];
  subject: string;
  message: string;
  state: ContactMessageState;
  reply?: string;
};

const MESSAGES: DemoMessage[] = [
  {
    daysAgo: 1,
    minute: 1178,
    from: ["Verity", "Lomax", "verity.lomax@example.com"],
    subject: "Marathon in six weeks",
    message:
      "Hello,\n\nI am running my first marathon in six weeks and my calves are tight after every long run. Is it better to come weekly until then, or once before and once after?\n\nMany thanks,\nVerity",
    state: "unread",
  },
  {
    daysAgo: 2,
    minute: 745,
    from: ["Ashok", "Raman", "ashok.raman@example.org"],
    subject: "Getting in with a wheelchair",
    message:
      "Do you have step-free access from the car park, and is there room beside the couch for a wheelchair? My wife would come with me.",
    state: "unread",
  },
  {
    daysAgo: 3,
    minute: 610,
    from: ["Dilys", "Vaughan", "dilys.vaughan@example.net"],
    subject: "Gift voucher",
    message: "Can I buy a voucher for an hour as a birthday present? I would rather collect it than have it posted.",
    state: "read",
  },
  {
    daysAgo: 5,
    minute: 860,
    from: ["Gus", "Featherstone", "gus.featherstone@example.com"],
    subject: "Our rowing club",
    message:
      "We have a regatta in May and would like someone on site for the day, for about fourteen rowers. What would you need from us, and what would it cost?",
    state: "done",
    reply:
      "Dear Gus,\n\nThank you for asking us. For fourteen people we would bring two therapists and two couches; all we need is a dry corner and a socket. I will ring you this week about the times.\n\nImogen",
  },
  {
    daysAgo: 9,
    minute: 1005,
    from: ["Paula", "Okonjo", "paula.okonjo@example.org"],
    subject: "Receipt for my insurer",
    message: "My insurer wants a receipt with the therapist’s name for my last two visits. Could you send me one?",
    state: "done",
    reply: "Dear Paula,\n\nBoth receipts are ready at the desk, and they carry Tom’s name and level.\n\nImogen",
  },
  {
    daysAgo: 12,
    minute: 172,
    from: ["Growth", "Team", "growth.team@example.net"],
    subject: "Page one of every search, guaranteed",
    message: "We noticed your website is missing out on thousands of visitors. Reply today for a free audit!!!",
    state: "spam",
  },
];

const COMPLAINT: ComplaintInput = {
  about: "treatment",
  name: "Harold Benbow",
  reply: "harold.benbow@example.com",
  email: "harold.benbow@example.com",
  happened:
    "I arrived ten minutes early for my appointment and was not called until twenty past. The treatment was good, but it was cut short because someone else was waiting.",
  remedy: "The missing quarter of an hour back, at my next visit.",
};
const COMPLAINED = { daysAgo: 2, minute: 1010 };

const NOTES = [
  {
    person: 0,
    daysAgo: 20,
    words: "Prefers Imogen. Left shoulder: rotator cuff, physio’s letter seen. Lighter there.",
  },
  {
    person: 3,
    daysAgo: 6,
    words: "Training for the Three Peaks in spring; would like every second Tuesday if it is free.",
  },
];

type DemoCorrespondence = {
  messages: { at: DemoMoment; contact: ContactInput; state: ContactMessageState; reply: string | null }[];
  complaint: { at: DemoMoment; input: ComplaintInput };
  notes: { at: DemoMoment; person: number; words: string }[];
};

function demoCorrespondence(today: string): DemoCorrespondence {
  const moment = (daysAgo: number, minute: number) => ({ day: addDays(today, -daysAgo), minute });
  return {
    messages: MESSAGES.map(
      ({ daysAgo, minute, from: [firstName, lastName, email], subject, message, state, reply }) => ({
        at: moment(daysAgo, minute),
        contact: { firstName, lastName, email, subject, message },
        state,
        reply: reply ?? null,
      }),
    ),
    complaint: { at: moment(COMPLAINED.daysAgo, COMPLAINED.minute), input: COMPLAINT },
    notes: NOTES.map(({ daysAgo, person, words }) => ({ at: moment(daysAgo, 17 * 60 + 5), person, words })),
  };
}
