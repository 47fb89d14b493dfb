import type { KyselyPlugin } from "kysely";
import { expect, test } from "vitest";
import { linkSecretOf } from "#app/accounts/account-links.db.server.ts";
import { addressLink } from "#app/accounts/confirm-address.server.ts";
import { identify } from "#app/accounts/identify.server.ts";
import { askAddressChange } from "#app/accounts/own-details.server.ts";
import { endOtherSessions, endSession } from "#app/accounts/own-sessions.server.ts";
import { askPasswordReset, resetPassword } from "#app/accounts/passwords/reset-password.server.ts";
import { changePassword } from "#app/accounts/passwords/set-password.server.ts";
import { challengeForNew } from "#app/accounts/second-factor/own-passkeys.server.ts";
import { beginSetup, finishSetup } from "#app/accounts/second-factor/second-factor.server.ts";
import { signIn, signInWithCode } from "#app/accounts/sign-in/sign-in.server.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { disableUser, endUserSessions, resetAccess } from "#app/accounts/users/change-user.server.ts";
import { createAdmin } from "#app/accounts/users/create-admin.server.ts";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { newestNonce } from "#tests/support/account-mails.ts";
import { adminActor } from "#tests/support/admin.ts";
import { comeByGoogle, GOOGLE } from "#tests/support/google.ts";
import { newSession, PASSWORD, type SignedIn, signedIn } from "#tests/support/signed-in.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { totp } from "#tests/support/totp.ts";

const NEW = "a brand new harbour";
const THIEF = "thief@example.com";
const nobodyYet = () => ({ headers: new Headers(), address: "192.0.2.1" });

// What the owner, or the practice for them, may do; each ends what a thief with their session and password has begun.
const ends: Record<string, (app: TestApp, owner: SignedIn) => Promise<unknown>> = {
  "a change of password": async (app, owner) =>
    changePassword(app, await who(app, owner.cookie), { current: PASSWORD, password: NEW }),
  "a reset by mail": async (app, { email }) =>
    resetPassword(app, { token: await resetSecret(app, email), password: NEW }),
  "the end of one session": async (app, owner) => {
    const { identity } = await who(app, owner.cookie);
    const rows = await app.db.kysely.selectFrom("sessions").select("id").where("userId", "=", owner.id).execute();
    return endSession(app, identity, rows.find(({ id }) => id !== identity.sessionId)?.id ?? "none");
  },
  "the end of all other sessions": async (app, owner) => endOtherSessions(app, (await who(app, owner.cookie)).identity),
  "the practice ending all sessions": async (app, { id }) =>
    endUserSessions(app, await adminActor(app), { userId: id }),
  "the practice disabling the account": async (app, { id }) => disableUser(app, await adminActor(app), { userId: id }),
  "the owner of the machine making an admin of it": (app, { email }) =>
    createAdmin(app, { email, password: "plaster thumb orchard 8" }),
};

test.each(Object.keys(ends))("%s closes a thief's pending change of address", async (name) => {
  const app = await testApp();
  const owner = await signedIn(app);
  const thief = await who(app, (await newSession(app, owner.id)).cookie);
  await askAddressChange(app, thief, { email: THIEF, password: PASSWORD });
  const secret = await secretOf(app, "change");
  await ends[name]?.(app, owner);
  expect(await addressBehind(app, secret)).toBeNull();
  expect(await pendingOf(app, owner.id)).toEqual([]);
});

test("a sign-in with the second factor closes what was asked for before; one with the password alone does not", async () => {
  const app = await testApp();
  const owner = await signedIn(app);
  const thief = await who(app, (await newSession(app, owner.id)).cookie);
  await askAddressChange(app, thief, { email: THIEF, password: PASSWORD });
  const secret = await secretOf(app, "change");
  expect((await signIn(app, nobodyYet(), owner)).kind).toBe("signed-in");
  expect(await addressBehind(app, secret)).toBe(THIEF);
  const key = await secondFactorFor(app, owner.cookie);
  const asked = await signIn(app, nobodyYet(), owner);
  if (asked.kind !== "code-needed") throw new Error(asked.kind);
  const cookie = asked.cookies.map((line) => line.split(";")[0]).join("; ");
  // Half a minute on: a code counts once.
  const code = totp(key, app.clock.now() + 30_000);
  const done = await signInWithCode(app, { ...nobodyYet(), headers: new Headers({ cookie }) }, code);
  expect(done.kind).toBe("signed-in");
  expect(await addressBehind(app, secret)).toBeNull();
});

