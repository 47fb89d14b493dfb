import { expect, test } from "vitest";
import { linkSecretOf } from "#app/accounts/account-links.db.server.ts";
import { confirmAddress } from "#app/accounts/confirm-address.server.ts";
import { identify } from "#app/accounts/identify.server.ts";
import { nobody } from "#app/accounts/session.ts";
import { signIn } from "#app/accounts/sign-in/sign-in.server.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { getUserByEmail, listUsers } from "#app/accounts/users.db.server.ts";
import { newestNonce, outboxKinds } from "#tests/support/account-mails.ts";
import { PASSWORD, personIn } from "#tests/support/signed-in.ts";
import { testApp } from "#tests/support/test-app.ts";

const INPUT = { email: "sam@example.com", password: PASSWORD, username: "Sam" };
const caller = () => ({ headers: new Headers(), address: "192.0.2.1" });
const nobodyHere = { caller: caller(), identity: nobody };

test("a sign-up opens an account as a user, signs in and asks for proof of the address", async () => {
  const app = await testApp();
  const outcome = await signUp(app, caller(), INPUT);
  if (outcome.kind !== "signed-up") throw new Error(outcome.kind);
  expect(outcome.user).toMatchObject({ email: INPUT.email, username: "Sam", role: "user", emailVerified: false });
  const cookie = outcome.cookies[0]?.split(";")[0] ?? "";
  expect((await identify(app, new Headers({ cookie }))).user?.email).toBe(INPUT.email);
  expect(await outboxKinds(app)).toEqual(["account-verify"]);
});

test("a taken address is answered like a free one, opens nothing, and its owner is told", async () => {
  const app = await testApp();
  await personIn(app, { email: INPUT.email });
  const free = await signUp(app, caller(), { ...INPUT, email: "free@example.com" });
  const taken = await signUp(app, caller(), { ...INPUT, password: "another long password" });
  if (free.kind !== "signed-up" || taken.kind !== "signed-up") throw new Error("refused");
  expect(taken.message).toBe(free.message);
  expect(taken.cookies.map(shapeOf)).toEqual(free.cookies.map(shapeOf));
  const cookie = taken.cookies[0]?.split(";")[0] ?? "";
  expect((await identify(app, new Headers({ cookie }))).user).toBeNull();
  expect((await outboxKinds(app)).sort()).toEqual(["account-exists", "account-verify"]);
  expect(await listUsers(app.db.kysely)).toHaveLength(2);
});

test("a taken address with the right password signs in", async () => {
  const app = await testApp();
  const { id } = await personIn(app, { email: INPUT.email });
  const outcome = await signUp(app, caller(), INPUT);
  expect(outcome).toMatchObject({ kind: "signed-up", user: { id } });
  expect(await outboxKinds(app)).toEqual([]);
});

test("ten sign-ups at once with one address make one account, and are answered alike", async () => {
  const app = await testApp();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => signUp(app, caller(), INPUT)));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["signed-up"]));
  expect(await listUsers(app.db.kysely)).toHaveLength(1);
});

test.each([
  ["short", "Your password must be at least 10 characters"],
  ["password123", "Choose a password that is harder to guess"],
])("the password %s is refused, whoever has the address", async (password, message) => {
  const app = await testApp();
  await personIn(app, { email: "taken@example.com" });
  for (const email of [INPUT.email, "taken@example.com"]) {
    const outcome = await signUp(app, caller(), { ...INPUT, email, password });
    expect(outcome).toEqual({ kind: "invalid", field: "password", message });
  }
});

test("from one place ten sign-ups an hour are answered, whoever has the addresses", async () => {
  const app = await testApp({ config: { rateLimits: true } });
  await personIn(app, { email: "taken@example.com" });
  const tries = (email: string) => signUp(app, caller(), { ...INPUT, email, password: "short" });
  for (let number = 0; number < 10; number++) expect((await tries(`new-${number}@example.com`)).kind).toBe("invalid");
  expect([(await tries("taken@example.com")).kind, (await tries("free@example.com")).kind]).toEqual([
    "limited",
    "limited",
  ]);
});

test("the mailed link verifies the address once; cut, foreign and old links do nothing", async () => {
  const app = await testApp();
  await signUp(app, caller(), INPUT);
  const nonce = await newestNonce(app, "account-verify");
  const secret = linkSecretOf(app.secret, { purpose: "verify", nonce });
  const foreign = linkSecretOf("a-secret-of-another-site-altogether", { purpose: "verify", nonce });
  const reset = linkSecretOf(app.secret, { purpose: "reset", nonce });
  const confirm = (token: string) => confirmAddress(app, nobodyHere, { token, password: PASSWORD });
  for (const bad of ["", secret.slice(0, -1), foreign, reset, nonce]) {
    expect((await confirm(bad)).kind, bad).toBe("not-found");
  }
  expect(await confirm(secret)).toMatchObject({ kind: "confirmed", user: { emailVerified: true } });
  expect((await confirm(secret)).kind).toBe("not-found");
});

test("a link to verify is dead after three days", async () => {
  const app = await testApp();
  await signUp(app, caller(), INPUT);
  const nonce = await newestNonce(app, "account-verify");
  app.clock.set(app.clock.now() + 72 * 3_600_000);
  const token = linkSecretOf(app.secret, { purpose: "verify", nonce });
  expect((await confirmAddress(app, nobodyHere, { token, password: PASSWORD })).kind).toBe("not-found");
  expect((await getUserByEmail(app.db.kysely, INPUT.email))?.emailVerified).toBe(false);
});

test("sign-ins are limited for one account from one place, whatever is typed, and a right one clears the count", async () => {
  const app = await testApp({ config: { rateLimits: true } });
  const { email } = await personIn(app);
  const wrong = { email, password: "not the password" };
  for (let tries = 0; tries < 9; tries++) expect((await signIn(app, caller(), wrong)).kind).toBe("refused");
  expect((await signIn(app, caller(), { email, password: PASSWORD })).kind).toBe("signed-in");
  for (let tries = 0; tries < 10; tries++) expect((await signIn(app, caller(), wrong)).kind).toBe("refused");
  const limited = await signIn(app, caller(), { email, password: PASSWORD });
  expect(limited).toMatchObject({ kind: "limited", message: "Too many attempts. Wait a few minutes and try again" });
  const elsewhere = { headers: new Headers(), address: "198.51.100.7" };
  expect((await signIn(app, elsewhere, { email, password: PASSWORD })).kind).toBe("signed-in");
});

// A cookie without what is random in it.
function shapeOf(line: string): string {
  return line.replace(/=[^;]+/, (value) => `=${value.length > 40 ? "token" : value}`);
}
