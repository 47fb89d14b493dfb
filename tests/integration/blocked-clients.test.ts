import { expect, test } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { moveHere } from "#app/appointments/booking/move-here.server.ts";
import { reschedule } from "#app/appointments/booking/reschedule.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { blockClient, unblockClient } from "#app/clients/block-client.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { type Actor, visitor } from "#app/platform/permissions.ts";
import { erase } from "#app/privacy/erase-client.server.ts";
import { exportData, getRecord } from "#app/privacy/get-client-record.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { take } from "#app/waiting-list/answer.server.ts";
import { confirmWait, join } from "#app/waiting-list/join.server.ts";
import { offerByHand } from "#app/waiting-list/practice-list.server.ts";
import { runRounds } from "#app/waiting-list/rounds.server.ts";
import { switchWaitingList } from "#app/waiting-list/switch.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { at, booked, inputFor, rowCounts, tryToBook } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";
import { offeredIn, tomsStart, waitingFor } from "#tests/support/waits.ts";

const REASON = "Shouted at Priya";
const CALL = /^No more bookings can be made online at the moment\. Nothing is booked\. Call 0/;

async function blockedAda() {
  const app = await demoApp();
  const admin = await adminActor(app);
  const appointment = await booked(app);
  const clientId = await clientOf(app, appointment.id);
  expect(await blockClient(app, admin, { clientId, reason: ` ${REASON} ` })).toEqual({ kind: "saved" });
  return { app, admin, appointment, clientId };
}

test("a blocked client books nothing, as a guest or signed in, and reads the phone number", async () => {
  const { app, admin } = await blockedAda();
  const before = await rowCounts(app);
  expect(await tryToBook(app, { start: at("14:00") })).toMatchObject({
    kind: "invalid",
    field: "start",
    message: expect.stringMatching(CALL),
  });
  const { id: userId } = await personIn(app, { email: "ADA@example.com" });
  const asked = { input: inputFor({ start: at("14:00"), email: "new@example.com" }), idempotencyKey: "a-key" };
  expect(await book(app, { kind: "client", userId }, asked)).toMatchObject({ kind: "invalid", field: "start" });
  expect(await rowCounts(app)).toEqual(before);
  // Another person of the same name books on, and the practice books for the client.
  expect((await tryToBook(app, { start: at("14:00"), email: "other@example.com" })).kind).toBe("booked");
  expect((await walkedIn(app, { time: "12:15", email: "ada@example.com", name: "Ada Smith" })).id).toBeTruthy();
  expect((await getRecord(app, admin, await clientOf(app, (await booked(app, BEN)).id)))?.client.blockedAt).toBeNull();
});

const BEN = { name: "Ben Jones", email: "ben@example.com", phone: "+441632960002", start: at("15:30") };

test("what is booked can be cancelled, and moves only by the practice", async () => {
  const { app, admin, appointment } = await blockedAda();
  const holder = { kind: "holder", appointmentId: appointment.id } as const;
  const move = { appointmentId: appointment.id, start: at("14:00") };
  const refusal = { message: expect.stringMatching(/^This appointment can’t be moved online\. Call 0/) };
  expect(await reschedule(app, holder, move)).toMatchObject({ kind: "invalid", ...refusal });
  const secret = manageSecretOf(app, appointment);
  expect((await getManaged(app, secret))?.isBlocked).toBe(true);
  const asked = { input: inputFor({ start: at("14:00") }), idempotencyKey: null, secret };
  expect(await moveHere(app, visitor, asked)).toMatchObject({ kind: "refused", ...refusal });
  expect((await reschedule(app, admin, move)).kind).toBe("rescheduled");
  expect((await cancel(app, holder, { appointmentId: appointment.id, reason: null })).kind).toBe("cancelled");
});

