import { expect, test } from "vitest";
import { markAttendance } from "#app/appointments/attendance/commands.server.ts";
import { cancel } from "#app/appointments/changes/commands.server.ts";
import { readClients, readRecord } from "#app/client-records/commands.server.ts";
import { merge } from "#app/client-records/merging/commands.server.ts";
import { addNote } from "#app/clients/notes/commands.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { clientOf, makePast } from "#tests/support/clients.ts";
import { at, booked } from "#tests/support/wishes.ts";
import { demoWorld } from "#tests/support/world.ts";

const BY_NAME = { text: "", sort: "name", down: false, page: 1 } as const;
const BEN = { name: "Ben Jones", email: "ben@example.com", phone: "+441632960002" };

test("a record shows the history, the next visit and who did not come", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const [past, missed, off] = [await booked(world), await booked(world, { start: at("12:00") }), await late()];
  const next = await booked(world, { start: at("16:00") });
  await makePast(world, past.id, 14);
  await makePast(world, missed.id, 7);
  await markAttendance(world, admin, { appointmentId: missed.id, attendance: "missed" });
  await cancel(world, admin, { appointmentId: off.id, reason: null });
  const record = await readRecord(world, admin, await clientOf(world, next.id));
  expect(record?.visits.map(({ id }) => id)).toEqual([next.id, off.id, missed.id, past.id]);
  expect(record?.visits.map(({ status, attendance }) => `${status} ${attendance}`)).toEqual([
    "Confirmed expected",
    "Cancelled expected",
    "Confirmed missed",
    "Confirmed expected",
  ]);
  const last = world.clock.now() - 7 * 86_400_000;
  expect(record?.summary).toEqual({ visits: 2, missed: 1, cancelled: 1, last, next: at("16:00") });
  const { clients, total } = await readClients(world, admin, { ...BY_NAME, text: "ada" });
  expect([total, clients[0]?.summary]).toEqual([1, record?.summary]);

  function late() {
    return booked(world, { start: at("14:00") });
  }
});

test("records of the same name or phone are offered as the same person", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const ada = await clientOf(world, (await booked(world)).id);
  const sameName = { start: at("12:00"), email: "ada.two@example.com", phone: "+441632960003" };
  const samePhone = { start: at("14:00"), email: "ben@example.com", name: "Ben Smith" };
  const others = [await booked(world, sameName), await booked(world, samePhone)];
  await booked(world, { ...BEN, start: at("16:00"), email: "carol@example.com", name: "Carol" });
  const record = await readRecord(world, admin, ada);
  const alike = record?.alike.map(({ id }) => id).sort();
  expect(alike).toEqual((await Promise.all(others.map(({ id }) => clientOf(world, id)))).sort());
});

test("two records become one, with all that either was known by", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const [first, second] = [await booked(world), await booked(world, { ...BEN, start: at("12:00") })];
  const [id, otherId] = [await clientOf(world, first.id), await clientOf(world, second.id)];
  await addNote(world, admin, { clientId: otherId, words: "Came with a friend" });
  expect((await merge(world, admin, { id, otherId })).kind).toBe("merged");
  const record = await readRecord(world, admin, id);
  expect(record?.client).toMatchObject({ name: "Ada Smith", email: "ada@example.com" });
  expect(record?.keys).toHaveLength(4);
  expect(record?.visits).toHaveLength(2);
  expect(record?.notes.map(({ words }) => words)).toEqual(["Came with a friend"]);
  expect(await readRecord(world, admin, otherId)).toBeNull();
  expect((await readClients(world, admin, { ...BY_NAME, text: "ben@" })).clients.map((client) => client.id)).toEqual([
    id,
  ]);
  const again = await booked(world, { ...BEN, start: at("14:00") });
  expect(await clientOf(world, again.id)).toBe(id);
  expect(await auditActions(world, "client")).toEqual(expect.arrayContaining(["client.note", "client.merge"]));
});

test("two merges of the same two at once leave one record", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const [first, second] = [await booked(world), await booked(world, { ...BEN, start: at("12:00") })];
  const [id, otherId] = [await clientOf(world, first.id), await clientOf(world, second.id)];
  const outcomes = await Promise.all([
    merge(world, admin, { id, otherId }),
    merge(world, admin, { id: otherId, otherId: id }),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["merged", "not-found"]);
  expect((await readClients(world, admin, BY_NAME)).total).toBe(1);
});

test("a record does not merge with itself, nor with one that is not there", async () => {
  const world = await demoWorld();
  const admin = await adminActor(world);
  const id = await clientOf(world, (await booked(world)).id);
  expect(await merge(world, admin, { id, otherId: id })).toEqual({ kind: "not-found" });
  expect(await merge(world, admin, { id, otherId: "nobody" })).toEqual({ kind: "not-found" });
  expect(await auditActions(world, "client")).toEqual([]);
});

test("nobody but an admin reads or merges", async () => {
  const world = await demoWorld();
  const id = await clientOf(world, (await booked(world)).id);
  const otherId = await clientOf(world, (await booked(world, { ...BEN, start: at("12:00") })).id);
  for (const actor of NOT_ADMINS) {
    await expect(readClients(world, actor, BY_NAME)).rejects.toThrow("for admins");
    await expect(readRecord(world, actor, id)).rejects.toThrow("for admins");
    expect(await merge(world, actor, { id, otherId })).toEqual({ kind: "not-found" });
  }
});
