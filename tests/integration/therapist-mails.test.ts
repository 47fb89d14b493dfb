import { expect, test } from "vitest";
import { holdSecretOf, insertHold } from "#app/appointments/booking/booking-holds.db.server.ts";
import { confirmHold } from "#app/appointments/booking/confirm-hold.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { CANCEL_UNDO_MS, cancel } from "#app/appointments/cancel.server.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import { getTimeOffer } from "#app/appointments/requests/time-offers.db.server.ts";
import { chooseTherapistMails } from "#app/catalogue/therapist-mails.server.ts";
import { therapistMailsForm } from "#app/catalogue/therapist-mails.ts";
import { pollCalendly } from "#app/connections/calendly/calendly.jobs.server.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import { type AppointmentMove, moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { offerTimes, takeOfferedTime } from "#app/diary/stranded/offered-times.server.ts";
import { listAuditLog } from "#app/platform/audit.server.ts";
import { readFields } from "#app/platform/form-fields.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { withCalendly } from "#tests/support/calendly/plugged-in.ts";
import { practice, setStatus, waitingKinds, walkedIn } from "#tests/support/practice.ts";
import { seriesBooked } from "#tests/support/series.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";
import { arrivedAt, chooses } from "#tests/support/therapist-mails.ts";

const TOM = "tom-ellery@example.com";
const IMOGEN = "imogen-hartley@example.com";
const KIND = "appointment-told-therapist";

async function notified(): Promise<TestApp> {
  const app = await demoApp();
  await chooses(app, "tom-ellery", "each");
  await chooses(app, "imogen-hartley", "each");
  return app;
}

function later(app: TestApp, by = CANCEL_UNDO_MS): void {
  app.clock.set(app.clock.now() + by);
}

async function subjects(app: TestApp, address: string): Promise<string[]> {
  return (await arrivedAt(app, address)).map(({ subject }) => subject);
}

function move(app: TestApp, appointmentId: string, input: Partial<AppointmentMove>) {
  return moveAppointment(app, practice, { appointmentId, start: at("10:00"), despite: true, ...input });
}