test("a blocked client joins no list, opens no mailed link of it, is offered nothing and takes nothing", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  await switchWaitingList(app, admin, true);
  app.clock.set(app.clock.now() + 1000);
  const times = { therapists: [], weekdays: [], dayTimes: [], until: "2027-06-10" };
  const ada = { name: "Ada Smith", email: "ada@example.com", phone: "+441632960001" };
  const input = { service: "deep-tissue-massage", minutes: 60, ...times, ...ada };
  const mailing = { ...app, config: { ...app.config, smtpUrl: "smtp://127.0.0.1:1" } };
  const unopened = await join(mailing, visitor, { input });
  if (unopened.kind !== "joined") throw new Error(unopened.kind);
  const { secret } = await offeredIn(app, { name: "Ada Smith", email: "ada@example.com" });
  const row = await app.db.kysely.selectFrom("clients").select("id").where("email", "=", "ada@example.com").execute();
  const clientId = row[0]?.id ?? "";
  await blockClient(app, admin, { clientId, reason: REASON });

  const call = { kind: "invalid", message: expect.stringMatching(/^You can’t join the list online\. Call 0/) };
  expect(await confirmWait(app, unopened.token)).toMatchObject(call);
  const { id: userId } = await personIn(app, { email: "ada@example.com" });
  expect(await join(app, { kind: "client", userId }, { input })).toMatchObject({ ...call, field: "service" });
  expect(await take(app, secret)).toMatchObject({ kind: "lost", loss: "not-offered" });
  expect(await takenOf(app)).toBe(0);

  // A time is freed: whoever waits behind them is asked.
  await waitingFor(app, { name: "Rory", email: "rory@example.com" });
  const start = await tomsStart(app, { ahead: 8 });
  const freed = await booked(app, { ...BEN, start, therapist: "tom-ellery" });
  await cancel(app, admin, { appointmentId: freed.id, reason: null });
  app.clock.set(app.clock.now() + 15_000);
  await runRounds(app);
  const offered = await app.db.kysely
    .selectFrom("waiting_offers")
    .innerJoin("waiting_entries", "waiting_entries.id", "waiting_offers.entry_id")
    .select("waiting_entries.name")
    .where("waiting_offers.state", "=", "held")
    .execute();
  expect(offered).toEqual([{ name: "Rory" }]);

  // The practice may still put them on the list, and ask them by phone.
  const entryId = await waitingFor(app, { name: "Ada Smith", email: "ada@example.com" });
  const byHand = await offerByHand(app, admin, {
    entryId,
    therapistId: "demo-tom-ellery",
    start: await tomsStart(app, { ahead: 28 }),
  });
  expect(byHand.kind).toBe("offered");
});

async function takenOf(app: TestApp): Promise<number> {
  const rows = await app.db.kysely.selectFrom("waiting_offers").select("id").where("state", "=", "taken").execute();
  return rows.length;
}

test("whoever may change every record blocks, with a reason, and unblocks", async () => {
  const { app, admin, clientId } = await blockedAda();
  const record = await getRecord(app, admin, clientId);
  expect(record?.client).toMatchObject({ blockedAt: app.clock.now(), blockedReason: REASON });
  expect(await blockClient(app, admin, { clientId, reason: "  " })).toEqual({
    kind: "invalid",
    message: "Write the reason",
  });
  expect(await blockClient(app, admin, { clientId, reason: "x".repeat(301) })).toEqual({
    kind: "invalid",
    message: "The reason must be 300 characters or fewer",
  });
  const staff = { kind: "staff", userId: "u", choices: [], isConfirmed: true } as const;
  const therapist: Actor = { ...staff, roles: ["therapist"], therapistId: "demo-imogen-hartley" };
  for (const actor of [...NOT_ADMINS, therapist]) {
    expect(await unblockClient(app, actor, clientId)).toEqual({ kind: "not-found" });
    expect(await blockClient(app, actor, { clientId, reason: REASON })).toEqual({ kind: "not-found" });
  }
  expect(await unblockClient(app, { ...staff, roles: ["reception"], therapistId: null }, clientId)).toEqual({
    kind: "saved",
  });
  expect((await tryToBook(app, { start: at("14:00") })).kind).toBe("booked");
  expect(await auditActions(app, "client")).toEqual(["client.block", "client.unblock"]);
});

test("a block outlives a merge, stands in the person’s copy, and goes with their data", async () => {
  const { app, admin, clientId, appointment } = await blockedAda();
  const other = await booked(app, BEN);
  const id = await clientOf(app, other.id);
  expect((await merge(app, admin, { id, otherId: clientId, personalData })).kind).toBe("merged");
  expect((await tryToBook(app, { start: at("14:00") })).kind).toBe("invalid");
  expect(await exportData(app, admin, { id, personalData })).toMatchObject({
    data: { blocked: { reason: REASON, since: new Date(app.clock.now()).toISOString() } },
  });
  for (const one of [appointment, other]) await cancel(app, admin, { appointmentId: one.id, reason: null });
  expect((await erase(app, admin, { id, personalData })).kind).toBe("erased");
  expect((await getRecord(app, admin, id))?.client).toMatchObject({ blockedAt: null, blockedReason: null });
});
