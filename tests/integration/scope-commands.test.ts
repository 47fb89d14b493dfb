import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { changeContact } from "#app/appointments/clients/change-contact.server.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { renewLink } from "#app/appointments/requests/send-links.server.ts";
import { saveNote } from "#app/appointments/save-note.server.ts";
import { saveTherapist } from "#app/catalogue/edit-catalogue.server.ts";
import { addNote, removeNote } from "#app/clients/client-notes.server.ts";
import { bookForPractice } from "#app/diary/booking/book-for-practice.server.ts";
import { changeMany } from "#app/diary/booking/change-many.server.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { makeSubscription, revokeSubscription } from "#app/diary/calendar-subscriptions.server.ts";
import { answerMoveRequest } from "#app/diary/lists/move-requests.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import { offerTimes } from "#app/diary/stranded/offered-times.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { noteCall } from "#app/diary/stranded/stranded-list.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf, localMinuteOf } from "#app/platform/date-time.ts";
import type { Staff } from "#app/platform/permissions.ts";
import { changeContact as changeClient, getContact } from "#app/privacy/change-client-contact.server.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { exportData } from "#app/privacy/get-client-record.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { canaries, storePractice } from "#tests/support/scope/canary-practice.ts";
import { staffIn } from "#tests/support/staff.ts";
import { statementsOf } from "#tests/support/statements.ts";
import { demoApp } from "#tests/support/test-app.ts";

const IMOGEN = "demo-imogen-hartley" as const;
const TOM = "demo-tom-ellery" as const;
const contact = { name: "Changed", email: "changed@example.com", phone: null };

/** Each change by the id of an appointment. */
const OF_APPOINTMENTS: Record<string, (app: AppContext, actor: Staff, id: string) => Promise<unknown>> = {
  note: (app, actor, appointmentId) => saveNote(app, actor, { appointmentId, words: "x", version: 1 }),
  contact: (app, actor, appointmentId) => changeContact(app, actor, { appointmentId, version: 1, contact }),
  attendance: (app, actor, appointmentId) => markAttendance(app, actor, { appointmentId, attendance: "arrived" }),
  confirmation: (app, actor, appointmentId) => confirm(app, actor, { appointmentId }),
  cancellation: (app, actor, appointmentId) => cancel(app, actor, { appointmentId, reason: null }),
  link: (app, actor, appointmentId) => renewLink(app, actor, { appointmentId }),
  move: (app, actor, appointmentId) => moveAppointment(app, actor, { appointmentId, start: 0, despite: true }),
  reinstatement: (app, actor, appointmentId) => reinstate(app, actor, { appointmentId, despite: true }),
  call: (app, actor, appointmentId) => noteCall(app, actor, { appointmentId, seen: null }),
  offer: (app, actor, appointmentId) => offerTimes(app, actor, { appointmentId, seen: 0 }),
  answer: (app, actor, appointmentId) => answerMoveRequest(app, actor, { appointmentId, answer: "declined" }),
  deletion: (app, actor, appointmentId) => deleteAppointment(app, actor, { appointmentId }),
  many: (app, actor, id) => changeMany(app, actor, { change: "cancel", ids: [id], askedBy: "practice" }),
};

/** Each change by the id of a client. */
const OF_CLIENTS: Record<string, (app: AppContext, actor: Staff, id: string) => Promise<unknown>> = {
  note: (app, actor, clientId) => addNote(app, actor, { clientId, words: "x" }),
  "note-removal": (app, actor, clientId) => removeNote(app, actor, { clientId, noteId: "note-0" }),
  contact: (app, actor, id) => changeClient(app, actor, { id, version: 1, contact, ahead: true }),
  merging: (app, actor, id) => merge(app, actor, { id, otherId: "client-1", personalData }),
  erasure: (app, actor, id) => erase(app, actor, { id, personalData }),
  export: (app, actor, id) => exportData(app, actor, { id, personalData }),
};

