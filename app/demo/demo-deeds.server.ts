import { cancel } from "#app/appointments/cancel.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { book } from "#app/booking/book.server.ts";
import { addNote } from "#app/clients/client-notes.server.ts";
import type { DemoMoment } from "#app/demo/demo-fate.ts";
import { clientOfAddress } from "#app/demo/demo-life.db.server.ts";
import type { DemoCorrespondence } from "#app/demo/demo-messages.ts";
import type { DemoAppointment, DemoPlan } from "#app/demo/demo-plan.ts";
import type { DemoClosure } from "#app/demo/demo-time.ts";
import { addException } from "#app/diary/add-exception.server.ts";
import { bookForPractice } from "#app/diary/book-for-practice.server.ts";
import { markMessage } from "#app/messages/mark-message.server.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { replyTo } from "#app/messages/reply-to-message.server.ts";
import { type Actor, visitor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { instantOf } from "#app/platform/zoned-time.ts";

const MINUTE_MS = 60_000;

export type DemoStage = {
  app: AppContext;
  owner: Actor;
  zone: string;
  therapists: ReadonlyMap<string, string>;
  appointments: Map<DemoAppointment, string>;
  enquiries: Set<string>;
};

/** Something that happened at an instant (epoch ms UTC), by a command of the site. */
export type Deed = { at: number; run: (stage: DemoStage) => Promise<unknown> };

/** Everything of the plan as deeds in order of time. */
export function deedsOf(
  { appointments, closures, people }: DemoPlan,
  { messages, complaint, notes }: DemoCorrespondence,
  { zone, today }: { zone: string; today: string },
): Deed[] {
  const at = ({ day, minute }: DemoMoment) => instantOf(day, minute, zone);
  const deeds = [
    ...closures.map((closure) => ({
      at: at({ day: appointments[0]?.booked.day ?? today, minute: 0 }),
      run: close(closure),
    })),
    ...appointments.flatMap((one) => appointmentDeeds(one, { at, isToday: one.day === today })),
    ...messages.map((message) => ({ at: at(message.at), run: receive(message) })),
    { at: at(complaint.at), run: complain(complaint.input) },
    ...notes.map(({ person, words, ...note }) => ({ at: at(note.at), run: noteAbout(people[person]?.email, words) })),
  ];
  return deeds.sort((a, b) => a.at - b.at);
}

type Timing = { at: (moment: DemoMoment) => number; isToday: boolean };

function appointmentDeeds(one: DemoAppointment, { at, isToday }: Timing): Deed[] {
  const start = at(one);
  const end = start + one.minutes * MINUTE_MS;
  const made = { at: at(one.booked), run: makeBooking(one) };
  if (one.fate.kind === "cancelled") return [made, { at: at(one.fate.at), run: cancelIt(one, one.fate) }];
  const attendance = one.fate.kind === "came" ? "finished" : "missed";
  const marked = { at: end + 4 * MINUTE_MS, run: mark(one, attendance) };
  const arrived = { at: start - 3 * MINUTE_MS, run: mark(one, "arrived") };
  return isToday ? [made, arrived, marked] : [made, marked];
}

function makeBooking(one: DemoAppointment): Deed["run"] {
  return async ({ app, owner, zone, appointments }) => {
    const { service, minutes, therapist, day, minute, person } = one;
    const { name, phone, email } = person;
    const asked = { service, minutes, therapist, name, phone, email };
    const outcome =
      one.booked.by === "practice"
        ? await bookForPractice(app, owner, { input: { ...asked, day, time: minute, tell: "on" } })
        : await book(app, visitor, { input: { ...asked, start: instantOf(day, minute, zone) }, idempotencyKey: null });
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

function mark(one: DemoAppointment, attendance: "arrived" | "finished" | "missed"): Deed["run"] {
  return async ({ app, owner, appointments }) => {
    const appointmentId = madeOf(appointments, one);
    expectKind("marked", await markAttendance(app, owner, { appointmentId, attendance }));
  };
}

function madeOf(appointments: DemoStage["appointments"], one: DemoAppointment): string {
  const id = appointments.get(one);
  if (!id) throw new Error("A demo appointment changes before it is booked");
  return id;
}

function receive({ contact, state, reply }: DemoCorrespondence["messages"][number]): Deed["run"] {
  return async ({ app, owner, enquiries }) => {
    const outcome = await receiveMessage(app, contact);
    if (outcome.kind !== "received") throw new Error(`The demo's message is ${outcome.kind}`);
    const { id } = outcome;
    enquiries.add(id);
    if (reply) expectKind("changed", await replyTo(app, owner, { id, text: reply }));
    else if (state !== "unread") expectKind("changed", await markMessage(app, owner, { id, state }));
  };
}

function complain(input: DemoCorrespondence["complaint"]["input"]): Deed["run"] {
  return async ({ app, owner, enquiries }) => {
    const outcome = await receiveComplaint(app, input, "demo complaint");
    if (outcome.kind !== "received") throw new Error("The demo's complaint was sent before");
    enquiries.add(outcome.id);
    expectKind("changed", await markMessage(app, owner, { id: outcome.id, state: "read" }));
  };
}

function noteAbout(email: string | undefined, words: string): Deed["run"] {
  return async ({ app, owner }) => {
    const clientId = await clientOfAddress(app.db.kysely, email ?? "");
    if (clientId) expectKind("added", await addNote(app, owner, { clientId, words }));
  };
}

function close({ therapist, firstDay, lastDay, reason, publicNote }: DemoClosure): Deed["run"] {
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
