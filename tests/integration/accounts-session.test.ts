import { expect, test } from "vitest";
import { removeExpired } from "#app/accounts/accounts.jobs.server.ts";
import { identify, signOut } from "#app/accounts/identify.server.ts";
import { listSessions } from "#app/accounts/sessions.db.server.ts";
import { finishSignUp, signIn } from "#app/accounts/sign-in/sign-in.server.ts";
import { changeRole } from "#app/accounts/users/change-user.server.ts";
import { adminHint, createAdmin } from "#app/accounts/users/create-admin.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { newSession, PASSWORD, personIn, signedIn } from "#tests/support/signed-in.ts";
import { testApp } from "#tests/support/test-app.ts";

const system = { kind: "system" } as const;
const LONG = "plaster thumb orchard 7 kettle";

test("a session cookie says who asks", async () => {
  const app = await testApp();
  const client = await signedIn(app);
  const admin = await signedIn(app, { role: "admin" });
  const asked = async (cookie: string) => (await identify(app, new Headers({ cookie }))).actor;
  expect(await asked(client.cookie)).toEqual({ kind: "client", userId: client.id });
  expect(await asked(admin.cookie)).toEqual({ kind: "admin", userId: admin.id });
});

test("a forged, a cut and an ended session are nobody", async () => {
  const app = await testApp();
  const { id, cookie } = await signedIn(app);
  const forged = cookie.replace(/=(.)/, (_all, first) => `=${first === "a" ? "b" : "a"}`);
  const other = await newSession(app, id);
  await signOut(app, new Headers({ cookie: other.cookie }));
  for (const bad of [forged, cookie.slice(0, -8), other.cookie, "ly.session_token=", "ly.session_token=x.y"]) {
    expect((await identify(app, new Headers({ cookie: bad }))).actor, bad).toEqual({ kind: "visitor" });
  }
  expect((await identify(app, new Headers({ cookie }))).user?.id).toBe(id);
});

test("an admin's session that was left alone for a night is nobody's; a client's stays", async () => {
  const app = await testApp();
  const HOUR = 3_600_000;
  const client = await signedIn(app);
  const [lapsed, used] = [await signedIn(app, { role: "admin" }), await signedIn(app, { role: "admin" })];
  for (const { id } of [client, lapsed]) await usedLast(id, systemClock.now() - 9 * HOUR);
  await usedLast(used.id, systemClock.now() - 7 * HOUR);
  const asked = ({ cookie }: { cookie: string }) => identify(app, new Headers({ cookie }));
  expect([(await asked(client)).user?.id, (await asked(used)).user?.id]).toEqual([client.id, used.id]);
  const { user, cookies } = await asked(lapsed);
  expect([user, cookies.some((line) => /session_token=;.*Max-Age=0/i.test(line))]).toEqual([null, true]);
  // The night has ended it for good, and the day's use was noted.
  await usedLast(lapsed.id, systemClock.now());
  expect((await asked(lapsed)).user).toBeNull();
  const row = await app.db.kysely
    .selectFrom("sessions")
    .select("updatedAt")
    .where("userId", "=", used.id)
    .executeTakeFirstOrThrow();
  expect(systemClock.now() - new Date(row.updatedAt).getTime()).toBeLessThan(HOUR);

  function usedLast(userId: string, at: number) {
    const stamps = { updatedAt: new Date(at), expiresAt: new Date(at + 30 * 24 * HOUR) };
    return app.db.kysely.updateTable("sessions").set(stamps).where("userId", "=", userId).execute();
  }
});

test.each([
  ["user", 89, true],
  ["user", 91, false],
  ["admin", 6, true],
  ["admin", 8, false],
] as const)("the session of a %s, in use every day, after %i days: %s", async (role, days, stands) => {
  const app = await testApp();
  const { id, cookie } = await signedIn(app, { role });
  const createdAt = new Date(systemClock.now() - days * 86_400_000);
  await app.db.kysely.updateTable("sessions").set({ createdAt }).where("userId", "=", id).execute();
  const { user, cookies } = await identify(app, new Headers({ cookie }));
  expect(user !== null).toBe(stands);
  expect(cookies.some((line) => /session_token=;.*Max-Age=0/i.test(line))).toBe(!stands);
  const left = await app.db.kysely.selectFrom("sessions").select("id").where("userId", "=", id).execute();
  expect(left).toHaveLength(stands ? 1 : 0);
});

test("a session past its age is not listed, and is swept away although its use prolonged it", async () => {
  const app = await testApp();
  const { id } = await signedIn(app);
  app.clock.set(systemClock.now());
  const createdAt = new Date(app.clock.now() - 91 * 86_400_000);
  await app.db.kysely.updateTable("sessions").set({ createdAt }).where("userId", "=", id).execute();
  const listed = () => listSessions(app.db.kysely, { userId: id, currentId: null, now: app.clock.now() });
  expect(await listed()).toEqual([]);
  await removeExpired(app);
  expect(await app.db.kysely.selectFrom("sessions").select("id").execute()).toEqual([]);
});