test("a sign-in by Google closes what was asked for before, as it proves the mailbox", async () => {
  const app = await testApp({ config: { google: GOOGLE } });
  const owner = await signedIn(app);
  const thief = await who(app, (await newSession(app, owner.id)).cookie);
  await askAddressChange(app, thief, { email: THIEF, password: PASSWORD });
  const secret = await secretOf(app, "change");
  expect((await comeByGoogle(app, owner)).outcome.kind).toBe("signed-in");
  expect(await addressBehind(app, secret)).toBeNull();
});

test("an account that was opened beforehand with somebody's address is theirs alone after their reset", async () => {
  const app = await testApp();
  const victim = "victim@example.com";
  const opened = await signUp(app, nobodyYet(), { email: victim, password: PASSWORD, username: "Vic" });
  if (opened.kind !== "signed-up" || !opened.user) throw new Error(opened.kind);
  const { id } = opened.user;
  const thief = await who(app, opened.cookies[0]?.split(";")[0] ?? "");
  const verify = await secretOf(app, "verify");
  await leavePasskey(app, id);
  const key = await secondFactorFor(app, (await newSession(app, id)).cookie);
  await askAddressChange(app, thief, { email: THIEF, password: PASSWORD });
  const change = await secretOf(app, "change");
  await challengeForNew(app, thief, PASSWORD);

  expect((await resetPassword(app, { token: await resetSecret(app, victim), password: NEW })).kind).toBe("changed");
  expect(await Promise.all([verify, change].map((secret) => addressBehind(app, secret)))).toEqual([null, null]);
  expect(await pendingOf(app, id)).toEqual([]);
  expect((await identify(app, thief.caller.headers)).user).toBeNull();
  expect(await leftOf(app, id)).toEqual({ passkeys: 0, two_factors: 0, sessions: 0, sign_ins: 1 });
  // No code of the thief's app is asked for.
  expect(key).not.toBe("");
  expect((await signIn(app, nobodyYet(), { email: victim, password: NEW })).kind).toBe("signed-in");
  expect(await getUserByEmail(app.db.kysely, victim)).toMatchObject({ id, emailVerified: true });
});

test("a reset takes passkeys away, and leaves a second factor to whom the address was proved", async () => {
  const app = await testApp();
  const owner = await signedIn(app);
  await secondFactorFor(app, owner.cookie);
  await leavePasskey(app, owner.id);
  await resetPassword(app, { token: await resetSecret(app, owner.email), password: NEW });
  expect(await leftOf(app, owner.id)).toMatchObject({ passkeys: 0, two_factors: 1 });
  expect((await signIn(app, nobodyYet(), { email: owner.email, password: NEW })).kind).toBe("code-needed");
});

test("a reset keeps an owner's only second factor where it is a passkey, and the command takes it away", async () => {
  const app = await testApp();
  const owner = await signedIn(app, { role: "admin" });
  await leavePasskey(app, owner.id);
  await resetPassword(app, { token: await resetSecret(app, owner.email), password: NEW });
  expect(await leftOf(app, owner.id)).toMatchObject({ passkeys: 1, sessions: 0 });
  // Whoever has the mailbox alone gets no further.
  expect((await signIn(app, nobodyYet(), { email: owner.email, password: NEW })).kind).toBe("code-needed");
  const user = await getUserByEmail(app.db.kysely, owner.email);
  if (!user) throw new Error("No owner");
  expect((await resetAccess(app, { user, password: "plaster thumb orchard 8" })).kind).toBe("changed");
  expect(await leftOf(app, owner.id)).toMatchObject({ passkeys: 0 });
});

