import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { releaseSome } from "#app/appointments/booking/booking.jobs.server.ts";
import { holdSecretOf } from "#app/appointments/booking/booking-holds.db.server.ts";
import { confirmHold, getHoldBySecret } from "#app/appointments/booking/confirm-hold.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { confirm } from "#app/appointments/confirm.server.ts";
import { getManaged } from "#app/appointments/requests/manage-link.server.ts";
import { renderers } from "#app/mails.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { at, expectBooked, inputFor, rowCounts } from "#tests/support/booking-inputs.ts";
import { apartStarts } from "#tests/support/bookings.ts";
import { practice, waitingKinds } from "#tests/support/practice.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/**
 * A world with its limits on, and a way to book the next day that has a free time: guests book few times of one day in
 * an hour. All different people unless told.
 */
async function limitedApp() {
  const app = await demoApp({ config: { rateLimits: true, smtpUrl: "smtp://127.0.0.1:1" } });
  const free = await apartStarts(app, { from: "2027-05-10", to: "2027-07-30" });
  const starts = [...Map.groupBy(free, (start) => Math.floor(start / (24 * HOUR))).values()].map(([first]) => first);
  let number = 0;
  const next = async (
    parts: Partial<Parameters<typeof inputFor>[0]> = {},
    from: string | null = null,
    actor: Actor = visitor,
  ) => {
    number += 1;
    const person = {
      name: `Person ${number}`,
      email: `person-${number}@example.com`,
      phone: `+4416329600${String(number).padStart(2, "0")}`,
    };
    const input = inputFor({ ...person, therapist: "imogen-hartley", start: starts[number] ?? 0, ...parts });
    const clientAddress = from ?? `192.0.2.${number}`;
    return expectBooked(await book(app, actor, { input, idempotencyKey: null, clientAddress }));
  };
  return { app, next };
}

test("while no mail can leave, a booking that needs a mailed link is refused, and nothing of it is stored", async () => {
  const { app, next } = await limitedApp();
  const ada = { email: "ada@example.com" };
  for (let time = 0; time < 4; time++) await next(ada);
  Object.assign(app.config, { smtpUrl: null });
  const before = await rowCounts(app);
  const input = inputFor({ ...ada, name: "Another", phone: "+441632960777", start: at("16:00") });
  const outcome = await book(app, visitor, { input, idempotencyKey: null, clientAddress: "192.0.2.200" });
  expect(outcome).toMatchObject({ kind: "invalid", field: "start" });
  expect(JSON.stringify(outcome)).toContain("Call 01632 960 417");
  expect(await rowCounts(app)).toEqual(before);
});

async function claimsOf(app: TestApp, id: string): Promise<number> {
  const rows = await app.db.kysely
    .selectFrom("appointment_claims")
    .select("quantum")
    .where("appointment_id", "=", id)
    .execute();
  return rows.length;
}

async function statusOf(app: TestApp, id: string) {
  return (await getAppointment(app.db.kysely, id))?.status;
}

async function statusesOf(times: number, bookOnce: () => ReturnType<Awaited<ReturnType<typeof limitedApp>>["next"]>) {
  const statuses: string[] = [];
  for (let time = 0; time < times; time++) statuses.push((await bookOnce()).appointment.status);
  return statuses;
}

const confirmed = (count: number) => Array.from({ length: count }, () => "Confirmed");

test("the fifth open booking of an address or a number, and the ninth of a network address, wait for a press", async () => {
  const { next } = await limitedApp();
  const ada = { email: "ada@example.com" };
  expect(await statusesOf(5, () => next({ ...ada, email: "ADA@example.com" }))).toEqual([...confirmed(4), "Pending"]);
  expect(await statusesOf(5, () => next({ phone: "+441632960999" }))).toEqual([...confirmed(4), "Pending"]);
  expect((await next(ada)).appointment.status).toBe("Pending");
});

test("a network address has eight a day, and its day rolls; another has its own", async () => {
  const { app, next } = await limitedApp();
  expect(await statusesOf(9, () => next({}, "198.51.100.7"))).toEqual([...confirmed(8), "Pending"]);
  expect((await next({}, "198.51.100.8")).appointment.status).toBe("Confirmed");
  app.clock.set(app.clock.now() + 24 * HOUR + 1);
  expect((await next({}, "198.51.100.7")).appointment.status).toBe("Confirmed");
  await releaseSome(app);
  expect(await releaseSome(app)).toBe(0);
  const kept = await app.db.kysely
    .selectFrom("appointments")
    .select("origin")
    .where("origin", "is not", null)
    .execute();
  expect(kept).toHaveLength(1);
  expect(JSON.stringify(kept)).not.toContain("198.51");
});

test("what is held is told to the client alone, and a press keeps it", async () => {
  const { app, next } = await limitedApp();
  for (let time = 0; time < 4; time++) await next({ email: "ada@example.com" });
  await app.db.kysely.deleteFrom("outbox").execute();
  const { appointment, manageSecret } = await next({ email: "ada@example.com" });
  const { id } = appointment;
  expect(await claimsOf(app, id)).toBeGreaterThan(0);
  expect(await waitingKinds(app)).toEqual(["appointment-held-client", "appointment-reminder-client"]);
  const secret = holdSecretOf(app, id);
  const mail = await renderers["appointment-held-client"](app, { appointmentId: id });
  expect(mail?.text).toContain(`/booking/${secret}/keep`);
  expect(mail?.text).not.toContain(manageSecret);
  expect(await getHoldBySecret(app, manageSecret)).toBeNull();
  expect(await getHoldBySecret(app, secret)).toMatchObject({ state: "open" });
  expect(await statusOf(app, id)).toBe("Pending");

  const start = appointment.start + 20 * 24 * HOUR;
  const holder = { kind: "holder", appointmentId: id } as const;
  expect(await reschedule(app, holder, { appointmentId: id, start })).toMatchObject({ kind: "invalid" });
  expect(await confirmHold(app, secret)).toEqual({ kind: "kept", manageSecret });
  expect(await confirmHold(app, secret)).toEqual({ kind: "kept", manageSecret });
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect((await waitingKinds(app)).filter((kind) => !kind.includes("reminder"))).toEqual([
    "appointment-confirmed-client",
    "appointment-confirmed-practice",
    "appointment-held-client",
  ]);
  app.clock.set(app.clock.now() + HOUR);
  expect(await releaseSome(app)).toBe(0);
  expect(await statusOf(app, id)).toBe("Confirmed");
  expect(await renderers["appointment-held-client"](app, { appointmentId: id })).toBeNull();
});

