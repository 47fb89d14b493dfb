import { expect, test } from "vitest";
import { linkSome } from "#app/appointments/appointments.jobs.server.ts";
import { clientFor } from "#app/clients/client-for-booking.server.ts";
import { getClient, keysOfClient } from "#app/clients/clients.db.server.ts";
import { eraseClient } from "#app/clients/personal-data.server.ts";
import { at, booked, tryToBook } from "#tests/support/booking-inputs.ts";
import { clientOf } from "#tests/support/clients.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, testApp } from "#tests/support/test-app.ts";

const PHONE = "+441632960001";

test("a booking makes its client, and the next one by the same address finds them", async () => {
  const app = await demoApp();
  const first = await clientOf(app, (await booked(app)).id);
  const again = await booked(app, { start: at("12:00"), email: "ADA@example.com", name: "Ada Smith-Jones" });
  expect(await clientOf(app, again.id)).toBe(first);
  expect(await getClient(app.db.kysely, first)).toMatchObject({ name: "Ada Smith", phone: PHONE });
  expect(await keysOfClient(app.db.kysely, first)).toEqual([
    { kind: "email", value: "ada@example.com" },
    { kind: "phone", value: PHONE },
  ]);
});

test("a phone makes nobody one with somebody else, with their name neither", async () => {
  const app = await demoApp();
  const ada = await booked(app);
  const ben = await booked(app, { start: at("12:00"), name: "Ben Smith", email: "ben@example.com" });
  const adaAgain = await booked(app, { start: at("14:00"), email: "ada.two@example.com" });
  expect(await clientOf(app, ben.id)).not.toBe(await clientOf(app, ada.id));
  expect(await clientOf(app, adaAgain.id)).not.toBe(await clientOf(app, ada.id));
});

test("an account finds its client whatever is typed", async () => {
  const app = await demoApp();
  const { id: userId, email } = await personIn(app);
  const db = app.db.kysely;
  const contact = { userId, name: "Ada", email: "ada@example.com", phone: null, by: "person" } as const;
  const { id: first } = await db.transaction().execute((tx) => clientFor(tx, contact, 1));
  const other = { userId, name: "Somebody", email: "new@example.com", phone: null, by: "person" } as const;
  expect((await db.transaction().execute((tx) => clientFor(tx, other, 2))).id).toBe(first);
  // The account and the address that it proved: what was typed beside it is no proof.
  expect((await keysOfClient(db, first)).map(({ value }) => value)).toEqual([userId, email]);
});

test("who leaves nothing to be known by is somebody new each time", async () => {
  const app = await testApp();
  const contact = { userId: null, name: "Walk-in", email: null, phone: null, by: "practice" } as const;
  const made = () => app.db.kysely.transaction().execute((tx) => clientFor(tx, contact, 1));
  expect((await made()).id).not.toBe((await made()).id);
});

test("one person who books six times at once is one client", async () => {
  const app = await demoApp();
  const starts = ["09:00", "10:30", "12:00", "13:30", "15:00", "16:00"].map((time) => at(time));
  const outcomes = await Promise.all(starts.map((start) => tryToBook(app, { start })));
  expect(outcomes.map(({ kind }) => kind)).toEqual(starts.map(() => "booked"));
  const clients = await app.db.kysely.selectFrom("clients").select("id").execute();
  expect(clients).toHaveLength(1);
});

test("a lost race leaves no client behind", async () => {
  const app = await demoApp();
  await booked(app, { therapist: "imogen-hartley" });
  const lost = await tryToBook(app, {
    therapist: "imogen-hartley",
    email: "late@example.com",
    phone: "+441632960009",
  });
  expect(lost.kind).toBe("taken");
  const names = await app.db.kysely.selectFrom("client_keys").select("value").where("kind", "=", "email").execute();
  expect(names).toEqual([{ value: "ada@example.com" }]);
});

test("appointments that came in without a client are given one, each once", async () => {
  const app = await demoApp();
  const first = await booked(app);
  const second = await booked(app, {
    start: at("12:00"),
    email: "ben@example.com",
    name: "Ben",
    phone: "+441632960002",
  });
  const third = await booked(app, { start: at("14:00") });
  await app.db.kysely.updateTable("appointments").set({ client_id: null }).execute();
  await app.db.kysely.deleteFrom("clients").execute();
  expect([await linkSome(app), await linkSome(app)]).toEqual([3, 0]);
  expect(await clientOf(app, third.id)).toBe(await clientOf(app, first.id));
  expect(await clientOf(app, second.id)).not.toBe(await clientOf(app, first.id));
});

test("a client who was erased is not found again", async () => {
  const app = await demoApp();
  const first = await clientOf(app, (await booked(app)).id);
  await app.db.kysely.transaction().execute((tx) => eraseClient(tx, first, 1));
  const again = await clientOf(app, (await booked(app, { start: at("12:00") })).id);
  expect(again).not.toBe(first);
});
