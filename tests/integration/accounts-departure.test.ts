import { expect, test } from "vitest";
import { identify } from "#app/accounts/session/commands.server.ts";
import { findUser } from "#app/accounts/store.server.ts";
import { leave, linkGuestBookings, ownedBy, personalData } from "#app/appointments/owned/commands.server.ts";
import { booked, FRIDAY_TEN } from "#tests/support/booked.ts";
import { PASSWORD, type SignedIn, signedIn } from "#tests/support/signed-in.ts";
import { demoWorld, type TestWorld } from "#tests/support/world.ts";

const HOUR = 3_600_000;

test("a deleted account leaves its bookings with the practice, and nothing that names it", async () => {
  const world = await demoWorld();
  const person = await signedIn(world, { email: "leaver@example.com" });
  const { appointment } = await booked(world, { email: person.email }, { kind: "client", userId: person.id });
  expect(await leave(world, await whoIs(world, person), PASSWORD)).toEqual({ kind: "deleted" });
  expect(await findUser(world.db.kysely, person.id)).toBeNull();
  expect((await identify(world, new Headers({ cookie: person.cookie }))).user).toBeNull();
  const kept = await world.db.kysely.selectFrom("appointments").select(["id", "user_id", "status"]).execute();
  expect(kept).toEqual([{ id: appointment.id, user_id: null, status: "Confirmed" }]);
  for (const table of ["sessions", "sign_ins", "client_keys"] as const) {
    expect(JSON.stringify(await world.db.kysely.selectFrom(table).selectAll().execute()), table).not.toContain(
      person.id,
    );
  }
});

test("the wrong password deletes nothing, and the last admin stays", async () => {
  const world = await demoWorld();
  const client = await signedIn(world);
  expect((await leave(world, await whoIs(world, client), "not the password")).kind).toBe("invalid");
  const [one, other] = [await signedIn(world, { role: "admin" }), await signedIn(world, { role: "admin" })];
  const both = [await whoIs(world, one), await whoIs(world, other)];
  const outcomes = await Promise.all(both.map((who) => leave(world, who, PASSWORD)));
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["deleted", "refused"]);
  expect(await findUser(world.db.kysely, client.id)).not.toBeNull();
});

test("guest bookings go to the verified address, whatever its case, and never twice", async () => {
  const world = await demoWorld();
  const unproved = await signedIn(world, { email: "sam@example.com", verified: false });
  await booked(world, { email: "Sam@Example.com" });
  await booked(world, { email: "other@example.com", start: FRIDAY_TEN + 2 * HOUR });
  expect(await linkGuestBookings(world, { ...unproved, emailVerified: false })).toBe(0);
  expect(await linkGuestBookings(world, { ...unproved, emailVerified: true })).toBe(1);
  const { ahead } = await ownedBy(world, unproved.id);
  expect(ahead.map(({ appointment }) => appointment.email)).toEqual(["Sam@Example.com"]);
  const thief = await signedIn(world);
  expect(await linkGuestBookings(world, { id: thief.id, email: "sam@example.com", emailVerified: true })).toBe(0);
});

test("appointments ahead stand first, the next one on top; then the past ones, the latest on top", async () => {
  const world = await demoWorld();
  const { id } = await signedIn(world);
  const actor = { kind: "client", userId: id } as const;
  for (const start of [FRIDAY_TEN + 4 * HOUR, FRIDAY_TEN, FRIDAY_TEN + 2 * HOUR]) await booked(world, { start }, actor);
  const startsOf = (list: { appointment: { start: number } }[]) => list.map(({ appointment }) => appointment.start);
  world.clock.set(FRIDAY_TEN + 3 * HOUR);
  const { ahead, past } = await ownedBy(world, id);
  expect(startsOf(ahead)).toEqual([FRIDAY_TEN + 4 * HOUR]);
  expect(startsOf(past)).toEqual([FRIDAY_TEN + 2 * HOUR, FRIDAY_TEN]);
});

test("one's data holds one's bookings and nobody else's", async () => {
  const world = await demoWorld();
  const person = await signedIn(world);
  await booked(world, { email: person.email }, { kind: "client", userId: person.id });
  await booked(world, { email: "other@example.com", start: FRIDAY_TEN + 2 * HOUR });
  const { identity } = await whoIs(world, person);
  const taken = await personalData(world, identity);
  expect(taken?.account).toMatchObject({ email: person.email, role: "user" });
  expect(taken?.appointments).toHaveLength(1);
  expect(JSON.stringify(taken)).not.toContain("other@example.com");
});

async function whoIs(world: TestWorld, { cookie }: SignedIn) {
  const headers = new Headers({ cookie });
  return { caller: { headers, address: "192.0.2.1" }, identity: await identify(world, headers) };
}
