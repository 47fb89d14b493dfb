import { expect, test } from "vitest";
import { adminHint, changeRole, createAdmin } from "#app/accounts/admins/commands.server.ts";
import { removeExpired } from "#app/accounts/jobs.server.ts";
import { identify, signIn, signOut, welcome } from "#app/accounts/session/commands.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { newSession, PASSWORD, personIn, signedIn } from "#tests/support/signed-in.ts";
import { testWorld } from "#tests/support/world.ts";

const system = { kind: "system" } as const;
const LONG = "plaster thumb orchard 7 kettle";

test("a session cookie says who asks", async () => {
  const world = await testWorld();
  const client = await signedIn(world);
  const admin = await signedIn(world, { role: "admin" });
  const asked = async (cookie: string) => (await identify(world, new Headers({ cookie }))).actor;
  expect(await asked(client.cookie)).toEqual({ kind: "client", userId: client.id });
  expect(await asked(admin.cookie)).toEqual({ kind: "admin", userId: admin.id });
});

test("a forged, a cut and an ended session are nobody", async () => {
  const world = await testWorld();
  const { id, cookie } = await signedIn(world);
  const forged = cookie.replace(/=(.)/, (_all, first) => `=${first === "a" ? "b" : "a"}`);
  const other = await newSession(world, id);
  await signOut(world, new Headers({ cookie: other.cookie }));
  for (const bad of [forged, cookie.slice(0, -8), other.cookie, "ly.session_token=", "ly.session_token=x.y"]) {
    expect((await identify(world, new Headers({ cookie: bad }))).actor, bad).toEqual({ kind: "visitor" });
  }
  expect((await identify(world, new Headers({ cookie }))).user?.id).toBe(id);
});

test("an admin's session that was left alone for a night is nobody's; a client's stays", async () => {
  const world = await testWorld();
  const HOUR = 3_600_000;
  const client = await signedIn(world);
  const [lapsed, used] = [await signedIn(world, { role: "admin" }), await signedIn(world, { role: "admin" })];
  for (const { id } of [client, lapsed]) await usedLast(id, systemClock.now() - 9 * HOUR);
  await usedLast(used.id, systemClock.now() - 7 * HOUR);
  const asked = ({ cookie }: { cookie: string }) => identify(world, new Headers({ cookie }));
  expect([(await asked(client)).user?.id, (await asked(used)).user?.id]).toEqual([client.id, used.id]);
  const { user, cookies } = await asked(lapsed);
  expect([user, cookies.some((line) => /session_token=;.*Max-Age=0/i.test(line))]).toEqual([null, true]);
  // The night has ended it for good, and the day's use was noted.
  await usedLast(lapsed.id, systemClock.now());
  expect((await asked(lapsed)).user).toBeNull();
  const row = await world.db.kysely
    .selectFrom("sessions")
    .select("updatedAt")
    .where("userId", "=", used.id)
    .executeTakeFirstOrThrow();
  expect(systemClock.now() - new Date(row.updatedAt).getTime()).toBeLessThan(HOUR);

  function usedLast(userId: string, at: number) {
    const stamps = { updatedAt: new Date(at), expiresAt: new Date(at + 30 * 24 * HOUR) };
    return world.db.kysely.updateTable("sessions").set(stamps).where("userId", "=", userId).execute();
  }
});

test("the right password signs in, with a new session in place of the one before", async () => {
  const world = await testWorld();
  const before = await signedIn(world);
  const caller = { headers: new Headers({ cookie: before.cookie }), address: "192.0.2.1" };
  const outcome = await signIn(world, caller, { email: before.email, password: PASSWORD });
  if (outcome.kind !== "signed-in") throw new Error(outcome.kind);
  const cookie = outcome.cookies[0]?.split(";")[0] ?? "";
  expect(cookie).not.toBe(before.cookie);
  expect((await identify(world, new Headers({ cookie }))).user?.id).toBe(before.id);
  expect((await identify(world, new Headers({ cookie: before.cookie }))).user).toBeNull();
});