test("the right password signs in, with a new session in place of the one before", async () => {
  const app = await testApp();
  const before = await signedIn(app);
  const caller = { headers: new Headers({ cookie: before.cookie }), address: "192.0.2.1" };
  const outcome = await signIn(app, caller, { email: before.email, password: PASSWORD });
  if (outcome.kind !== "signed-in") throw new Error(outcome.kind);
  const cookie = outcome.cookies[0]?.split(";")[0] ?? "";
  expect(cookie).not.toBe(before.cookie);
  expect((await identify(app, new Headers({ cookie }))).user?.id).toBe(before.id);
  expect((await identify(app, new Headers({ cookie: before.cookie }))).user).toBeNull();
});

test("an unknown address and a wrong password are told the same", async () => {
  const app = await testApp();
  const { email } = await personIn(app);
  const caller = { headers: new Headers(), address: "192.0.2.1" };
  const wrong = await signIn(app, caller, { email, password: "not the password" });
  const unknown = await signIn(app, caller, { email: "nobody@example.com", password: "not the password" });
  expect(wrong).toEqual({ kind: "refused", message: "Email or password is incorrect", cookies: [] });
  expect(unknown).toEqual(wrong);
});

test("the hint to make an admin ends with the first admin", async () => {
  const app = await testApp();
  expect(await adminHint(app)).toContain("npm run admin -- create");
  expect(await createAdmin(app, { email: "Owner@example.com", password: LONG })).toEqual({ kind: "added" });
  expect(await adminHint(app)).toBeNull();
});

test("the admin of the configuration is there after the start, and a password that they changed stands", async () => {
  const app = await testApp({ config: { adminEmail: "Owner@Example.com", adminPassword: LONG } });
  const caller = { headers: new Headers(), address: "192.0.2.1" };
  const tries = (password: string) => signIn(app, caller, { email: "owner@example.com", password });
  await signedIn(app, { role: "admin" });
  expect(await adminHint(app)).toBeNull();
  expect(await tries(LONG)).toMatchObject({ kind: "signed-in", user: { role: "admin", emailVerified: true } });
  app.config.adminPassword = `${LONG} another`;
  await adminHint(app);
  expect((await tries(LONG)).kind).toBe("signed-in");
});

test("an admin needs a long password", async () => {
  const app = await testApp();
  const outcome = await createAdmin(app, { email: "owner@example.com", password: "orchard 7 x" });
  expect(outcome.kind).toBe("invalid");
});

test("somebody who has an account becomes an admin, and their old sessions end", async () => {
  const app = await testApp();
  const { id, email, cookie } = await signedIn(app, { verified: false });
  expect(await createAdmin(app, { email, password: LONG })).toEqual({ kind: "changed" });
  expect((await identify(app, new Headers({ cookie }))).user).toBeNull();
  const { cookie: again } = await newSession(app, id);
  expect((await identify(app, new Headers({ cookie: again }))).user?.role).toBe("admin");
});

test("the last admin can't be demoted, not even by two admins at once", async () => {
  const app = await testApp();
  const [one, other] = [await signedIn(app, { role: "admin" }), await signedIn(app, { role: "admin" })];
  const outcomes = await Promise.all([
    changeRole(app, { kind: "admin", userId: one.id, isConfirmed: true }, { userId: other.id, role: "user" }),
    changeRole(app, { kind: "admin", userId: other.id, isConfirmed: true }, { userId: one.id, role: "user" }),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "refused"]);
});

test("a client changes nobody's role", async () => {
  const app = await testApp();
  const { id } = await signedIn(app);
  const outcome = await changeRole(app, { kind: "client", userId: id }, { userId: id, role: "admin" });
  expect(outcome).toEqual({ kind: "not-found" });
  expect(await changeRole(app, system, { userId: "nobody", role: "admin" })).toEqual({ kind: "not-found" });
});

test("whoever has signed in without a record is told, and their session is cleared", async () => {
  const app = await testApp();
  const { id, cookie } = await signedIn(app);
  const headers = new Headers({ cookie });
  await app.db.kysely.deleteFrom("users").where("id", "=", id).execute();
  const outcome = await finishSignUp(app, headers, { userId: id, cookies: [] });
  expect(outcome).toMatchObject({ kind: "refused", message: "User data not found!" });
  if (outcome.kind !== "refused") throw new Error(outcome.kind);
  expect(outcome.cookies.some((line) => /session_token=;.*Max-Age=0/i.test(line))).toBe(true);
});

test("what has run out is swept away, and nothing else", async () => {
  const app = await testApp();
  const { id } = await signedIn(app);
  // The library stamps its sessions by the machine's clock.
  app.clock.set(systemClock.now());
  await removeExpired(app);
  expect(await sessionIds(id)).toHaveLength(1);
  app.clock.set(systemClock.now() + 31 * 86_400_000);
  await removeExpired(app);
  expect(await sessionIds(id)).toEqual([]);

  function sessionIds(userId: string) {
    return app.db.kysely.selectFrom("sessions").select("id").where("userId", "=", userId).execute();
  }
});
