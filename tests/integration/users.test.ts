import { expect, test } from "vitest";
import type { Actor } from "#app/accounts/actor.ts";
import { changeRole } from "#app/accounts/admins/commands.server.ts";
import { identify, signIn } from "#app/accounts/session/commands.server.ts";
import { disable, enable, endSessionsOf, readUsers, setRole } from "#app/accounts/users/commands.server.ts";
import { USERS_PER_PAGE } from "#app/accounts/users/user-list.ts";
import type { World } from "#app/platform/world.server.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { newSession, PASSWORD, personIn, signedIn } from "#tests/support/signed-in.ts";
import { TUESDAY_NINE, testWorld } from "#tests/support/world.ts";

const caller = { headers: new Headers(), address: "192.0.2.1" };
const whoIs = async (world: World, cookie: string) => (await identify(world, new Headers({ cookie }))).actor.kind;

test("the list shows who has an account, the newest first, and finds them by name or address", async () => {
  const world = await testWorld();
  const admin = await adminActor(world);
  world.clock.set(TUESDAY_NINE + 1000);
  const pat = await personIn(world, { name: "Pat Example", email: "pat@example.com" });
  await insertSession(world, { userId: pat.id, expiresAt: TUESDAY_NINE + 2000 });
  await insertSession(world, { userId: pat.id, expiresAt: TUESDAY_NINE });
  const { users, total } = await readUsers(world, admin, { text: "", page: 1 });
  expect(total).toBe(2);
  expect(users[0]).toEqual({
    ...{ id: pat.id, name: "Pat Example", email: "pat@example.com", role: "user" },
    ...{ joined: TUESDAY_NINE + 1000, disabled: false, sessions: 1 },
  });
  const found = async (text: string) =>
    (await readUsers(world, admin, { text, page: 1 })).users.map(({ name }) => name);
  expect(await found("PAT example")).toEqual(["Pat Example"]);
  expect(await found("pat@")).toEqual(["Pat Example"]);
  expect(await found("%")).toEqual([]);
});

test("the list comes a page at a time", async () => {
  const world = await testWorld();
  const admin = await adminActor(world);
  for (let index = 0; index < USERS_PER_PAGE; index++) await insertPlainUser(world, index);
  const sizes = [1, 2, 3].map(async (page) => (await readUsers(world, admin, { text: "", page })).users.length);
  expect(await Promise.all(sizes)).toEqual([USERS_PER_PAGE, 1, 0]);
});

test("a record that lacks its name, address or role says so", async () => {
  const world = await testWorld();
  const admin = await adminActor(world);
  const { id } = await personIn(world);
  await world.db.kysely.updateTable("users").set({ name: "", email: "", role: "" }).where("id", "=", id).execute();
  const { users } = await readUsers(world, admin, { text: "", page: 1 });
  expect(users.find((user) => user.id === id)).toMatchObject({ name: null, email: null, role: null });
});

test("who is disabled is signed out at once and can't sign in until enabled again", async () => {
  const world = await testWorld();
  const admin = await adminActor(world);
  const { id: userId, email, cookie } = await signedIn(world);
  expect((await disable(world, admin, { userId })).kind).toBe("changed");
  expect(await whoIs(world, cookie)).toBe("visitor");
  expect(await signIn(world, caller, { email, password: PASSWORD })).toMatchObject({
    kind: "refused",
    message: "This account has been disabled. Please get in touch with us",
  });
  const slipped = await newSession(world, userId);
  expect(await whoIs(world, slipped.cookie)).toBe("visitor");
  expect((await enable(world, admin, { userId })).kind).toBe("changed");
  expect((await signIn(world, caller, { email, password: PASSWORD })).kind).toBe("signed-in");
  expect(await auditActions(world, "user")).toEqual(expect.arrayContaining(["account.disable", "account.enable"]));
});

test("nobody disables themselves or the last admin who can sign in", async () => {
  const world = await testWorld();
  const admin = await adminActor(world);
  expect((await disable(world, admin, { userId: admin.userId })).kind).toBe("refused");
  const system = { kind: "system" } as const;
  expect((await disable(world, system, { userId: admin.userId })).kind).toBe("refused");
  const other = await personIn(world, { role: "admin" });
  expect((await disable(world, admin, { userId: other.id })).kind).toBe("changed");
  // The other is an admin still, but one who can't sign in: the first stays.
  expect((await changeRole(world, admin, { userId: admin.userId, role: "user" })).kind).toBe("refused");
  expect((await changeRole(world, admin, { userId: other.id, role: "user" })).kind).toBe("changed");
});

test("two admins who disable each other at once leave one", async () => {
  const world = await testWorld();
  const [one, other] = [await adminActor(world), await adminActor(world)];
  const outcomes = await Promise.all([
    disable(world, one, { userId: other.userId }),
    disable(world, other, { userId: one.userId }),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "refused"]);
});

test("ending somebody's sessions signs them out everywhere", async () => {
  const world = await testWorld();
  const admin = await adminActor(world);
  const { id: userId, cookie } = await signedIn(world);
  const second = await newSession(world, userId);
  expect((await endSessionsOf(world, admin, { userId })).kind).toBe("changed");
  expect([await whoIs(world, cookie), await whoIs(world, second.cookie)]).toEqual(["visitor", "visitor"]);
  expect(await auditActions(world, "user")).toContain("account.end-sessions");
});

test("a role is given by an admin who knows their own password", async () => {
  const world = await testWorld();
  const actor = await adminActor(world);
  const { id: userId } = await personIn(world);
  const give = (password: string, by: Actor = actor) =>
    setRole(world, { actor: by, caller }, { userId, role: "admin", password });
  expect(await give("not the password")).toMatchObject({ kind: "refused" });
  for (const other of NOT_ADMINS) expect(await give(PASSWORD, other)).toEqual({ kind: "unknown" });
  expect(await give(PASSWORD)).toMatchObject({ kind: "changed", user: { role: "admin" } });
  expect(await auditActions(world, "user")).toEqual(["account.role"]);
});

test("nobody but an admin reads the list, disables, enables or ends sessions", async () => {
  const world = await testWorld();
  const { id: userId, cookie } = await signedIn(world);
  for (const actor of NOT_ADMINS) {
    await expect(readUsers(world, actor, { text: "", page: 1 })).rejects.toThrow("for admins");
    for (const change of [disable, enable, endSessionsOf]) {
      expect(await change(world, actor, { userId })).toEqual({ kind: "unknown" });
    }
  }
  expect(await whoIs(world, cookie)).toBe("client");
});

async function insertPlainUser(world: World, index: number): Promise<void> {
  const at = new Date(TUESDAY_NINE);
  const person = { id: `user-${index}`, name: `User ${index}`, email: `user-${index}@example.com`, role: "user" };
  await world.db.kysely
    .insertInto("users")
    .values({ ...person, emailVerified: true, createdAt: at, updatedAt: at })
    .execute();
}

async function insertSession(
  world: World,
  { userId, expiresAt }: { userId: string; expiresAt: number },
): Promise<void> {
  const at = new Date(TUESDAY_NINE - 1000);
  const session = { id: `session-${expiresAt}`, token: `token-${expiresAt}`, userId, expiresAt: new Date(expiresAt) };
  await world.db.kysely
    .insertInto("sessions")
    .values({ ...session, createdAt: at, updatedAt: at })
    .execute();
}
