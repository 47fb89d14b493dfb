import { expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { book } from "#app/appointments/booking/book.server.ts";
import { getClient, keysOfClient } from "#app/clients/clients.db.server.ts";
import { getRecord } from "#app/privacy/get-client-record.server.ts";
import { settleDetails } from "#app/privacy/settle-details.server.ts";
import { adminActor, NOT_ADMINS } from "#tests/support/admin.ts";
import { at, booked, expectBooked, inputFor } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { walkedIn, walkIn } from "#tests/support/practice.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const ADA = { name: "Ada Smith", phone: "+441632960001", email: "ada@example.com" };
const MALLORY = { name: "Mallory Black", phone: "+447700900666" };

async function recordOf(app: TestApp, id: string) {
  return { client: await getClient(app.db.kysely, id), keys: await keysOfClient(app.db.kysely, id) };
}

test("what a stranger types with a client's address stays on that booking", async () => {
  const app = await demoApp();
  const id = await clientOf(app, (await booked(app, ADA)).id);
  const before = await recordOf(app, id);
  const requestInfo = await booked(app, { ...MALLORY, email: "ADA@example.com", start: at("12:00") });
  expect(await clientOf(app, requestInfo.id)).toBe(id);
  expect(await getAppointment(app.db.kysely, requestInfo.id)).toMatchObject({ ...MALLORY, email: "ADA@example.com" });
  expect(await recordOf(app, id)).toEqual(before);
});

test("a telephone and a name make nobody a client's record: they only propose", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const id = await clientOf(app, (await booked(app, ADA)).id);
  const before = await recordOf(app, id);
  const other = await booked(app, { ...ADA, email: "mallory@example.com", start: at("12:00") });
  const otherId = await clientOf(app, other.id);
  expect(otherId).not.toBe(id);
  expect(await recordOf(app, id)).toEqual(before);
  expect((await getRecord(app, admin, id))?.alike.map((line) => line.id)).toEqual([otherId]);
});

test("an account that has proved no address counts as a stranger", async () => {
  const app = await demoApp();
  const id = await clientOf(app, (await booked(app, ADA)).id);
  const before = await recordOf(app, id);
  const thief = await personIn(app, { verified: false, email: "thief@example.com" });
  const actor = { kind: "client", userId: thief.id } as const;
  const input = inputFor({ ...MALLORY, email: ADA.email, start: at("12:00") });
  const { appointment } = expectBooked(await book(app, actor, { input, idempotencyKey: null }));
  expect(await clientOf(app, appointment.id)).toBe(id);
  expect(await recordOf(app, id)).toEqual(before);
});

test("a verified client's booking changes their own record, and only by an address that they proved", async () => {
  const app = await demoApp();
  const id = await clientOf(app, (await booked(app, ADA)).id);
  const person = await personIn(app, { email: ADA.email });
  const actor = { kind: "client", userId: person.id } as const;
  const input = inputFor({
    name: "Ada Jones",
    phone: "+441632960009",
    email: "someone@example.com",
    start: at("12:00"),
  });
  const { appointment } = expectBooked(await book(app, actor, { input, idempotencyKey: null }));
  expect(await clientOf(app, appointment.id)).toBe(id);
  const { client, keys } = await recordOf(app, id);
  expect(client).toMatchObject({ name: "Ada Jones", phone: "+441632960009", email: ADA.email });
  expect(keys.map(({ value }) => value)).not.toContain("someone@example.com");
});

test("the practice's own booking changes the record, another name after a warning", async () => {
  const app = await demoApp();
  const id = await clientOf(app, (await booked(app, ADA)).id);
  const typed = { time: "12:00", name: "Ada Jones", email: ADA.email, phone: "01632 960 009" };
  expect(await walkIn(app, typed)).toMatchObject({ kind: "warned" });
  expect((await recordOf(app, id)).client).toMatchObject({ name: ADA.name });
  await walkedIn(app, { ...typed, despite: "on" });
  expect((await recordOf(app, id)).client).toMatchObject({ name: "Ada Jones", phone: "+441632960009" });
});

test("the practice sees what differs, and takes it over or keeps what it has", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const id = await clientOf(app, (await booked(app, ADA)).id);
  const taken = await booked(app, { ...MALLORY, email: ADA.email, start: at("12:00") });
  const kept = await booked(app, { ...ADA, name: "Eve", start: at("14:00") });
  const same = await booked(app, { ...ADA, name: "ada  SMITH", start: at("16:00") });
  const open = async () => (await getRecord(app, admin, id))?.differences.map(({ appointmentId }) => appointmentId);
  expect(await open()).toEqual([taken.id, kept.id]);
  expect(await open()).not.toContain(same.id);

  const version = (await getClient(app.db.kysely, id))?.contactVersion ?? 0;
  const use = { appointmentId: taken.id, version, use: true };
  expect(await settleDetails(app, admin, use)).toEqual({ kind: "saved" });
  expect((await recordOf(app, id)).client).toMatchObject({ ...MALLORY, email: ADA.email });
  expect(await open()).toEqual([kept.id]);
  expect(await settleDetails(app, admin, use)).toEqual({ kind: "not-found" });

  const keep = { appointmentId: kept.id, version, use: false };
  expect(await settleDetails(app, admin, keep)).toEqual({ kind: "conflict" });
  expect(await settleDetails(app, admin, { ...keep, version: version + 1 })).toEqual({ kind: "saved" });
  expect((await recordOf(app, id)).client).toMatchObject({ ...MALLORY, email: ADA.email });
  expect(await open()).toEqual([]);
});

test("nobody but the practice settles it, and nothing that was not asked", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const first = await booked(app, ADA);
  const requestInfo = await booked(app, { ...MALLORY, email: ADA.email, start: at("12:00") });
  for (const actor of NOT_ADMINS) {
    const settled = await settleDetails(app, actor, { appointmentId: requestInfo.id, version: 1, use: true });
    expect(settled).toEqual({ kind: "not-found" });
  }
  const nothing = await settleDetails(app, admin, { appointmentId: first.id, version: 1, use: true });
  expect(nothing).toEqual({ kind: "not-found" });
});