test("who is booked hears when, how long and whom, and nothing else of them", async () => {
  const app = await notified();
  await booked(app, { therapist: "tom-ellery", note: "My left knee" });
  const [told, ...others] = await arrivedAt(app, TOM);
  expect(others).toEqual([]);
  expect(told?.subject).toBe("Booked: Wednesday 5 May, 10:00");
  expect(told?.text).toContain("Hello Tom,");
  expect(told?.text).toContain("Wednesday 5 May 2027, 10:00 to 11:00, UK time (BST)");
  expect(told?.text).toMatch(/Ada S\., 60 minutes\. Reference LY-/);
  expect(told?.text).not.toMatch(/Smith|960 001|ada@|Deep Tissue|knee|£|booking\//);
});

test("only who chose it hears, and only of their own", async () => {
  const app = await demoApp();
  await chooses(app, "tom-ellery", "none");
  await chooses(app, "imogen-hartley", "each");
  await booked(app, { therapist: "tom-ellery" });
  await walkedIn(app, { therapist: "priya-sandhu", time: "12:00" });
  expect(await waitingKinds(app)).not.toContain(KIND);
  await walkedIn(app, { therapist: "imogen-hartley" });
  expect(await subjects(app, IMOGEN)).toEqual(["Booked: Wednesday 5 May, 10:00"]);
});

test("a move from one to another tells each their part; a longer one and a client's own move tell the time", async () => {
  const app = await notified();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await arrivedAt(app);
  await move(app, id, { therapist: "imogen-hartley", start: at("13:00") });
  expect(await arrivedAt(app, TOM)).toEqual([]);
  later(app);
  const all = await arrivedAt(app);
  const [tom, imogen] = [TOM, IMOGEN].map((address) => all.filter(({ to }) => to === address));
  expect(tom?.map(({ subject }) => subject)).toEqual(["No longer yours: Wednesday 5 May, 10:00"]);
  expect(tom?.[0]?.text).toContain("It is with Imogen now.");
  expect(imogen?.map(({ subject }) => subject)).toEqual(["Now yours: Wednesday 5 May, 13:00"]);
  expect(imogen?.[0]?.text).toContain("It was with Tom.");
  const holder = { kind: "holder", appointmentId: id } as const;
  expect((await reschedule(app, holder, { appointmentId: id, start: at("14:00") })).kind).toBe("rescheduled");
  const [moved] = await arrivedAt(app, IMOGEN);
  expect(moved?.subject).toBe("Moved: now Wednesday 5 May, 14:00");
  expect(moved?.text).toContain("Was: Wednesday 5 May 2027, 13:00 to 14:00");
});

test("moved twice and back again before the mail went, nobody hears; a price alone is no news", async () => {
  const app = await notified();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await arrivedAt(app);
  await move(app, id, { therapist: "imogen-hartley" });
  await move(app, id, { therapist: "imogen-hartley", start: at("13:00") });
  expect((await waitingKinds(app)).filter((kind) => kind === KIND)).toHaveLength(2);
  await move(app, id, { therapist: "tom-ellery" });
  await move(app, id, { pricePence: 4200 });
  expect(await waitingKinds(app)).not.toContain(KIND);
});

test("a cancellation that is undone in time is never heard of; later, both it and the way back are", async () => {
  const app = await notified();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await arrivedAt(app);
  await cancel(app, practice, { appointmentId: id, reason: null });
  expect(await waitingKinds(app)).toContain(KIND);
  await reinstate(app, practice, { appointmentId: id, despite: false });
  expect(await waitingKinds(app)).not.toContain(KIND);
  await cancel(app, practice, { appointmentId: id, reason: null });
  later(app);
  const [cancelled] = await arrivedAt(app, TOM);
  expect(cancelled?.subject).toBe("Cancelled: Wednesday 5 May, 10:00");
  expect(cancelled?.text).toContain("Ada S., 60 minutes");
  await reinstate(app, practice, { appointmentId: id, despite: false });
  expect(await subjects(app, TOM)).toEqual(["Restored: Wednesday 5 May, 10:00"]);
  const holder = { kind: "holder", appointmentId: id } as const;
  await cancel(app, holder, { appointmentId: id, reason: null });
  expect(await subjects(app, TOM)).toEqual(["Cancelled: Wednesday 5 May, 10:00"]);
});

test("a booking that waits is heard of when it is confirmed, and not if it never is", async () => {
  const app = await notified();
  const now = app.clock.now();
  const { bookingRules } = (await readSettings(app.db.kysely, app.log)).settings;
  const value = { ...bookingRules, waitsForConfirmation: true };
  await writeSetting(app.db.kysely, { key: "bookingRules", value, now });
  const [one, other] = [
    await booked(app, { therapist: "tom-ellery" }),
    await booked(app, { therapist: "tom-ellery", start: at("14:00") }),
  ];
  await cancel(app, practice, { appointmentId: other.id, reason: null });
  expect(await waitingKinds(app)).not.toContain(KIND);
  await confirm(app, practice, { appointmentId: one.id });
  expect(await subjects(app, TOM)).toEqual(["Booked: Wednesday 5 May, 10:00"]);
});

test("a booking that waits for the press of its link is heard of once it is pressed", async () => {
  const app = await demoApp();
  const { id: appointmentId } = await booked(app, { therapist: "tom-ellery" });
  await setStatus(app, appointmentId, "Pending");
  const hold = { appointmentId, secretHash: hashOf(holdSecretOf(app, appointmentId)), until: at("09:00") };
  await app.db.kysely.transaction().execute((tx) => insertHold(tx, hold));
  await chooses(app, "tom-ellery", "each");
  expect(await arrivedAt(app, TOM)).toEqual([]);
  expect((await confirmHold(app, holdSecretOf(app, appointmentId))).kind).toBe("kept");
  expect(await subjects(app, TOM)).toEqual(["Booked: Wednesday 5 May, 10:00"]);
});

test("of a series each therapist hears of their own appointments", async () => {
  const app = await notified();
  const made = await seriesBooked(app, { times: "3" });
  expect(made).toHaveLength(3);
  expect(new Set(await subjects(app, TOM)).size).toBe(3);
  expect(await arrivedAt(app, IMOGEN)).toEqual([]);
});

test("a therapist who is signed in chooses for themselves alone, and hears nothing of what they do", async () => {
  const app = await notified();
  const tom = {
    kind: "staff",
    userId: "tom",
    roles: ["therapist"],
    therapistId: "demo-tom-ellery",
    choices: [],
  } as const;
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await arrivedAt(app);
  expect((await moveAppointment(app, tom, { appointmentId: id, start: at("13:00"), despite: true })).kind).toBe(
    "moved",
  );
  expect((await cancel(app, tom, { appointmentId: id, reason: null })).kind).toBe("cancelled");
  later(app);
  expect(await arrivedAt(app, TOM)).toEqual([]);
  const mails = { address: TOM, choice: "evening", whenEmpty: false } as const;
  const choose = (whose: string) => chooseTherapistMails(app, tom, { id: whose, version: 2, mails });
  expect((await choose("demo-tom-ellery")).kind).toBe("saved");
  expect((await choose("demo-imogen-hartley")).kind).toBe("not-found");
});

test("what is booked, moved and cancelled on Calendly is heard of, what was booked long before is not", async () => {
  const { app, calendly } = await withCalendly();
  await chooses(app, "imogen-hartley", "each");
  calendly.book({ start: at("12:00"), now: app.clock.now() - 2 * 86_400_000 });
  const booking = calendly.book({ start: at("14:00"), now: app.clock.now() });
  await pollCalendly(app);
  expect(await subjects(app, IMOGEN)).toEqual(["Booked: Wednesday 5 May, 14:00"]);
  const moved = calendly.reschedule(booking, { start: at("15:00"), now: app.clock.now() });
  later(app, 5 * 60_000);
  await pollCalendly(app);
  expect(await subjects(app, IMOGEN)).toEqual(["Moved: now Wednesday 5 May, 15:00"]);
  calendly.cancel(moved, { now: app.clock.now(), by: "host" });
  later(app, 5 * 60_000);
  await pollCalendly(app);
  expect(await subjects(app, IMOGEN)).toEqual(["Cancelled: Wednesday 5 May, 15:00"]);
});

test("a time that was offered and taken tells whose it was and whose it is", async () => {
  const app = await notified();
  const { id, sequence } = await booked(app, { therapist: "tom-ellery" });
  await arrivedAt(app);
  await offerTimes(app, practice, { appointmentId: id, seen: sequence });
  const chosen = (await getTimeOffer(app.db.kysely, id))?.times.find(
    ({ therapistId }) => therapistId === "demo-tom-ellery",
  );
  if (!chosen) throw new Error("Tom is offered");
  const holder = { kind: "holder", appointmentId: id } as const;
  expect((await takeOfferedTime(app, holder, { appointmentId: id, chosen })).kind).toBe("moved");
  expect(await subjects(app, TOM)).toEqual([expect.stringMatching(/^Moved: now /)]);
});

test("one that is deleted is cancelled to its therapist, also while an earlier mail waits", async () => {
  const app = await notified();
  const [one, other] = [
    await booked(app, { therapist: "tom-ellery" }),
    await booked(app, { therapist: "tom-ellery", start: at("14:00") }),
  ];
  await arrivedAt(app);
  await deleteAppointment(app, practice, { appointmentId: one.id });
  await cancel(app, practice, { appointmentId: other.id, reason: null });
  await deleteAppointment(app, practice, { appointmentId: other.id });
  later(app);
  expect((await subjects(app, TOM)).sort()).toEqual([
    "Cancelled: Wednesday 5 May, 10:00",
    "Cancelled: Wednesday 5 May, 14:00",
  ]);
  const left = await app.db.kysely.selectFrom("mails").select("body_text").where("recipient", "=", TOM).execute();
  expect(left.filter(({ body_text }) => body_text.includes("is cancelled"))).toEqual([]);
});

test("a mail that waited says what is so by then, and nothing when it is known or over", async () => {
  const app = await notified();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await setStatus(app, id, "Cancelled");
  expect(await arrivedAt(app, TOM)).toEqual([]);
  const again = await walkedIn(app, { therapist: "tom-ellery", time: "12:00" });
  app.clock.set(again.end);
  expect(await arrivedAt(app, TOM)).toEqual([]);
});

test("an address is checked, needed by a choice, saved once over a version, and not told to the audit", async () => {
  const app = await demoApp();
  const errors = (typed: Record<string, string>) => {
    const read = readFields(therapistMailsForm, typed);
    return read.kind === "invalid" ? read.errors : {};
  };
  expect(errors({ address: "tom@nowhere", choice: "each" }).address).toContain("in the correct format");
  expect(errors({ address: "", choice: "evening" }).address).toContain("Enter the email address");
  expect(errors({ address: "a@b.example", choice: "weekly" }).choice).toBe("Choose which emails");
  expect(errors({ address: "", choice: "none" })).toEqual({});
  await chooses(app, "tom-ellery", "each");
  const mails = { address: "", choice: "none", whenEmpty: true } as const;
  const change = { id: "demo-tom-ellery", version: 1, mails };
  expect(await chooseTherapistMails(app, practice, change)).toMatchObject({
    kind: "conflict",
    current: { address: TOM },
  });
  expect((await chooseTherapistMails(app, { kind: "client", userId: "sam" }, change)).kind).toBe("forbidden");
  expect((await chooseTherapistMails(app, practice, { ...change, id: "nobody" })).kind).toBe("not-found");
  const filter = { kind: "therapist", subject: "demo-tom-ellery" };
  const entries = await listAuditLog(app.db.kysely, { filter, from: 0, limit: 9 });
  expect(entries.map(({ action, detail }) => [action, JSON.stringify(detail)])).toEqual([
    ["therapist.mails", '{"address":"was nothing, now given","choice":"was none, now each"}'],
  ]);
});