test("without a press the time is free again after thirty minutes, and the pages say so", async () => {
  const { app, next } = await limitedApp();
  for (let time = 0; time < 4; time++) await next({ email: "ada@example.com" });
  const { appointment, manageSecret } = await next({ email: "ada@example.com" });
  app.clock.set(app.clock.now() + 30 * MINUTE - 1);
  expect(await releaseSome(app)).toBe(0);
  app.clock.set(app.clock.now() + 1);
  expect(await releaseSome(app)).toBe(1);
  expect(await statusOf(app, appointment.id)).toBe("Cancelled");
  expect(await claimsOf(app, appointment.id)).toBe(0);
  expect((await waitingKinds(app)).filter((kind) => kind.includes("cancel"))).toEqual([]);
  expect((await getManaged(app, manageSecret))?.hold?.releasedAt).toBe(app.clock.now());
  const secret = holdSecretOf(app, appointment.id);
  expect(await getHoldBySecret(app, secret)).toMatchObject({ state: "released" });
  expect(await confirmHold(app, secret)).toEqual({ kind: "released" });
});

test("the practice's Confirm keeps it too; a client's Cancel ends it, and the practice hears nothing", async () => {
  const { app, next } = await limitedApp();
  for (let time = 0; time < 4; time++) await next({ email: "ada@example.com" });
  const one = await next({ email: "ada@example.com" });
  const two = await next({ email: "ada@example.com" });
  await confirm(app, practice, { appointmentId: one.appointment.id });
  const holder = { kind: "holder", appointmentId: two.appointment.id } as const;
  await cancel(app, holder, { appointmentId: two.appointment.id, reason: null });
  expect(await waitingKinds(app)).not.toContain("appointment-cancelled-practice");
  app.clock.set(app.clock.now() + HOUR);
  expect(await releaseSome(app)).toBe(0);
  expect(await statusOf(app, one.appointment.id)).toBe("Confirmed");
  expect((await getManaged(app, two.manageSecret))?.hold).toBeNull();
});

test("in a burst guests press a link, who is signed in does not, and the practice is told once", async () => {
  const { app, next } = await limitedApp();
  expect(await statusesOf(22, () => next())).toEqual([...confirmed(20), "Pending", "Pending"]);
  const person = await personIn(app);
  const actor = { kind: "client", userId: person.id } as const;
  expect((await next({ email: person.email }, null, actor)).appointment.status).toBe("Confirmed");
  const unproven = await personIn(app, { verified: false });
  const claimed = { kind: "client", userId: unproven.id } as const;
  expect((await next({ email: unproven.email }, null, claimed)).appointment.status).toBe("Pending");
  expect((await waitingKinds(app)).filter((kind) => kind === "booking-brake-practice")).toHaveLength(1);
  app.clock.set(app.clock.now() + HOUR + 1);
  expect((await next()).appointment.status).toBe("Confirmed");
});

test("what the practice books is never limited", async () => {
  const { next } = await limitedApp();
  const statuses = await statusesOf(10, () => next({ email: "ada@example.com" }, "198.51.100.7", practice));
  expect(statuses).toEqual(confirmed(10));
});

test("two bookings at once can't both be the last below the address's limit", async () => {
  const { app, next } = await limitedApp();
  for (let time = 0; time < 3; time++) await next({ email: "ada@example.com" });
  const both = await Promise.all([next({ email: "ada@example.com" }), next({ email: "ada@example.com" })]);
  expect(both.map(({ appointment }) => appointment.status).sort()).toEqual(["Confirmed", "Pending"]);
  for (const { appointment } of both) expect(await claimsOf(app, appointment.id)).toBeGreaterThan(0);
});

test("a press and the clock at the same moment end in one of the two, claims and all", async () => {
  const { app, next } = await limitedApp();
  for (let time = 0; time < 4; time++) await next({ email: "ada@example.com" });
  for (let round = 0; round < 4; round++) {
    const { id } = (await next({ email: "ada@example.com" })).appointment;
    app.clock.set(app.clock.now() + 30 * MINUTE);
    const press = () => confirmHold(app, holdSecretOf(app, id));
    const [outcome] =
      round % 2 === 0
        ? await Promise.all([press(), releaseSome(app)])
        : (await Promise.all([releaseSome(app), press()])).reverse();
    const isKept = (await statusOf(app, id)) === "Confirmed";
    expect((outcome as { kind: string }).kind).toBe(isKept ? "kept" : "released");
    expect((await claimsOf(app, id)) > 0).toBe(isKept);
    const cancelled = await app.db.kysely
      .selectFrom("cancellations")
      .select("at")
      .where("appointment_id", "=", id)
      .execute();
    expect(cancelled).toHaveLength(isKept ? 0 : 1);
  }
});
