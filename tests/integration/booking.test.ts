import { expect, test } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import {
  at,
  booked,
  expectBooked,
  inputFor,
  rowCounts,
  therapistOf,
  tryToBook,
} from "#tests/support/booking-inputs.ts";
import { demoApp, TUESDAY_NINE } from "#tests/support/test-app.ts";

const HOUR_AND_TURNAROUND = 75;

test("a booking writes the appointment, its claims, two mails and an audit line", async () => {
  const app = await demoApp();
  const { appointment, manageSecret, again } = expectBooked(await tryToBook(app, {}, "draft-1"));
  expect(again).toBe(false);

  const row = await app.db.kysely.selectFrom("appointments").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({
    id: appointment.id,
    status: "Confirmed",
    service_title: "Deep Tissue Massage",
    minutes: 60,
    price_pence: 5800,
    starts_at: at("10:00"),
    ends_at: at("11:00"),
    block_start: at("10:00"),
    block_end: at("11:15"),
    name: "Ada Smith",
    phone: "+441632960001",
    email: "ada@example.com",
    user_id: null,
    sequence: 0,
    created_at: TUESDAY_NINE,
    updated_at: TUESDAY_NINE,
  });
  expect(row.manage_hash).toBe(hashOf(manageSecret));
  expect(row.idempotency_key).not.toContain("draft-1");

  const claims = await app.db.kysely.selectFrom("appointment_claims").selectAll().orderBy("quantum").execute();
  const first = at("10:00") / 300_000;
  expect(claims).toEqual(
    Array.from({ length: HOUR_AND_TURNAROUND / 5 }, (_, index) => ({
      therapist_id: appointment.therapistId,
      quantum: first + index,
      hold_id: null,
      appointment_id: appointment.id,
    })),
  );

  const mails = await app.db.kysely.selectFrom("outbox").selectAll().orderBy("kind").execute();
  expect(mails.map(({ kind, data, run_at, done_at }) => ({ kind, data: JSON.parse(data), run_at, done_at }))).toEqual(
    ["appointment-confirmed-client", "appointment-confirmed-practice"].map((kind) => ({
      kind,
      data: { appointmentId: appointment.id },
      run_at: TUESDAY_NINE,
      done_at: null,
    })),
  );

  const [line, ...others] = await app.db.kysely.selectFrom("audit").selectAll().execute();
  expect(others).toEqual([]);
  expect(line).toMatchObject({ at: TUESDAY_NINE, actor: "visitor", action: "appointment.book" });
  expect(line).toMatchObject({ subject_kind: "appointment", subject_id: appointment.id });
  expect(line?.detail).not.toMatch(/Ada|ada@|1632/);
});

test("a failure on the way leaves nothing behind", async () => {
  const app = await demoApp();
  await app.db.kysely.schema.alterTable("audit").renameTo("audit_away").execute();
  await expect(tryToBook(app)).rejects.toThrow(/audit/);
  await app.db.kysely.schema.alterTable("audit_away").renameTo("audit").execute();
  expect(await rowCounts(app)).toEqual({ appointments: 0, appointment_claims: 0, outbox: 0, audit: 0 });
  expect((await tryToBook(app)).kind).toBe("booked");
});

test("a booking by a signed-in client carries the client", async () => {
  const app = await demoApp();
  const client = { kind: "client", userId: "user-7" } as const;
  const outcome = await book(app, client, { input: inputFor(), idempotencyKey: null });
  expect(expectBooked(outcome).appointment.userId).toBe("user-7");
  const line = await app.db.kysely.selectFrom("audit").select("actor").executeTakeFirst();
  expect(line?.actor).toBe("client:user-7");
});

test("the same key books once and shows the same result twice", async () => {
  const app = await demoApp();
  const first = expectBooked(await tryToBook(app, {}, "draft-1"));
  const before = await rowCounts(app);
  const second = expectBooked(await tryToBook(app, { email: "ADA@example.com" }, "draft-1"));
  expect(second).toEqual({ ...first, again: true });
  expect(await rowCounts(app)).toEqual(before);
});

test("the same key counts even when the time has passed into the notice", async () => {
  const app = await demoApp();
  const first = await booked(app, {}, "draft-1");
  app.clock.set(at("09:59"));
  const second = expectBooked(await tryToBook(app, {}, "draft-1"));
  expect([second.again, second.appointment.id]).toEqual([true, first.id]);
});

test("the same key with anything else in it is refused, books nothing and shows nothing of the first", async () => {
  const app = await demoApp();
  await tryToBook(app, {}, "draft-1");
  const before = await rowCounts(app);
  for (const other of [
    { email: "bob@example.com" },
    { name: "Bob Jones" },
    { phone: "+441632960002" },
    { start: at("14:00") },
    { therapist: "tom-ellery" },
    { minutes: 90 },
  ]) {
    expect(await tryToBook(app, other, "draft-1")).toEqual({ kind: "key-used" });
  }
  expect(await rowCounts(app)).toEqual(before);
  const second = expectBooked(await tryToBook(app, { start: at("14:00"), email: "bob@example.com" }, "draft-2"));
  expect(second.again).toBe(false);
});

test("one key sent at once with different things in it books one of them", async () => {
  const app = await demoApp();
  const names = ["Ada", "Bob", "Cleo", "Dan"];
  const outcomes = await Promise.all(names.map((name) => tryToBook(app, { name }, "draft-1")));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["booked", "key-used", "key-used", "key-used"]);
  expect(await rowCounts(app)).toMatchObject({ appointments: 1, outbox: 2, audit: 1 });
});

test("one key sent ten times at once books once", async () => {
  const app = await demoApp();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => tryToBook(app, {}, "draft-1")));
  const all = outcomes.map(expectBooked);
  expect(new Set(all.map(({ appointment }) => appointment.id)).size).toBe(1);
  expect(all.filter(({ again }) => !again)).toHaveLength(1);
  expect(await rowCounts(app)).toMatchObject({ appointments: 1, outbox: 2, audit: 1 });
});

test("without a key each press is a booking of its own", async () => {
  const app = await demoApp();
  const both = [await booked(app), await booked(app)];
  expect(new Set(both.map(({ id }) => id)).size).toBe(2);
  expect(new Set(both.map(therapistOf)).size).toBe(2);
});

test("an enquiry-only service, or one that is switched off, can’t be booked", async () => {
  const app = await demoApp();
  await app.db.kysely.updateTable("services").set({ active: 0 }).where("slug", "=", "relaxation-massage").execute();
  for (const service of ["event-massage", "relaxation-massage"]) {
    const outcome = await book(app, visitor, { input: inputFor({ service }), idempotencyKey: null });
    expect(outcome).toMatchObject({ kind: "invalid", field: "service" });
  }
  expect(await rowCounts(app)).toMatchObject({ appointments: 0, outbox: 0, audit: 0 });
});
