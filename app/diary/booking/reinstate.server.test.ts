import { expect, test } from "vitest";
import { CANCEL_UNDO_MS, cancel } from "#app/appointments/cancel.server.ts";
import { previewCancellation } from "#app/appointments/mails/cancelled.mail.tsx";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { getAppointmentRecord } from "#app/diary/lists/get-appointment.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { at, booked, tryToBook, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { auditedActions, practice, setStatus, waitingKinds, walkedIn } from "#tests/support/practice.ts";
import { SOUND, unsoundness } from "#tests/support/soundness.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const rang = { reason: null, askedBy: "client" } as const;
const back = (app: TestApp, appointmentId: string, input = {}) =>
  reinstate(app, practice, { appointmentId, despite: false, ...input });

async function subjectsTo(app: TestApp): Promise<string[]> {
  const server = await mailServer();
  await sendAll(app, worker(server.url));
  return server.arrived.map(({ mail }) => mail.subject ?? "").filter((subject) => !/^(Confirmed|New)/.test(subject));
}

test("undone while its mail waits, a cancellation leaves nothing to read and the claims as they were", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  const kinds = await waitingKinds(app);
  await setStatus(app, id, "Waiting");
  await cancel(app, practice, { appointmentId: id, ...rang });
  expect(await getAppointmentRecord(app, practice, id)).toMatchObject({
    cancellation: { askedBy: "client", late: false, chargeable: false, statusBefore: "Waiting" },
    notifiedAt: app.clock.now() + CANCEL_UNDO_MS,
  });
  expect(await back(app, id)).toMatchObject({
    kind: "reinstated",
    isNotified: false,
    appointment: { status: "Waiting" },
  });
  expect(await waitingKinds(app)).toEqual(kinds);
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
  expect((await getAppointmentRecord(app, practice, id))?.cancellation).toBeNull();
  expect(await back(app, id)).toMatchObject({ kind: "repeated" });
  expect(await auditedActions(app)).toContain("appointment.reinstate");
});

test("reinstated after the mail, the client is told, once", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  await cancel(app, practice, { appointmentId: id, ...rang });
  expect(await subjectsTo(app)).toEqual([]);
  app.clock.set(app.clock.now() + CANCEL_UNDO_MS);
  expect(await subjectsTo(app)).toEqual(["Cancelled: Wednesday 5 May"]);
  expect((await getAppointmentRecord(app, practice, id))?.notifiedAt).toBeNull();
  expect(await back(app, id)).toMatchObject({ kind: "reinstated", isNotified: true });
  expect(await subjectsTo(app)).toEqual(["Restored: Wednesday 5 May, 10:00"]);
});

test("a time that somebody took since is not taken from them: the nearest are offered, and one of them is claimed", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await cancel(app, practice, { appointmentId: id, ...rang });
  await booked(app, { therapist: "tom-ellery", email: "other@example.com", phone: "+441632960777" });
  const refused = await back(app, id);
  if (refused.kind !== "taken") throw new Error(refused.kind);
  const [tom, ...others] = refused.near;
  expect([tom?.therapist.slug, tom?.starts.length, others.length]).toEqual(["tom-ellery", 3, 2]);
  const start = tom?.starts[0] ?? 0;
  const place = { start, therapist: "tom-ellery" };
  expect(await back(app, id, { place })).toMatchObject({ kind: "reinstated", appointment: { start } });
  expect(await waitingKinds(app)).toContain("appointment-rescheduled-client");
  expect(await tryToBook(app, { start, therapist: "tom-ellery" })).toMatchObject({ kind: "taken" });
  expect(await unsoundness(app.db.kysely)).toEqual(SOUND);
});

test("two who reinstate at once do it once, and a time that was closed since is warned of", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await cancel(app, practice, { appointmentId: id, ...rang });
  const outcomes = await Promise.all([back(app, id), back(app, id)]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["reinstated", "repeated"]);
  await cancel(app, practice, { appointmentId: id, ...rang });
  const day = { firstDay: WEDNESDAY, lastDay: WEDNESDAY, fromMinute: null, toMinute: null };
  const draft = { kind: "closure", therapistId: null, ...day, reason: null, publicNote: null } as const;
  await addException(app, practice, { draft, accepted: [] });
  expect(await back(app, id)).toMatchObject({ kind: "warned" });
  expect(await back(app, id, { despite: true })).toMatchObject({ kind: "reinstated" });
});

test("late is by the rule, a visit that is over is told to nobody, and comes back too", async () => {
  const app = await demoApp();
  const { id } = await walkedIn(app, { time: "10:00", email: "wal@example.com" });
  const version = await getSettingVersion(app.db.kysely, "bookingRules");
  await saveSetting(app, practice, {
    key: "bookingRules",
    version,
    next: (rules) => ({ ...rules, chargesLate: true }),
  });
  app.clock.set(at("14:00"));
  const before = await waitingKinds(app);
  await cancel(app, practice, { appointmentId: id, ...rang, reasonCode: "travel" });
  expect((await getAppointmentRecord(app, practice, id))?.cancellation).toMatchObject({
    late: true,
    chargeable: true,
    reasonCode: "travel",
  });
  expect((await waitingKinds(app)).filter((kind) => kind.includes("cancelled"))).toEqual([]);
  expect(before).not.toContain("appointment-cancelled-client");
  expect(await back(app, id)).toMatchObject({ kind: "reinstated", isNotified: false });
});

test("the mail is read before it is sent, and what somebody changed since is not cancelled", async () => {
  const app = await demoApp();
  const { id } = await booked(app);
  const told = { actor: "admin", reason: "The boiler is out", chargeable: false };
  const ours = await previewCancellation(app, id, { ...told, askedBy: "practice" });
  expect([ours?.subject, ours?.text]).toEqual([
    "Sorry, we need to cancel Wednesday 5 May",
    expect.stringContaining("The boiler is out"),
  ]);
  const theirs = await previewCancellation(app, id, { ...told, askedBy: "client" });
  expect(theirs?.text).toContain("There is nothing to pay.");
  expect(theirs?.text).not.toContain("boiler");
  const charged = await previewCancellation(app, id, { ...told, askedBy: "client", chargeable: true });
  expect(charged?.text).not.toContain("nothing to pay");
  expect(await cancel(app, practice, { appointmentId: id, ...rang, seen: 7 })).toMatchObject({ kind: "conflict" });
  expect(await reinstate(app, visitor, { appointmentId: id, despite: true })).toEqual({ kind: "not-found" });
});