test("an admin made of an account that somebody else had opened is nobody else's", async () => {
  const app = await testApp();
  const { id, email, cookie } = await signedIn(app, { verified: false });
  await leavePasskey(app, id);
  await secondFactorFor(app, cookie);
  expect((await createAdmin(app, { email, password: "plaster thumb orchard 8" })).kind).toBe("changed");
  expect(await leftOf(app, id)).toEqual({ passkeys: 0, two_factors: 0, sessions: 0, sign_ins: 1 });
});

test("a change of password that fails half-way has changed nothing", async () => {
  const app = await testApp();
  const owner = await signedIn(app);
  const failing = { ...app, db: { ...app.db, kysely: app.db.kysely.withPlugin(noMails) } };
  const change = { current: PASSWORD, password: NEW };
  await expect(changePassword(failing, await who(app, owner.cookie), change)).rejects.toThrow("no mails");
  expect((await who(app, owner.cookie)).identity.user?.id).toBe(owner.id);
  expect((await signIn(app, nobodyYet(), owner)).kind).toBe("signed-in");
  expect((await signIn(app, nobodyYet(), { ...owner, password: NEW })).kind).toBe("refused");
});

test("what others have begun stays", async () => {
  const app = await testApp();
  const [owner, other] = [await signedIn(app), await signedIn(app)];
  await askAddressChange(app, await who(app, other.cookie), { email: "other@example.com", password: PASSWORD });
  const secret = await secretOf(app, "change");
  await endOtherSessions(app, (await who(app, owner.cookie)).identity);
  expect(await addressBehind(app, secret)).toBe("other@example.com");
});

const noMails: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind === "InsertQueryNode" && JSON.stringify(node.into).includes('"outbox"')) throw new Error("no mails");
    return node;
  },
  transformResult: async ({ result }) => result,
};

async function addressBehind(app: TestApp, secret: string): Promise<string | null> {
  return (await addressLink(app, secret, { sessionId: null }))?.email ?? null;
}

async function who(app: TestApp, cookie: string) {
  const headers = new Headers({ cookie });
  return { caller: { headers, address: "192.0.2.1" }, identity: await identify(app, headers) };
}

async function secretOf(app: TestApp, purpose: "change" | "verify" | "reset"): Promise<string> {
  return linkSecretOf(app.secret, { purpose, nonce: await newestNonce(app, `account-${purpose}`) });
}

async function resetSecret(app: TestApp, email: string): Promise<string> {
  await askPasswordReset(app, nobodyYet(), email);
  return secretOf(app, "reset");
}

/** What stands in the table of links and challenges about this person. */
async function pendingOf(app: TestApp, userId: string): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("verifications").select("value").execute();
  return rows.map(({ value }) => value).filter((value) => value.includes(userId));
}

async function leftOf(app: TestApp, userId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of ["passkeys", "two_factors", "sessions", "sign_ins"] as const) {
    const rows = await app.db.kysely.selectFrom(table).select("id").where("userId", "=", userId).execute();
    counts[table] = rows.length;
  }
  return counts;
}

/** A passkey as an authenticator of somebody's would have left it. */
async function leavePasskey(app: TestApp, userId: string): Promise<void> {
  const at = new Date(app.clock.now());
  await app.db.kysely
    .insertInto("passkeys")
    .values({
      id: `key-${userId}`,
      userId,
      name: "A key",
      publicKey: "x",
      credentialID: `c-${userId}`,
      counter: 0,
      deviceType: "singleDevice",
      backedUp: false,
      transports: null,
      createdAt: at,
      aaguid: null,
    } as never)
    .execute();
}

/** Turns the second factor on, through the library, and answers the app's key. */
async function secondFactorFor(app: TestApp, cookie: string): Promise<string> {
  const begun = await beginSetup(app, await who(app, cookie), PASSWORD);
  if (begun.kind !== "begun") throw new Error(begun.message);
  const key = new URL(begun.uri).searchParams.get("secret") ?? "";
  const done = await finishSetup(app, await who(app, cookie), totp(key, app.clock.now()));
  if (done.kind !== "on") throw new Error(done.message);
  return key;
}
