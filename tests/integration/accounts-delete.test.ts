import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import { leave, linkGuestBookings } from "#app/appointments/clients/client-account.server.ts";
import { exportOwnData, ownedBy } from "#app/appointments/clients/own-appointments.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { PASSWORD, type SignedIn, signedIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const HOUR = 3_600_000;

test("a deleted account leaves its bookings with the practice, and nothing that names it", async () => {
  const app = await demoApp();
  const person = await signedIn(app, { email: "leaver@example.com" });
  const { appointment } = await booked(app, { email: person.email }, { kind: "client", userId: person.id });
  expect(await leave(app, await whoIs(app, person), { password: PASSWORD })).toEqual({ kind: "deleted" });
  expect(await getUser(app.db.kysely, person.id)).toBeNull();
  expect((await identify(app, new Headers({ cookie: person.cookie }))).user).toBeNull();
  const kept = await app.db.kysely.selectFrom("appointments").select(["id", "user_id", "status"]).execute();
  expect(kept).toEqual([{ id: appointment.id, user_id: null, status: "Confirmed" }]);
  for (const table of ["sessions", "sign_ins", "client_keys"] as const) {
    expect(JSON.stringify(await app.db.kysely.selectFrom(table).selectAll().execute()), table).not.toContain(person.id);
  }
});

test("the wrong password deletes nothing, and the last admin stays", async () => {
  const app = await demoApp();
  const client = await signedIn(app);
  expect((await leave(app, await whoIs(app, client), { password: "not the password" })).kind).toBe("invalid");
  const [one, other] = [await signedIn(app, { role: "admin" }), await signedIn(app, { role: "admin" })];
  const both = [await whoIs(app, one), await whoIs(app, other)];
  const outcomes = await Promise.all(both.map((who) => leave(app, who, { password: PASSWORD })));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["deleted", "refused"]);
  expect(await getUser(app.db.kysely, client.id)).not.toBeNull();
});

test("guest bookings go to the verified address, whatever its case, and never twice", async () => {
  const app = await demoApp();
  const unproved = await signedIn(app, { email: "sam@example.com", verified: false });
  await booked(app, { email: "Sam@Example.com" });
  await booked(app, { email: "other@example.com", start: FRIDAY_TEN + 2 * HOUR });
  expect(await linkGuestBookings(app, { ...unproved, emailVerified: false })).toBe(0);
  expect(await linkGuestBookings(app, { ...unproved, emailVerified: true })).toBe(1);
  const { ahead } = await ownedBy(app, unproved.id);
  expect(ahead.map(({ appointment }) => appointment.email)).toEqual(["Sam@Example.com"]);
  const thief = await signedIn(app);
  expect(await linkGuestBookings(app, { id: thief.id, email: "sam@example.com", emailVerified: true })).toBe(0);
});

test("appointments ahead stand first, the next one on top; then the past ones, the latest on top", async () => {
  const app = await demoApp();
  const { id } = await signedIn(app);
  const actor = { kind: "client", userId: id } as const;
  for (const start of [FRIDAY_TEN + 4 * HOUR, FRIDAY_TEN, FRIDAY_TEN + 2 * HOUR]) await booked(app, { start }, actor);
  const startsOf = (list: { appointment: { start: number } }[]) => list.map(({ appointment }) => appointment.start);
  app.clock.set(FRIDAY_TEN + 3 * HOUR);
  const { ahead, past } = await ownedBy(app, id);
  expect(startsOf(ahead)).toEqual([FRIDAY_TEN + 4 * HOUR]);
  expect(startsOf(past)).toEqual([FRIDAY_TEN + 2 * HOUR, FRIDAY_TEN]);
});

test("one's data holds one's bookings and nobody else's", async () => {
  const app = await demoApp();
  const person = await signedIn(app);
  await booked(app, { email: person.email }, { kind: "client", userId: person.id });
  await booked(app, { email: "other@example.com", start: FRIDAY_TEN + 2 * HOUR });
  const { identity } = await whoIs(app, person);
  const taken = await exportOwnData(app, identity);
  expect(taken?.account).toMatchObject({ email: person.email, role: "user" });
  expect(taken?.appointments).toHaveLength(1);
  expect(JSON.stringify(taken)).not.toContain("other@example.com");
});

async function whoIs(app: TestApp, { cookie }: SignedIn) {
  const headers = new Headers({ cookie });
  return { caller: { headers, address: "192.0.2.1" }, identity: await identify(app, headers) };
}
