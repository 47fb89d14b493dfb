import { expect, test } from "vitest";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { type AppointmentMove, moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { practice, waitingKinds } from "#tests/support/practice.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const TOLD = "appointment-rescheduled-client";
const WAS = /^Was +Wednesday 5 May 2027, 10:00 to 11:00,/m;

test("who is given longer, a price and another therapist at the same start hears of each, with what it was", async () => {
  const app = await demoApp();
  const id = await bookedWithTom(app);
  await change(app, id, { minutes: 90, therapist: "imogen-hartley" });
  const [{ subject, text }] = await toldOf(app);
  expect(subject).toBe("Changed: Wednesday 5 May, 10:00");
  expect(text).toContain("We have changed your appointment.");
  expect(text).toMatch(/^When +Wednesday 5 May 2027, 10:00 to 11:30, UK time \(BST\)$/m);
  expect(text).toMatch(/^Was +Wednesday 5 May 2027, 10:00 to 11:00, UK time \(BST\)$/m);
  expect(text).toContain("Length: 90 minutes, was 60 minutes");
  expect(text).toContain("Price: £82.00, was £58.00");
  expect(text).toContain("Therapist: Imogen Hartley, was Tom Ellery");
});

test.for([
  [{ pricePence: 4200 }, "Price: £42.00, was £58.00", /Length:|Therapist:|^Was /m],
  [{ therapist: "imogen-hartley" }, "Therapist: Imogen Hartley, was Tom Ellery", /Length:|Price:|^Was /m],
] as const)("one thing that changed is named alone: %j", async ([input, said, unsaid]) => {
  const app = await demoApp();
  await change(app, await bookedWithTom(app), input);
  const [{ text }] = await toldOf(app);
  expect(text).toContain(said);
  expect(text).not.toMatch(unsaid);
  expect(text).toContain("Wednesday 5 May 2027, 10:00 to 11:00");
});

test("a client who changed the treatment reads what it was and what it is", async () => {
  const app = await demoApp();
  const appointmentId = await bookedWithTom(app);
  const change = { service: "injury-rehabilitation", minutes: 60, price: 6200 };
  const actor = { kind: "holder", appointmentId } as const;
  const outcome = await reschedule(app, actor, { appointmentId, start: at("10:00"), ...change });
  expect(outcome.kind).toBe("rescheduled");
  const [{ subject, text }] = await toldOf(app);
  expect(subject).toBe("Changed: Wednesday 5 May, 10:00");
  expect(text).toMatch(/^Treatment +Injury Rehabilitation, 60 minutes$/m);
  expect(text).toContain("Treatment: Injury Rehabilitation, was Deep Tissue Massage");
  expect(text).toContain("Price: £62.00, was £58.00");
});

test("a longer appointment that is moved, too, was as long as it was", async () => {
  const app = await demoApp();
  await change(app, await bookedWithTom(app), { start: at("13:00"), minutes: 90 });
  const [{ subject, text }] = await toldOf(app);
  expect(subject).toBe("Your new time: Wednesday 5 May, 13:00");
  expect(text).toMatch(/^When +Wednesday 5 May 2027, 13:00 to 14:30,/m);
  expect(text).toMatch(WAS);
});

test("changed twice, they hear of it once, with what they knew; changed back, they hear nothing", async () => {
  const app = await demoApp();
  const id = await bookedWithTom(app);
  await change(app, id, { minutes: 90 });
  await change(app, id, { minutes: 90, start: at("13:00"), therapist: "imogen-hartley" });
  const told = await toldOf(app);
  expect(told).toHaveLength(1);
  expect(told[0].text).toMatch(WAS);
  expect(told[0].text).toContain("Price: £82.00, was £58.00");
  await change(app, id, { minutes: 60, start: at("13:00"), therapist: "imogen-hartley" });
  await change(app, id, { minutes: 90, start: at("13:00"), therapist: "imogen-hartley" });
  expect(await waitingKinds(app)).not.toContain(TOLD);
});

test("a client who moves to another therapist reads who it was, and so does the practice", async () => {
  const app = await demoApp();
  const id = await bookedWithTom(app);
  const holder = { kind: "holder", appointmentId: id } as const;
  const move = { appointmentId: id, start: at("14:00"), therapist: "imogen-hartley" };
  expect(await reschedule(app, holder, move)).toMatchObject({ kind: "rescheduled" });
  const all = await arrivedFrom(app);
  const moved = all.filter(({ subject }) => /new time|Moved by/.test(subject));
  expect(moved).toHaveLength(2);
  for (const { text } of moved) expect(text).toContain("Therapist: Imogen Hartley, was Tom Ellery");
});

test("a mail that a version before left waiting still says what it can", async () => {
  const app = await demoApp();
  const id = await bookedWithTom(app);
  await change(app, id, { start: at("13:00") });
  const data = JSON.stringify({ appointmentId: id, was: at("10:00") });
  await app.db.kysely.updateTable("outbox").set({ data }).where("kind", "=", TOLD).execute();
  const [{ text }] = await toldOf(app);
  expect(text).toMatch(WAS);
});

async function bookedWithTom(app: AppContext): Promise<string> {
  return (await booked(app, { therapist: "tom-ellery" })).id;
}

async function change(app: AppContext, appointmentId: string, input: Partial<AppointmentMove>): Promise<void> {
  const outcome = await moveAppointment(app, practice, { appointmentId, start: at("10:00"), despite: true, ...input });
  expect(outcome.kind).toBe("moved");
}

type Told = { subject: string; text: string };

/** What the client is told of changes, once the moment in which they can be taken back is over. */
async function toldOf(app: TestApp): Promise<[Told, ...Told[]]> {
  const told = (await arrivedFrom(app)).filter(({ to, subject }) => to === "ada@example.com" && !/^Conf/.test(subject));
  expect(told).not.toEqual([]);
  return told as unknown as [Told, ...Told[]];
}

async function arrivedFrom(app: TestApp) {
  const server = await mailServer();
  app.clock.set(app.clock.now() + 60_000);
  await sendAll(app, worker(server.url));
  return server.arrived.map(({ recipients, mail }) => ({
    to: recipients[0] ?? "",
    subject: mail.subject ?? "",
    text: mail.text ?? "",
  }));
}
