import { expect, test } from "vitest";
import { linkSome } from "#app/appointments/linking/jobs.server.ts";
import { clientFor } from "#app/clients/commands.server.ts";
import { eraseClient, findClient, keysOfClient } from "#app/clients/store.server.ts";
import { clientOf } from "#tests/support/clients.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { at, booked, tryToBook } from "#tests/support/wishes.ts";
import { demoWorld, testWorld } from "#tests/support/world.ts";

const PHONE = "+441632960001";

test("a booking makes its client, and the next one by the same address finds them", async () => {
  const world = await demoWorld();
  const first = await clientOf(world, (await booked(world)).id);
  const again = await booked(world, { start: at("12:00"), email: "ADA@example.com", name: "Ada Smith-Jones" });
  expect(await clientOf(world, again.id)).toBe(first);
  expect(await findClient(world.db.kysely, first)).toMatchObject({ name: "Ada Smith-Jones", phone: PHONE });
  expect(await keysOfClient(world.db.kysely, first)).toEqual([
    { kind: "email", value: "ada@example.com" },
    { kind: "phone", value: PHONE },
  ]);
});

test("a phone alone doesn't make two people of a family one", async () => {
  const world = await demoWorld();
  const ada = await booked(world);
  const ben = await booked(world, { start: at("12:00"), name: "Ben Smith", email: "ben@example.com" });
  const adaAgain = await booked(world, { start: at("14:00"), email: "ada.two@example.com" });
  expect(await clientOf(world, ben.id)).not.toBe(await clientOf(world, ada.id));
  expect(await clientOf(world, adaAgain.id)).toBe(await clientOf(world, ada.id));
});

test("an account finds its client whatever is typed", async () => {
  const world = await demoWorld();
  const { id: userId } = await personIn(world);
  const db = world.db.kysely;
  const contact = { userId, name: "Ada", email: "ada@example.com", phone: null };
  const first = await db.transaction().execute((tx) => clientFor(tx, contact, 1));
  const other = { userId, name: "Somebody", email: "new@example.com", phone: null };
  expect(await db.transaction().execute((tx) => clientFor(tx, other, 2))).toBe(first);
  expect(await keysOfClient(db, first)).toHaveLength(3);
});

test("who leaves nothing to be known by is somebody new each time", async () => {
  const world = await testWorld();
  const contact = { userId: null, name: "Walk-in", email: null, phone: null };
  const made = () => world.db.kysely.transaction().execute((tx) => clientFor(tx, contact, 1));
  expect(await made()).not.toBe(await made());
});

test("one person who books six times at once is one client", async () => {
  const world = await demoWorld();
  const starts = ["09:00", "10:30", "12:00", "13:30", "15:00", "16:00"].map((time) => at(time));
  const outcomes = await Promise.all(starts.map((start) => tryToBook(world, { start })));
  expect(outcomes.map(({ kind }) => kind)).toEqual(starts.map(() => "booked"));
  const clients = await world.db.kysely.selectFrom("clients").select("id").execute();
  expect(clients).toHaveLength(1);
});

test("a lost race leaves no client behind", async () => {
  const world = await demoWorld();
  await booked(world, { therapist: "imogen-hartley" });
  const lost = await tryToBook(world, {
    therapist: "imogen-hartley",
    email: "late@example.com",
    phone: "+441632960009",
  });
  expect(lost.kind).toBe("taken");
  const names = await world.db.kysely.selectFrom("client_keys").select("value").where("kind", "=", "email").execute();
  expect(names).toEqual([{ value: "ada@example.com" }]);
});

test("appointments that came in without a client are given one, each once", async () => {
  const world = await demoWorld();
  const first = await booked(world);
  const second = await booked(world, {
    start: at("12:00"),
    email: "ben@example.com",
    name: "Ben",
    phone: "+441632960002",
  });
  const third = await booked(world, { start: at("14:00") });
  await world.db.kysely.updateTable("appointments").set({ client_id: null }).execute();
  await world.db.kysely.deleteFrom("clients").execute();
  expect([await linkSome(world), await linkSome(world)]).toEqual([3, 0]);
  expect(await clientOf(world, third.id)).toBe(await clientOf(world, first.id));
  expect(await clientOf(world, second.id)).not.toBe(await clientOf(world, first.id));
});

test("a client who was erased is not found again", async () => {
  const world = await demoWorld();
  const first = await clientOf(world, (await booked(world)).id);
  await world.db.kysely.transaction().execute((tx) => eraseClient(tx, first, 1));
  const again = await clientOf(world, (await booked(world, { start: at("12:00") })).id);
  expect(again).not.toBe(first);
});
