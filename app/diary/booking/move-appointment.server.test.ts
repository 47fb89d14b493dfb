import { expect, test } from "vitest";
import { type AppointmentMove, moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { moveReply } from "#app/routes/admin/appointments/appointment-actions.server.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { practice, setStatus, waitingKinds } from "#tests/support/practice.ts";
import { demoApp } from "#tests/support/test-app.ts";

const move = (app: AppContext, appointmentId: string, input: Partial<AppointmentMove> = {}) =>
  moveAppointment(app, practice, { appointmentId, start: at("11:30"), despite: false, ...input });

const claimsOf = async (app: AppContext, appointmentId: string) => {
  const rows = await app.db.kysely
    .selectFrom("appointment_claims")
    .select("quantum")
    .where("appointment_id", "=", appointmentId)
    .orderBy("quantum")
    .execute();
  return [rows.length, (rows[0]?.quantum ?? 0) * 300_000];
};

test("a move takes the claims along and tells the client after a moment", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  const outcome = await move(app, id);
  expect(outcome).toMatchObject({ kind: "moved", appointment: { start: at("11:30"), sequence: 1 } });
  expect(await claimsOf(app, id)).toEqual([15, at("11:30")]);
  expect(await waitingKinds(app)).toContain("appointment-rescheduled-client");
});

test("moved to a typed time that the clocks skip or show twice, it stays until the time is one", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  const typed = async (fields: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ time: "01:30", sequence: "0", despite: "on", ...fields })) {
      form.set(name, value);
    }
    return moveReply({ app, actor: practice, locale: "en-GB", appointmentId: id, form });
  };
  const skipped = await typed({ day: "2027-03-28" });
  expect(skipped).toMatchObject({ status: 422, errors: { time: expect.stringMatching(/does not exist/) } });
  const twice = await typed({ day: "2027-10-31", which: "" });
  expect(twice).toMatchObject({ status: 422, errors: { which: expect.stringMatching(/happens twice/) } });
  expect(await claimsOf(app, id)).toEqual([15, at("10:00")]);
  expect((await typed({ day: "2027-10-31", which: "second" })).toast?.tone).toBe("success");
  expect(await claimsOf(app, id)).toEqual([15, Date.parse("2027-10-31T01:30Z")]);
});

test("moved back in time, the client hears nothing; moved twice, once and with the time they knew", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await move(app, id);
  await move(app, id, { start: at("13:00") });
  const told = await app.db.kysely
    .selectFrom("outbox")
    .select("data")
    .where("kind", "=", "appointment-rescheduled-client")
    .execute();
  expect(told.map(({ data }) => JSON.parse(data))).toMatchObject([{ appointmentId: id, was: at("10:00") }]);
  await move(app, id, { start: at("10:00") });
  expect(await waitingKinds(app)).not.toContain("appointment-rescheduled-client");
});

test("a longer one has the catalogue's price, and keeps a price that is given", async () => {
  const app = await demoApp();
  const { id, pricePence } = await booked(app, { therapist: "tom-ellery" });
  const longer = await move(app, id, { start: at("10:00"), minutes: 90 });
  expect(longer).toMatchObject({ kind: "moved", appointment: { minutes: 90, end: at("11:30") } });
  expect(longer.kind === "moved" && longer.appointment.pricePence).toBeGreaterThan(pricePence);
  const back = await move(app, id, { start: at("10:00"), minutes: 60, pricePence: 4200 });
  expect(back).toMatchObject({ kind: "moved", appointment: { minutes: 60, pricePence: 4200 } });
  expect(await claimsOf(app, id)).toEqual([15, at("10:00")]);
});

test("somebody else's time is refused, with or without insisting, and nothing has changed", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  await booked(app, { therapist: "imogen-hartley" });
  const outcome = await move(app, id, { start: at("10:30"), therapist: "imogen-hartley", despite: true });
  expect(outcome).toEqual({ kind: "taken", message: "That time is taken" });
  expect(await claimsOf(app, id)).toEqual([15, at("10:00")]);
});

test("outside hours it is warned first", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  expect((await move(app, id, { start: at("19:00") })).kind).toBe("warned");
  expect((await move(app, id, { start: at("19:00"), despite: true })).kind).toBe("moved");
});

test("what somebody else has changed in the meantime is left as it is", async () => {
  const app = await demoApp();
  const { id, sequence } = await booked(app, { therapist: "tom-ellery" });
  await move(app, id);
  expect(await move(app, id, { start: at("13:00"), seen: sequence })).toMatchObject({
    kind: "conflict",
    appointment: { start: at("11:30") },
  });
  expect((await move(app, id, { start: at("13:00"), seen: sequence + 1 })).kind).toBe("moved");
});

test("nobody but the practice, nothing cancelled, no unknown therapist, no odd length", async () => {
  const app = await demoApp();
  const { id } = await booked(app, { therapist: "tom-ellery" });
  const input = { appointmentId: id, start: at("11:30"), despite: true };
  expect(await moveAppointment(app, visitor, input)).toEqual({ kind: "not-found" });
  expect((await move(app, "nothing")).kind).toBe("not-found");
  expect((await move(app, id, { therapist: "nobody" })).kind).toBe("invalid");
  expect((await move(app, id, { minutes: 62 })).kind).toBe("invalid");
  await setStatus(app, id, "Cancelled");
  expect((await move(app, id)).kind).toBe("cancelled-before");
});