test.each(Object.entries(OF_APPOINTMENTS))(
  "a therapist's %s of a colleague's appointment is as of none",
  async (_, change) => {
    const { app, imogen } = await practice();
    const missing = await change(app, imogen, "none");
    const before = await rowsOf(app);
    expect(await change(app, imogen, "visit-0")).toEqual(missing);
    const work = (id: string) => statementsOf(app, (counted) => change(counted, imogen, id));
    expect(await work("visit-0")).toBe(await work("none"));
    expect(await rowsOf(app)).toEqual(before);
  },
);

test.each(Object.entries(OF_CLIENTS))("a therapist's %s of a colleague's client is as of none", async (_, change) => {
  const { app, imogen } = await practice();
  const missing = await change(app, imogen, "none");
  const before = await rowsOf(app);
  expect(await change(app, imogen, "client-0")).toEqual(missing);
  const work = (id: string) => statementsOf(app, (counted) => change(counted, imogen, id));
  expect(await work("client-0")).toBe(await work("none"));
  expect(await rowsOf(app)).toEqual(before);
});

test("a therapist books, moves and closes time in their own diary alone", async () => {
  const { app, imogen } = await practice();
  const person = { name: "New Person", email: undefined, phone: undefined, client: undefined, tell: undefined };
  const wanted = { service: "deep-tissue-massage", minutes: 60, day: "2027-05-06", time: 600, despite: "on" as const };
  const book = (therapist: string) =>
    bookForPractice(app, imogen, { input: { ...wanted, ...person, therapist } as never });
  expect((await book("tom-ellery")).kind).toBe("invalid");
  expect((await book("imogen-hartley")).kind).toBe("booked");
  const away = { appointmentId: "visit-1", start: Date.UTC(2027, 4, 7, 9), therapist: "tom-ellery", despite: true };
  expect((await moveAppointment(app, imogen, away)).kind).toBe("invalid");
  const days = { firstDay: "2027-06-01", lastDay: "2027-06-01", fromMinute: null, toMinute: null };
  const closure = { kind: "closure" as const, ...days, reason: null, publicNote: null };
  const close = (therapistId: string | null) =>
    addException(app, imogen, { draft: { ...closure, therapistId } as never, accepted: [] });
  expect((await close(null)).kind).toBe("not-found");
  expect((await close(TOM)).kind).toBe("not-found");
  expect((await close(IMOGEN)).kind).toBe("changed");
  expect(await setWeek(app, imogen, { therapistId: TOM, version: 1, weekly: [], accepted: [] })).toEqual({
    kind: "not-found",
  });
  expect((await makeSubscription(app, imogen, TOM)).kind).toBe("not-found");
  expect((await revokeSubscription(app, imogen, TOM)).kind).toBe("not-found");
  const draft = { name: "Mine", role: "x", bio: "x" };
  expect(await saveTherapist(app, imogen, { id: TOM, version: 1, draft } as never)).toEqual({ kind: "not-found" });
});

test("a therapist who types the address of a client beyond scope changes nothing of that record, and learns no name", async () => {
  const { app, imogen } = await practice();
  const input = {
    service: "deep-tissue-massage",
    minutes: 60,
    day: "2027-05-06",
    time: 600,
    therapist: "imogen-hartley",
    name: "Somebody Else",
    email: canaries.email(0),
    phone: undefined,
    client: "client-0",
    tell: undefined,
    despite: undefined,
  };
  const outcome = await bookForPractice(app, imogen, { input: input as never });
  expect(JSON.stringify(outcome)).not.toContain(canaries.name(0));
  const client = await app.db.kysely
    .selectFrom("clients")
    .select("name")
    .where("id", "=", "client-0")
    .executeTakeFirst();
  expect(client?.name).toBe(canaries.name(0));
});

