import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { anonymiseAppointments, listAppointmentData } from "#app/appointments/personal-data.server.ts";
import { askToMove } from "#app/appointments/requests/ask-to-move.server.ts";
import { getMoveRequest } from "#app/appointments/requests/move-requests.db.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import {
  answerMoveRequest,
  listMoveRequestsToAnswer,
  reopenMoveRequest,
} from "#app/diary/lists/move-requests.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { getAdminCounts } from "#app/routes/admin/admin-counts.server.ts";
import { adminActor } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { practice, waitingKinds } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;
const words = "Thursday after four\nor any morning";

/** Wednesday at ten, seen on Tuesday at noon: within the notice of a day. */
async function tooLate(app: TestApp) {
  const appointment = await booked(app);
  app.clock.set(at("10:00") - 22 * HOUR);
  const actor: Actor = { kind: "holder", appointmentId: appointment.id };
  return { appointment, appointmentId: appointment.id, actor };
}

async function waiting(app: TestApp) {
  return (await listMoveRequestsToAnswer(app, practice)).requests.map(({ row, words: said }) => [row.id, said]);
}

async function needOf(app: TestApp) {
  return (await getAdminCounts(app, practice)).needs.find(({ label }) => label === "Requests to move")?.count ?? 0;
}

test("who may no longer move online asks once; the practice gets one mail, and nothing moves", async () => {
  const app = await demoApp();
  const { appointment, appointmentId, actor } = await tooLate(app);
  const before = await waitingKinds(app);
  expect(await askToMove(app, actor, { appointmentId, words })).toEqual({ kind: "asked" });
  expect(await askToMove(app, actor, { appointmentId, words: "Something else" })).toEqual({ kind: "repeated" });
  expect(await waitingKinds(app)).toEqual([...before, "appointment-asked-practice"].sort());
  expect(await waiting(app)).toEqual([[appointmentId, words]]);
  expect(await needOf(app)).toBe(1);
  expect(await app.db.kysely.selectFrom("appointments").select(["starts_at", "sequence"]).execute()).toEqual([
    { starts_at: appointment.start, sequence: 0 },
  ]);
});

test("of two presses at once one asks", async () => {
  const app = await demoApp();
  const { appointmentId, actor } = await tooLate(app);
  const both = await Promise.all([1, 2].map(() => askToMove(app, actor, { appointmentId, words })));
  expect(both.map(({ kind }) => kind).sort()).toEqual(["asked", "repeated"]);
});

test("nobody asks who can move it online, whose it is not, or when it has begun or is cancelled", async () => {
  const app = await demoApp();
  const early = await booked(app);
  const holder: Actor = { kind: "holder", appointmentId: early.id };
  expect(await askToMove(app, holder, { appointmentId: early.id, words })).toEqual({ kind: "not-now" });
  app.clock.set(early.start - HOUR);
  for (const actor of [visitor, { kind: "holder", appointmentId: "another" } as const]) {
    expect(await askToMove(app, actor, { appointmentId: early.id, words })).toEqual({ kind: "not-found" });
  }
  await cancel(app, practice, { appointmentId: early.id, reason: null });
  expect(await askToMove(app, holder, { appointmentId: early.id, words })).toEqual({ kind: "not-now" });
  await reinstate(app, practice, { appointmentId: early.id, despite: true });
  app.clock.set(early.start);
  expect(await askToMove(app, holder, { appointmentId: early.id, words })).toEqual({ kind: "not-now" });
  expect(await waiting(app)).toEqual([]);
});

test("it closes by itself: moved, cancelled or past; an Undo of these opens it again", async () => {
  const app = await demoApp();
  const { appointment, appointmentId, actor } = await tooLate(app);
  await askToMove(app, actor, { appointmentId, words });
  const to = (start: number) => moveAppointment(app, practice, { appointmentId, start, despite: true });
  await to(at("11:30"));
  expect([await waiting(app), await needOf(app)]).toEqual([[], 0]);
  // The new time is another: its client may ask again.
  expect(await askToMove(app, actor, { appointmentId, words: "Sorry, Friday" })).toEqual({ kind: "asked" });
  expect(await waiting(app)).toEqual([[appointmentId, "Sorry, Friday"]]);
  await cancel(app, practice, { appointmentId, reason: null });
  expect(await needOf(app)).toBe(0);
  await reinstate(app, practice, { appointmentId, despite: true });
  expect(await needOf(app)).toBe(1);
  await to(appointment.start);
  await to(at("11:30"));
  expect(await needOf(app)).toBe(1);
  app.clock.set(at("11:30"));
  expect([await waiting(app), await needOf(app)]).toEqual([[], 0]);
});

test("cannot be moved: the client is told once, unless it is taken back in time", async () => {
  const app = await demoApp();
  const server = await mailServer();
  const { appointmentId, actor } = await tooLate(app);
  await sendAll(app, worker(server.url));
  await askToMove(app, actor, { appointmentId, words });
  const declined = { appointmentId, answer: "declined" } as const;
  expect(await answerMoveRequest(app, practice, declined)).toMatchObject({ kind: "answered" });
  expect(await waitingKinds(app)).toContain("appointment-declined-client");
  expect(await reopenMoveRequest(app, practice, declined)).toMatchObject({ kind: "answered" });
  expect(await waitingKinds(app)).not.toContain("appointment-declined-client");
  expect(await waiting(app)).toHaveLength(1);
  await answerMoveRequest(app, practice, declined);
  app.clock.set(app.clock.now() + 120_000);
  await sendAll(app, worker(server.url));
  const mails = server.arrived.map(({ mail }) => mail);
  const told = mails.filter(({ subject }) => subject?.startsWith("We can’t move Wednesday 5 May"));
  expect(told.map(({ text }) => text?.includes("It stays as booked"))).toEqual([true]);
  const asked = mails.find(({ subject }) => subject?.startsWith("Request to move: Wednesday 5 May"));
  expect(asked?.text).toContain("What would suit them: Thursday after four");
  expect(asked?.text).toContain("/admin/requests");
});

test("of two who answer, the second reads who was quicker; nobody else may", async () => {
  const app = await demoApp();
  const imogen = await adminActor(app);
  const { appointmentId, appointment, actor } = await tooLate(app);
  await askToMove(app, actor, { appointmentId, words });
  const settled = { appointmentId, answer: "settled" } as const;
  expect(await answerMoveRequest(app, actor, settled)).toEqual({ kind: "not-found" });
  expect(await answerMoveRequest(app, imogen, settled)).toMatchObject({ kind: "answered" });
  expect(await answerMoveRequest(app, practice, { appointmentId, answer: "declined" })).toEqual({
    kind: "conflict",
    by: "Imogen",
  });
  expect(await getMoveRequest(app.db.kysely, appointment)).toMatchObject({ answer: "settled" });
  expect(await waitingKinds(app)).not.toContain("appointment-declined-client");
  await expect(listMoveRequestsToAnswer(app, visitor)).rejects.toThrow("practice alone");
});

test("what was written belongs to the client's record, and goes with it", async () => {
  const app = await demoApp();
  const { appointmentId, actor } = await tooLate(app);
  await askToMove(app, actor, { appointmentId, words });
  const clientId = await clientOf(app, appointmentId);
  expect(await listAppointmentData(app.db.kysely, clientId)).toMatchObject([{ move_request: words }]);
  await app.db.kysely.transaction().execute((tx) => anonymiseAppointments(tx, { clientId, now: app.clock.now() }));
  expect(await app.db.kysely.selectFrom("move_requests").select("words").execute()).toEqual([]);
});
