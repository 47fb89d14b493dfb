import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { signIn } from "#app/accounts/sign-in/sign-in.server.ts";
import { changeRole, disableUser, enableUser, endUserSessions } from "#app/accounts/users/change-user.server.ts";
import { listUserPage, USERS_PER_PAGE } from "#app/accounts/users/list-users.server.ts";
import { getUser } from "#app/accounts/users.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Actor } from "#app/platform/permissions.ts";
import { adminActor, auditActions, NOT_ADMINS } from "#tests/support/admin.ts";
import { newSession, PASSWORD, personIn, signedIn } from "#tests/support/signed-in.ts";
import { TUESDAY_NINE, testApp } from "#tests/support/test-app.ts";

const caller = { headers: new Headers(), address: "192.0.2.1" };
const whoIs = async (app: AppContext, cookie: string) => (await identify(app, new Headers({ cookie }))).actor.kind;

test("the list shows who has an account, the newest first, and finds them by name or address", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  app.clock.set(TUESDAY_NINE + 1000);
  const pat = await personIn(app, { name: "Pat Example", email: "pat@example.com" });
  await insertSession(app, { userId: pat.id, expiresAt: TUESDAY_NINE + 2000 });
  await insertSession(app, { userId: pat.id, expiresAt: TUESDAY_NINE });
  const { users, total } = await listUserPage(app, admin, { text: "", page: 1 });
  expect(total).toBe(2);
  expect(users[0]).toEqual({
    id: pat.id,
    name: "Pat Example",
    email: "pat@example.com",
    role: "user",
    joined: TUESDAY_NINE + 1000,
    disabled: false,
    sessions: 1,
  });
  const found = async (text: string) =>
    (await listUserPage(app, admin, { text, page: 1 })).users.map(({ name }) => name);
  expect(await found("PAT example")).toEqual(["Pat Example"]);
  expect(await found("pat@")).toEqual(["Pat Example"]);
  expect(await found("%")).toEqual([]);
});

test("the list comes a page at a time", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  for (let index = 0; index < USERS_PER_PAGE; index++) await insertPlainUser(app, index);
  const sizes = [1, 2, 3].map(async (page) => (await listUserPage(app, admin, { text: "", page })).users.length);
  expect(await Promise.all(sizes)).toEqual([USERS_PER_PAGE, 1, 0]);
});

test("a record that lacks its name, address or role says so", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const { id } = await personIn(app);
  await app.db.kysely.updateTable("users").set({ name: "", email: "", role: "" }).where("id", "=", id).execute();
  const { users } = await listUserPage(app, admin, { text: "", page: 1 });
  expect(users.find((user) => user.id === id)).toMatchObject({ name: null, email: null, role: null });
});

test("who is disabled is signed out at once and can't sign in until enabled again", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const { id: userId, email, cookie } = await signedIn(app);
  expect((await disableUser(app, admin, { userId })).kind).toBe("changed");
  expect(await whoIs(app, cookie)).toBe("visitor");
  expect(await signIn(app, caller, { email, password: PASSWORD })).toMatchObject({
    kind: "refused",
    message: "This account has been disabled. Get in touch",
  });
  const slipped = await newSession(app, userId);
  expect(await whoIs(app, slipped.cookie)).toBe("visitor");
  expect((await enableUser(app, admin, { userId })).kind).toBe("changed");
  expect((await signIn(app, caller, { email, password: PASSWORD })).kind).toBe("signed-in");
  expect(await auditActions(app, "user")).toEqual(expect.arrayContaining(["account.disable", "account.enable"]));
});

test("an account whose address nobody has proved becomes no admin's: somebody else may have opened it", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const { id: userId } = await personIn(app, { verified: false });
  expect(await changeRole(app, admin, { userId, role: "admin" })).toMatchObject({
    kind: "refused",
    message: "They have not confirmed their email address yet. Make them an admin once they have",
  });
  expect((await getUser(app.db.kysely, userId))?.role).toBe("user");
});

test("nobody disables themselves or the last admin who can sign in", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  expect((await disableUser(app, admin, { userId: admin.userId })).kind).toBe("refused");
  const system = { kind: "system" } as const;
  expect((await disableUser(app, system, { userId: admin.userId })).kind).toBe("refused");
  const other = await personIn(app, { role: "admin" });
  expect((await disableUser(app, admin, { userId: other.id })).kind).toBe("changed");
  // The other is an admin still, but one who can't sign in: the first stays.
  expect((await changeRole(app, admin, { userId: admin.userId, role: "user" })).kind).toBe("refused");
  expect((await changeRole(app, admin, { userId: other.id, role: "user" })).kind).toBe("changed");
});

test("two admins who disable each other at once leave one", async () => {
  const app = await testApp();
  const [one, other] = [await adminActor(app), await adminActor(app)];
  const outcomes = await Promise.all([
    disableUser(app, one, { userId: other.userId }),
    disableUser(app, other, { userId: one.userId }),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "refused"]);
});

test("ending somebody's sessions signs them out everywhere", async () => {
  const app = await testApp();
  const admin = await adminActor(app);
  const { id: userId, cookie } = await signedIn(app);
  const second = await newSession(app, userId);
  expect((await endUserSessions(app, admin, { userId })).kind).toBe("changed");
  expect([await whoIs(app, cookie), await whoIs(app, second.cookie)]).toEqual(["visitor", "visitor"]);
  expect(await auditActions(app, "user")).toContain("account.end-sessions");
});

test("a role is given by an admin who was confirmed lately", async () => {
  const app = await testApp();
  const actor = await adminActor(app);
  const { id: userId } = await personIn(app);
  const give = (by: Actor) => changeRole(app, by, { userId, role: "admin" });
  expect(await give({ ...actor, isConfirmed: false })).toEqual({ kind: "unconfirmed" });
  for (const other of NOT_ADMINS) expect(await give(other)).toEqual({ kind: "not-found" });
  expect(await give(actor)).toMatchObject({ kind: "changed", user: { role: "admin" } });
  expect(await auditActions(app, "user")).toEqual(["account.role"]);
});

test("nobody but an admin reads the list, disables, enables or ends sessions", async () => {
  const app = await testApp();
  const { id: userId, cookie } = await signedIn(app);
  for (const actor of NOT_ADMINS) {
    await expect(listUserPage(app, actor, { text: "", page: 1 })).rejects.toThrow("for the practice alone");
    for (const change of [disableUser, enableUser, endUserSessions]) {
      expect(await change(app, actor, { userId })).toEqual({ kind: "not-found" });
    }
  }
  expect(await whoIs(app, cookie)).toBe("client");
});

async function insertPlainUser(app: AppContext, index: number): Promise<void> {
  const at = new Date(TUESDAY_NINE);
  const person = { id: `user-${index}`, name: `User ${index}`, email: `user-${index}@example.com`, role: "user" };
  await app.db.kysely
    .insertInto("users")
    .values({ ...person, emailVerified: true, createdAt: at, updatedAt: at })
    .execute();
}

async function insertSession(
  app: AppContext,
  { userId, expiresAt }: { userId: string; expiresAt: number },
): Promise<void> {
  const at = new Date(TUESDAY_NINE - 1000);
  const session = { id: `session-${expiresAt}`, token: `token-${expiresAt}`, userId, expiresAt: new Date(expiresAt) };
  await app.db.kysely
    .insertInto("sessions")
    .values({ ...session, createdAt: at, updatedAt: at })
    .execute();
}