test("a therapist who corrects a client's details corrects the visits in their own diary alone", async () => {
  const app = await demoApp();
  const visit = { client: 0, day: 2, hour: 9, status: "Confirmed" } as const;
  const past = { ...visit, id: "visit-2", client: 1, therapist: IMOGEN, day: -2 };
  const visits = [
    { ...visit, id: "visit-0", therapist: TOM },
    { ...visit, id: "visit-1", therapist: IMOGEN },
    past,
    { ...visit, id: "visit-3", client: 1, therapist: TOM, hour: 12 },
  ];
  await storePractice(app, { clients: 2, visits });
  const imogen = await imogenIn(app);
  const saved = await changeClient(app, imogen, { id: "client-0", version: 1, contact, ahead: true });
  expect(saved).toEqual({ kind: "saved", corrected: 1 });
  const rows = await app.db.kysely.selectFrom("appointments").select(["id", "email"]).orderBy("id").execute();
  expect(rows.slice(0, 2)).toEqual([
    { id: "visit-0", email: canaries.email(0) },
    { id: "visit-1", email: contact.email },
  ]);
  expect((await getContact(app, imogen, "client-0"))?.isAhead).toBe(true);
  expect((await getContact(app, imogen, "client-1"))?.isAhead).toBe(false);
});

test("a taken time is refused as taken, and not by whom", async () => {
  const app = await demoApp();
  const visit = { therapist: IMOGEN, day: 2, status: "Confirmed" } as const;
  const visits = [
    { ...visit, id: "visit-0", client: 0, hour: 9 },
    { ...visit, id: "visit-1", client: 1, hour: 12 },
    { ...visit, id: "visit-2", client: 2, hour: 9, status: "Cancelled" } as const,
  ];
  await storePractice(app, { clients: 3, visits });
  const imogen: Staff = { ...(await imogenIn(app)), choices: ["shared diaries"] };
  const one = app.db.kysely.selectFrom("appointments").select("starts_at").where("id", "=", "visit-0");
  const start = (await one.executeTakeFirstOrThrow()).starts_at;
  const { day, time } = wallOf(start);
  const person = { name: "New Person", email: undefined, phone: undefined, client: undefined, tell: undefined };
  const input = { service: "deep-tissue-massage", minutes: 60, day, time, despite: "on", therapist: "imogen-hartley" };
  const answers = [
    await bookForPractice(app, imogen, { input: { ...input, ...person } as never }),
    await moveAppointment(app, imogen, { appointmentId: "visit-1", start, despite: true }),
    await reinstate(app, imogen, { appointmentId: "visit-2", despite: true }),
  ];
  expect(answers.map(({ kind }) => kind)).toEqual(["taken", "taken", "taken"]);
  expect(answers[0]).toMatchObject({ message: "That time is taken" });
  expect(JSON.stringify(answers)).not.toMatch(new RegExp(`${canaries.name(0)}|${canaries.email(0)}|visit-0`));
});

/** As a form has it, of the practice's clock. */
function wallOf(start: number): { day: string; time: number } {
  return { day: localDateOf(start, "Europe/London"), time: localMinuteOf(start, "Europe/London") };
}

async function practice(): Promise<{ app: AppContext; imogen: Staff }> {
  const app = await demoApp();
  const visits = [
    { id: "visit-0", client: 0, therapist: TOM, day: 1, hour: 9, status: "Pending" },
    { id: "visit-1", client: 1, therapist: IMOGEN, day: 1, hour: 9, status: "Confirmed" },
  ] as const;
  await storePractice(app, { clients: 2, visits: [...visits] });
  return { app, imogen: await imogenIn(app) };
}

async function imogenIn(app: AppContext): Promise<Staff> {
  const { id } = await staffIn(app, { roles: ["therapist"], therapistId: IMOGEN });
  return { kind: "staff", userId: id, roles: ["therapist"], therapistId: IMOGEN, choices: [] };
}

/** What a change would leave behind. */
async function rowsOf(app: AppContext): Promise<unknown> {
  const db = app.db.kysely;
  return {
    appointments: await db.selectFrom("appointments").selectAll().orderBy("id").execute(),
    clients: await db.selectFrom("clients").selectAll().orderBy("id").execute(),
    notes: await db.selectFrom("client_notes").selectAll().orderBy("id").execute(),
    ofVisits: await db.selectFrom("appointment_notes").selectAll().orderBy("appointment_id").execute(),
    audit: await db.selectFrom("audit").select("action").execute(),
    mails: await db.selectFrom("outbox").select("kind").execute(),
  };
}
