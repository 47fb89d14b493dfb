import { expect, test } from "vitest";
import { enqueueEveningLists } from "#app/appointments/appointments.jobs.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { deleteAppointment } from "#app/diary/booking/delete-appointment.server.ts";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { reinstate } from "#app/diary/booking/reinstate.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { at, WEDNESDAY } from "#tests/support/booking-inputs.ts";
import { practice, setStatus, walkedIn } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";
import { arrivedAt, chooses } from "#tests/support/therapist-mails.ts";

const TOM = "tom-ellery@example.com";
const TUESDAY = "2027-05-04";
const THURSDAY = "2027-05-06";
const SIX = at("18:00", TUESDAY);
const MINUTE = 60_000;
const with_ = { therapist: "tom-ellery" };

async function evening(whenEmpty = false): Promise<TestApp> {
  const app = await demoApp();
  await chooses(app, "tom-ellery", "evening", whenEmpty);
  return app;
}

/** The job's turn at this instant, and what it sends to Tom. */
async function told(app: TestApp, now: number) {
  app.clock.set(now);
  await enqueueEveningLists(app);
  return arrivedAt(app, TOM);
}

test("at six comes tomorrow, in the order of the day, with who is confirmed and no more of them", async () => {
  const app = await evening();
  await walkedIn(app, { ...with_, time: "14:00", name: "Zoë Adams", phone: "01632 960 003" });
  await walkedIn(app, { ...with_, time: "09:30", name: "Walter" });
  await walkedIn(app, { therapist: "imogen-hartley", time: "11:00" });
  const waits = await walkedIn(app, { ...with_, time: "11:00" });
  await setStatus(app, waits.id, "Pending");
  await walkedIn(app, { ...with_, time: "10:00", day: THURSDAY, despite: "on" });
  expect(await told(app, SIX - 1)).toEqual([]);
  const [mail, ...more] = await told(app, SIX);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Wednesday 5 May: 2 appointments");
  expect(mail?.text).toMatch(
    /Tomorrow, Wednesday 5 May\s+09:30 to 10:30: Walter, 60 minutes\s+14:00 to 15:00: Zoë A\., 60 minutes/,
  );
  expect(mail?.text).not.toMatch(/11:00|Adams|960 003|Thursday|Deep Tissue/);
});

test("it is sent once, by however many servers, and again the next evening", async () => {
  const app = await evening();
  await walkedIn(app, with_);
  await walkedIn(app, { ...with_, day: THURSDAY, despite: "on" });
  app.clock.set(SIX);
  await Promise.all([1, 2, 3].map(() => enqueueEveningLists(app)));
  expect(await arrivedAt(app, TOM)).toHaveLength(1);
  // A restart later in the evening.
  expect(await told(app, SIX + 90 * MINUTE)).toEqual([]);
  expect((await told(app, at("18:00"))).map(({ subject }) => subject)).toEqual(["Thursday 6 May: 1 appointment"]);
});

test("a server that starts at half past seven still sends it; one that starts next morning does not", async () => {
  const [late, nextDay, slow] = [await evening(), await evening(), await evening()];
  for (const app of [late, nextDay, slow]) await walkedIn(app, with_);
  expect(await told(late, at("19:30", TUESDAY))).toHaveLength(1);
  expect(await told(nextDay, at("07:00"))).toEqual([]);
  // Its mail server was away until after midnight.
  slow.clock.set(SIX);
  await enqueueEveningLists(slow);
  expect(await told(slow, at("00:01"))).toEqual([]);
});

test("with nothing booked, only who chose to hear it does, and nobody before a day off", async () => {
  const [hears, not] = [await evening(true), await evening()];
  const [mail] = await told(hears, SIX);
  expect([mail?.subject, mail?.text]).toEqual([
    "Wednesday 5 May: nothing booked",
    expect.stringContaining("Nothing booked tomorrow"),
  ]);
  expect(await told(not, SIX)).toEqual([]);
  const off = await evening(true);
  await closed(off, WEDNESDAY);
  expect(await told(off, SIX)).toEqual([]);
});

test("who must come on a day off, hears of it", async () => {
  const app = await evening();
  await walkedIn(app, with_);
  await closed(app, WEDNESDAY);
  expect((await told(app, SIX)).map(({ subject }) => subject)).toEqual(["Wednesday 5 May: 1 appointment"]);
});

test("what changes a day that was listed comes at once, what changes another waits for its own evening", async () => {
  const app = await evening();
  const [one, other] = [await walkedIn(app, with_), await walkedIn(app, { ...with_, day: THURSDAY, despite: "on" })];
  await moveAppointment(app, practice, { appointmentId: one.id, start: at("11:00"), despite: true });
  app.clock.set(app.clock.now() + MINUTE);
  expect(await arrivedAt(app, TOM)).toEqual([]);
  await told(app, SIX);
  await moveAppointment(app, practice, { appointmentId: one.id, start: at("12:00"), despite: true });
  await moveAppointment(app, practice, { appointmentId: other.id, start: at("12:00", THURSDAY), despite: true });
  app.clock.set(SIX + MINUTE);
  expect((await arrivedAt(app, TOM)).map(({ subject }) => subject)).toEqual(["Moved: now Wednesday 5 May, 12:00"]);
});

test("a cancellation that may still be undone is not in the list: its own mail tells of it, or is taken back", async () => {
  const app = await evening();
  const { id } = await walkedIn(app, with_);
  app.clock.set(SIX);
  await cancel(app, practice, { appointmentId: id, reason: null });
  const [mail] = await told(app, SIX + 1);
  expect(mail?.text).toContain("10:00 to 11:00");
  await reinstate(app, practice, { appointmentId: id, despite: false });
  expect(await told(app, SIX + 5 * MINUTE)).toEqual([]);
  await cancel(app, practice, { appointmentId: id, reason: null });
  const later = await told(app, SIX + 10 * MINUTE);
  expect(later.map(({ subject }) => subject)).toEqual(["Cancelled: Wednesday 5 May, 10:00"]);
});

test("the copy of a list is cleared when somebody whom it may name is deleted", async () => {
  const app = await evening();
  const { id } = await walkedIn(app, with_);
  const gone = await walkedIn(app, { ...with_, time: "14:00" });
  app.clock.set(SIX);
  // Its own mail waits while the list is written.
  await deleteAppointment(app, practice, { appointmentId: gone.id });
  const mails = await told(app, SIX);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    "Cancelled: Wednesday 5 May, 14:00",
    "Wednesday 5 May: 1 appointment",
  ]);
  expect(mails.find(({ subject }) => /1 appointment/.test(subject))?.text).toContain("Walter I.");
  await deleteAppointment(app, practice, { appointmentId: id });
  const bodies = await app.db.kysely.selectFrom("mails").select(["body_text", "body_html", "subject"]).execute();
  expect(JSON.stringify(bodies)).not.toContain("Walter");
  expect(bodies.map(({ subject }) => subject)).toContain("Wednesday 5 May: 1 appointment");
});

async function closed(app: AppContext, day: string): Promise<void> {
  const when = { firstDay: day, lastDay: day, fromMinute: null, toMinute: null };
  const draft = { kind: "closure", therapistId: "demo-tom-ellery", ...when, reason: null, publicNote: null } as const;
  const outcome = await addException(app, practice, { draft, accepted: await standingIds(app) });
  expect(outcome.kind).not.toBe("strands");
}

async function standingIds(app: AppContext): Promise<string[]> {
  return (await app.db.kysely.selectFrom("appointments").select("id").execute()).map(({ id }) => id);
}
