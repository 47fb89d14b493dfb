import { expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { addNote } from "#app/clients/client-notes.server.ts";
import { personalData } from "#app/personal-data.server.ts";
import { getRecord, readClients } from "#app/privacy/get-client-record.server.ts";
import { merge } from "#app/privacy/merge-clients.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { demoApp } from "#tests/support/test-app.ts";

const BY_NAME = { text: "", sort: "name", down: false, page: 1 } as const;
const BEN = { name: "Ben Jones", email: "ben@example.com", phone: "+441632960002" };

test("a record shows the history, the next visit and who did not come", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const [past, missed, off] = [await booked(app), await booked(app, { start: at("12:00") }), await late()];
  const next = await booked(app, { start: at("16:00") });
  await makePast(app, past.id, 14);
  await makePast(app, missed.id, 7);
  await markAttendance(app, admin, { appointmentId: missed.id, attendance: "missed" });
  await cancel(app, admin, { appointmentId: off.id, reason: null });
  const record = await getRecord(app, admin, await clientOf(app, next.id));
  expect(record?.history.map(({ id }) => id)).toEqual([next.id, off.id, missed.id, past.id]);
  expect(record?.history.map(({ status, attendance }) => `${status} ${attendance}`)).toEqual([
    "Confirmed expected",
    "Cancelled expected",
    "Confirmed missed",
    "Confirmed expected",
  ]);
  const last = app.clock.now() - 7 * 86_400_000;
  const counts = { visits: 1, missed: 1, unrecorded: 1, cancelled: 1 };
  expect(record?.summary).toEqual({ ...counts, last, next: at("16:00"), everyDays: 7 });
  const { clients, total } = await readClients(app, admin, { ...BY_NAME, text: "ada" });
  expect([total, clients[0]?.summary]).toEqual([1, record?.summary]);

  function late() {
    return booked(app, { start: at("14:00") });
  }
});

test("records of the same name or phone are offered as the same person", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const ada = await clientOf(app, (await booked(app)).id);
  const sameName = { start: at("12:00"), email: "ada.two@example.com", phone: "+441632960003" };
  const samePhone = { start: at("14:00"), email: "ben@example.com", name: "Ben Smith" };
  const others = [await booked(app, sameName), await booked(app, samePhone)];
  await booked(app, { ...BEN, start: at("16:00"), email: "carol@example.com", name: "Carol" });
  const record = await getRecord(app, admin, ada);
  const alike = record?.alike.map(({ id }) => id).sort();
  expect(alike).toEqual((await Promise.all(others.map(({ id }) => clientOf(app, id)))).sort());
});

test("two records become one, with all that either was known by", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const [first, second] = [await booked(app), await booked(app, { ...BEN, start: at("12:00") })];
  const [id, otherId] = [await clientOf(app, first.id), await clientOf(app, second.id)];
  await addNote(app, admin, { clientId: otherId, words: "Came with a friend" });
  expect((await merge(app, admin, { id, otherId, personalData })).kind).toBe("merged");
  const record = await getRecord(app, admin, id);
  expect(record?.client).toMatchObject({ name: "Ada Smith", email: "ada@example.com" });
  expect(record?.keys).toHaveLength(4);
  expect(record?.history).toHaveLength(2);
  expect(record?.notes?.map(({ words }) => words)).toEqual(["Came with a friend"]);
  expect(await getRecord(app, admin, otherId)).toBeNull();
  expect((await readClients(app, admin, { ...BY_NAME, text: "ben@" })).clients.map((client) => client.id)).toEqual([
    id,
  ]);
  const again = await booked(app, { ...BEN, start: at("14:00") });
  expect(await clientOf(app, again.id)).toBe(id);
  expect(await auditActions(app, "client")).toEqual(expect.arrayContaining(["client.note", "client.merge"]));
});

test("two merges of the same two at once leave one record", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const [first, second] = [await booked(app), await booked(app, { ...BEN, start: at("12:00") })];
  const [id, otherId] = [await clientOf(app, first.id), await clientOf(app, second.id)];
  const outcomes = await Promise.all([
    merge(app, admin, { id, otherId, personalData }),
    merge(app, admin, { id: otherId, otherId: id, personalData }),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["merged", "not-found"]);
  expect((await readClients(app, admin, BY_NAME)).total).toBe(1);
});

test("a record does not merge with itself, nor with one that is not there", async () => {
  const app = await demoApp();
  const admin = await adminActor(app);
  const id = await clientOf(app, (await booked(app)).id);
  expect(await merge(app, admin, { id, otherId: id, personalData })).toEqual({ kind: "not-found" });
  expect(await merge(app, admin, { id, otherId: "nobody", personalData })).toEqual({ kind: "not-found" });
  expect(await auditActions(app, "client")).toEqual([]);
});

test("nobody but an admin reads or merges", async () => {
  const app = await demoApp();
  const id = await clientOf(app, (await booked(app)).id);
  const otherId = await clientOf(app, (await booked(app, { ...BEN, start: at("12:00") })).id);
  for (const actor of NOT_ADMINS) {
    await expect(readClients(app, actor, BY_NAME)).rejects.toThrow("practice alone");
    await expect(getRecord(app, actor, id)).rejects.toThrow("practice alone");
    expect(await merge(app, actor, { id, otherId, personalData })).toEqual({ kind: "not-found" });
  }
});
