import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { firstKeyOf, turnOnFirst } from "#app/accounts/second-factor/first-factor.server.ts";
import { challengeForNew } from "#app/accounts/second-factor/own-passkeys.server.ts";
import { signIn } from "#app/accounts/sign-in/sign-in.server.ts";
import { createAdmin } from "#app/accounts/users/create-admin.server.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { openAddress } from "#tests/support/scope/open-page.ts";
import { newSession, PASSWORD, personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";
import { totp } from "#tests/support/totp.ts";

const WEEK = 7 * 86_400_000;
const ONE_SCREEN = "/account/second-factor";
const caller = { headers: new Headers(), address: "192.0.2.1" };

/** An owner made by a command, who has signed in once. */
async function ownerIn(app: TestApp, email = "jo@example.com") {
  expect(await createAdmin(app, { email, password: PASSWORD })).toEqual({ kind: "added" });
  expect((await signIn(app, caller, { email, password: PASSWORD })).kind).toBe("signed-in");
  const user = await getUserByEmail(app.db.kysely, email);
  if (!user) throw new Error("No owner");
  return { user, ...(await newSession(app, user.id)) };
}

test("an owner made by a command has seven days from the first sign-in, and then one screen", async () => {
  const app = await demoApp();
  const { user, cookie } = await ownerIn(app);
  expect(user.factorDueAt).toBe(app.clock.now() + WEEK);
  expect((await openAddress(app, cookie, "/admin")).includes('"factorDue":"Tuesday 11 May"')).toBe(true);
  app.clock.set(app.clock.now() + WEEK - 1);
  expect((await openAddress(app, cookie, "/admin")).includes(ONE_SCREEN)).toBe(false);
  // Another sign-in gives no more days.
  await signIn(app, caller, { email: user.email, password: PASSWORD });
  app.clock.set(app.clock.now() + 1);
  for (const page of ["/admin", "/admin/settings", "/appointments"]) {
    expect((await openAddress(app, cookie, page)).includes(ONE_SCREEN), page).toBe(true);
  }
});

test("a passkey counts, and the password alone opens nothing then", async () => {
  const app = await demoApp();
  const { user, cookie } = await ownerIn(app);
  const key = { id: "key", userId: user.id, publicKey: "x", credentialID: "x", counter: 0, deviceType: "x" };
  const values = {
    ...key,
    backedUp: false,
    name: "Phone",
    transports: null,
    createdAt: new Date(app.clock.now()),
    aaguid: null,
  };
  await app.db.kysely
    .insertInto("passkeys")
    .values(values as never)
    .execute();
  app.clock.set(app.clock.now() + WEEK);
  expect((await openAddress(app, cookie, "/admin")).includes("need you")).toBe(true);
  expect((await signIn(app, caller, { email: user.email, password: PASSWORD })).kind).toBe("code-needed");
});

test("whoever has just signed in and lacks one adds a passkey or an app without the password again", async () => {
  const app = await demoApp();
  const { user, cookie } = await ownerIn(app);
  const who = {
    caller: { ...caller, headers: new Headers({ cookie }) },
    identity: await identify(app, new Headers({ cookie })),
  };
  expect((await challengeForNew(app, who, "")).kind).toBe("challenge");
  const { key } = await firstKeyOf(app, { ...who.identity, user });
  expect((await turnOnFirst(app, who, "000000")).kind).toBe("invalid");
  const stale = { ...who, identity: { ...who.identity, confirmedFor: 0 } };
  expect((await challengeForNew(app, stale, "")).kind).toBe("refused");
  expect((await turnOnFirst(app, stale, totp(key, app.clock.now()))).kind).toBe("unconfirmed");
  const outcome = await turnOnFirst(app, who, totp(key, app.clock.now()));
  expect(outcome).toMatchObject({ kind: "on" });
  expect((await getUserByEmail(app.db.kysely, user.email))?.twoFactor).toBe(true);
  expect((await signIn(app, caller, { email: user.email, password: PASSWORD })).kind).toBe("code-needed");
});

test("the demo's owner is asked for nothing while the demo is shown; clients never are", async () => {
  const app = await demoApp();
  const { id, email } = await personIn(app, { role: "admin" });
  await app.db.kysely.insertInto("demo_marks").values({ kind: "user", id }).execute();
  await signIn(app, caller, { email, password: PASSWORD });
  expect((await getUserByEmail(app.db.kysely, email))?.factorDueAt).toBeNull();
  await app.db.kysely.deleteFrom("demo_marks").where("id", "=", id).execute();
  await signIn(app, caller, { email, password: PASSWORD });
  expect((await getUserByEmail(app.db.kysely, email))?.factorDueAt).toBe(app.clock.now() + WEEK);
  const client = await personIn(app);
  await signIn(app, caller, client);
  expect((await getUserByEmail(app.db.kysely, client.email))?.factorDueAt).toBeNull();
});
