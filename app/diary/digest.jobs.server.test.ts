import { expect, test } from "vitest";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import { sendDigest } from "#app/diary/digest.jobs.server.ts";
import { receiveComplaint } from "#app/messages/receive-complaint.server.ts";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { getSettingVersion, saveSetting } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { practice } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";
import { arrivedAt } from "#tests/support/therapist-mails.ts";

const TUESDAY = "2027-05-04";
const NEXT_WEEK = "2027-05-12";
const SIX = at("18:00", TUESDAY);
const DAY = 86_400_000;

async function daily(): Promise<TestApp> {
  const app = await demoApp();
  await hears(app, 18);
  return app;
}

async function hears(app: AppContext, dailyAt: number | null): Promise<void> {
  const version = await getSettingVersion(app.db.kysely, "practiceMails");
  await saveSetting(app, practice, { key: "practiceMails", version, next: () => ({ dailyAt }) });
}

/** The job's turn at this instant, and what reaches the practice. */
async function told(app: TestApp, now = app.clock.now()) {
  app.clock.set(now);
  await sendDigest(app);
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  return arrivedAt(app, business.email);
}

async function wrote(app: AppContext, subject = "Gift vouchers"): Promise<void> {
  const who = { firstName: "Sam", lastName: "Carter", email: "sam@example.com" };
  await receiveMessage(app, { ...who, subject, message: "Do you sell them?" });
}

test("bookings, changes, cancellations and messages come in one mail at six, each with its link", async () => {
  const app = await daily();
  const one = await booked(app, { start: at("10:00", NEXT_WEEK), therapist: "tom-ellery" });
  const other = await booked(app, { start: at("12:00", NEXT_WEEK), therapist: "tom-ellery", name: "Bea Lowe" });
  const holder = { kind: "holder", appointmentId: one.id } as const;
  await reschedule(app, holder, { appointmentId: one.id, start: at("15:00", NEXT_WEEK) });
  await cancel(app, { kind: "holder", appointmentId: other.id }, { appointmentId: other.id, reason: null });
  await wrote(app);
  expect(await told(app)).toEqual([]);
  const [mail, ...more] = await told(app, SIX);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Since your last summary: 2 bookings, 1 change, 1 cancellation, 1 message");
  expect(mail?.text).toMatch(
    /New bookings[\s\S]*Changes[\s\S]*Was: [^\n]*10:00 to 11:00[\s\S]*Cancellations[\s\S]*Bea Lowe[\s\S]*Messages/,
  );
  expect(mail?.text).toContain("Cancelled since.");
  for (const { id } of [one, other]) expect(mail?.text).toContain(`/admin/appointments/${id}`);
  expect(mail?.text).toMatch(/Gift vouchers[\s\S]*\/admin\/messages\//);
  expect(mail?.text).not.toMatch(/960 001|ada@example|Deep Tissue|Do you sell/);
  expect(await told(app, SIX + DAY)).toEqual([]);
});

test("a client's late cancellation comes at once, although its booking waits for the daily mail", async () => {
  const app = await daily();
  const { id } = await booked(app, { start: at("09:00"), therapist: "tom-ellery" });
  expect(await told(app)).toEqual([]);
  const late = { appointmentId: id, reason: null, knowsCost: true };
  expect(await cancel(app, { kind: "holder", appointmentId: id }, late)).toMatchObject({ kind: "cancelled" });
  expect((await told(app)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Cancelled by the client/)]);
});

test("what can't wait comes at once: a complaint, today's, and what waits for an answer", async () => {
  const app = await daily();
  const today = await booked(app, { start: at("15:00", TUESDAY) });
  await cancel(app, practice, { appointmentId: today.id, reason: null });
  const about = { about: "treatment", name: "Sam", reply: "sam@example.com", email: "sam@example.com" } as const;
  await receiveComplaint(app, { ...about, happened: "It was cold", remedy: "" }, "a-key");
  const now = await told(app);
  expect(now.map(({ subject }) => subject.replace(/LY\S*|C-\S*/, "")).sort()).toEqual([
    expect.stringMatching(/^Complaint /),
    "New booking: Tuesday 4 May, 15:00",
  ]);
  expect(await told(app, SIX)).toEqual([]);
});

test("each line is told once, by however many servers and after a late start", async () => {
  const app = await daily();
  await booked(app, { start: at("10:00", NEXT_WEEK) });
  app.clock.set(SIX + 15 * 3_600_000);
  await Promise.all([1, 2, 3].map(() => sendDigest(app)));
  expect(await told(app)).toHaveLength(1);
});

test("switched back, what still waits goes in one last mail, and what comes then at once", async () => {
  const app = await daily();
  await booked(app, { start: at("10:00", NEXT_WEEK) });
  await wrote(app);
  await hears(app, null);
  await booked(app, { start: at("12:00", NEXT_WEEK) });
  expect((await told(app)).map(({ subject }) => subject).sort()).toEqual([
    "New booking: Wednesday 12 May, 12:00",
    "Since your last summary: 1 booking, 1 message",
  ]);
});

test("another hour changes nothing of what waits but that it comes no later", async () => {
  const app = await demoApp();
  await hears(app, 8);
  await booked(app, { start: at("10:00", NEXT_WEEK) });
  await hears(app, 18);
  await wrote(app);
  expect((await told(app, SIX)).map(({ subject }) => subject)).toEqual([
    "Since your last summary: 1 booking, 1 message",
  ]);
  await hears(app, 20);
  await wrote(app, "Later");
  await hears(app, 8);
  expect((await told(app, at("20:00", TUESDAY))).map(({ subject }) => subject)).toEqual([
    "Since your last summary: 1 message",
  ]);
});

test("what was deleted meanwhile is left out, and with nothing left there is no mail", async () => {
  const app = await daily();
  const { id } = await booked(app, { start: at("10:00", NEXT_WEEK) });
  await deleteAppointment(app, practice, { appointmentId: id });
  expect(await told(app, SIX)).toEqual([]);
});