test("an unknown address and a wrong password are told the same", async () => {
  const world = await testWorld();
  const { email } = await personIn(world);
  const caller = { headers: new Headers(), address: "192.0.2.1" };
  const wrong = await signIn(world, caller, { email, password: "not the password" });
  const unknown = await signIn(world, caller, { email: "nobody@example.com", password: "not the password" });
  expect(wrong).toEqual({ kind: "refused", message: "Email or password is incorrect", cookies: [] });
  expect(unknown).toEqual(wrong);
});

test("the hint to make an admin ends with the first admin", async () => {
  const world = await testWorld();
  expect(await adminHint(world)).toContain("npm run admin -- create");
  expect(await createAdmin(world, { email: "Owner@example.com", password: LONG })).toEqual({ kind: "created" });
  expect(await adminHint(world)).toBeNull();
});

test("the admin of the configuration is there after the start, and a password that they changed stands", async () => {
  const world = await testWorld({ config: { adminEmail: "Owner@Example.com", adminPassword: LONG } });
  const caller = { headers: new Headers(), address: "192.0.2.1" };
  const tries = (password: string) => signIn(world, caller, { email: "owner@example.com", password });
  await signedIn(world, { role: "admin" });
  expect(await adminHint(world)).toBeNull();
  expect(await tries(LONG)).toMatchObject({ kind: "signed-in", user: { role: "admin", emailVerified: true } });
  world.config.adminPassword = `${LONG} another`;
  await adminHint(world);
  expect((await tries(LONG)).kind).toBe("signed-in");
});

test("an admin needs a long password", async () => {
  const world = await testWorld();
  const outcome = await createAdmin(world, { email: "owner@example.com", password: "orchard 7 x" });
  expect(outcome.kind).toBe("invalid");
});

test("somebody who has an account becomes an admin, and their old sessions end", async () => {
  const world = await testWorld();
  const { id, email, cookie } = await signedIn(world, { verified: false });
  expect(await createAdmin(world, { email, password: LONG })).toEqual({ kind: "promoted" });
  expect((await identify(world, new Headers({ cookie }))).user).toBeNull();
  const { cookie: again } = await newSession(world, id);
  expect((await identify(world, new Headers({ cookie: again }))).user?.role).toBe("admin");
});

test("the last admin can't be demoted, not even by two admins at once", async () => {
  const world = await testWorld();
  const [one, other] = [await signedIn(world, { role: "admin" }), await signedIn(world, { role: "admin" })];
  const outcomes = await Promise.all([
    changeRole(world, { kind: "admin", userId: one.id }, { userId: other.id, role: "user" }),
    changeRole(world, { kind: "admin", userId: other.id }, { userId: one.id, role: "user" }),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "refused"]);
});

test("a client changes nobody's role", async () => {
  const world = await testWorld();
  const { id } = await signedIn(world);
  const outcome = await changeRole(world, { kind: "client", userId: id }, { userId: id, role: "admin" });
  expect(outcome).toEqual({ kind: "unknown" });
  expect(await changeRole(world, system, { userId: "nobody", role: "admin" })).toEqual({ kind: "unknown" });
});

test("whoever has signed in without a record is told, and their session is cleared", async () => {
  const world = await testWorld();
  const { id, cookie } = await signedIn(world);
  const headers = new Headers({ cookie });
  await world.db.kysely.deleteFrom("users").where("id", "=", id).execute();
  const outcome = await welcome(world, headers, { userId: id, cookies: [] });
  expect(outcome).toMatchObject({ kind: "refused", message: "User data not found!" });
  if (outcome.kind !== "refused") throw new Error(outcome.kind);
  expect(outcome.cookies.some((line) => /session_token=;.*Max-Age=0/i.test(line))).toBe(true);
});

test("what has run out is swept away, and nothing else", async () => {
  const world = await testWorld();
  const { id } = await signedIn(world);
  // The library stamps its sessions by the machine's clock.
  world.clock.set(systemClock.now());
  await removeExpired(world);
  expect(await sessionIds(id)).toHaveLength(1);
  world.clock.set(systemClock.now() + 31 * 86_400_000);
  await removeExpired(world);
  expect(await sessionIds(id)).toEqual([]);

  function sessionIds(userId: string) {
    return world.db.kysely.selectFrom("sessions").select("id").where("userId", "=", userId).execute();
  }
});
