import { expect, test } from "vitest";
import { confirmAddress } from "#app/accounts/address/commands.server.ts";
import { linkSecretOf } from "#app/accounts/links/store.server.ts";
import { identify, signIn } from "#app/accounts/session/commands.server.ts";
import { signUp } from "#app/accounts/sign-up/commands.server.ts";
import { findUserByEmail, listUsers } from "#app/accounts/store.server.ts";
import { newestNonce, outboxKinds } from "#tests/support/account-mails.ts";
import { PASSWORD, personIn } from "#tests/support/signed-in.ts";
import { testWorld } from "#tests/support/world.ts";

const WISH = { email: "sam@example.com", password: PASSWORD, username: "Sam" };
const caller = () => ({ headers: new Headers(), address: "192.0.2.1" });

test("a sign-up opens an account as a user, signs in and asks for proof of the address", async () => {
  const world = await testWorld();
  const outcome = await signUp(world, caller(), WISH);
  if (outcome.kind !== "signed-up") throw new Error(outcome.kind);
  expect(outcome.user).toMatchObject({ email: WISH.email, username: "Sam", role: "user", emailVerified: false });
  const cookie = outcome.cookies[0]?.split(";")[0] ?? "";
  expect((await identify(world, new Headers({ cookie }))).user?.email).toBe(WISH.email);
  expect(await outboxKinds(world)).toEqual(["account-verify"]);
});

test("a taken address is answered like a free one, opens nothing, and its owner is told", async () => {
  const world = await testWorld();
  await personIn(world, { email: WISH.email });
  const free = await signUp(world, caller(), { ...WISH, email: "free@example.com" });
  const taken = await signUp(world, caller(), { ...WISH, password: "another long password" });
  if (free.kind !== "signed-up" || taken.kind !== "signed-up") throw new Error("refused");
  expect(taken.message).toBe(free.message);
  expect(taken.cookies.map(shapeOf)).toEqual(free.cookies.map(shapeOf));
  const cookie = taken.cookies[0]?.split(";")[0] ?? "";
  expect((await identify(world, new Headers({ cookie }))).user).toBeNull();
  expect((await outboxKinds(world)).sort()).toEqual(["account-exists", "account-verify"]);
  expect(await listUsers(world.db.kysely)).toHaveLength(2);
});

test("a taken address with the right password signs in", async () => {
  const world = await testWorld();
  const { id } = await personIn(world, { email: WISH.email });
  const outcome = await signUp(world, caller(), WISH);
  expect(outcome).toMatchObject({ kind: "signed-up", user: { id } });
  expect(await outboxKinds(world)).toEqual([]);
});

test("ten sign-ups at once with one address make one account, and are answered alike", async () => {
  const world = await testWorld();
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => signUp(world, caller(), WISH)));
  expect(new Set(outcomes.map(({ kind }) => kind))).toEqual(new Set(["signed-up"]));
  expect(await listUsers(world.db.kysely)).toHaveLength(1);
});

test.each([
  ["short", "Your password must be at least 10 characters"],
  ["password123", "Choose a password that is harder to guess"],
])("the password %s is refused, whoever has the address", async (password, message) => {
  const world = await testWorld();
  await personIn(world, { email: "taken@example.com" });
  for (const email of [WISH.email, "taken@example.com"]) {
    const outcome = await signUp(world, caller(), { ...WISH, email, password });
    expect(outcome).toEqual({ kind: "invalid", field: "password", message });
  }
});

test("from one place ten sign-ups an hour are answered, whoever has the addresses", async () => {
  const world = await testWorld({ config: { rateLimits: true } });
  await personIn(world, { email: "taken@example.com" });
  const tries = (email: string) => signUp(world, caller(), { ...WISH, email, password: "short" });
  for (let number = 0; number < 10; number++) expect((await tries(`new-${number}@example.com`)).kind).toBe("invalid");
  expect([(await tries("taken@example.com")).kind, (await tries("free@example.com")).kind]).toEqual([
    "limited",
    "limited",
  ]);
});

test("the mailed link verifies the address once; cut, foreign and old links do nothing", async () => {
  const world = await testWorld();
  await signUp(world, caller(), WISH);
  const nonce = await newestNonce(world, "account-verify");
  const secret = linkSecretOf(world.secret, { purpose: "verify", nonce });
  const foreign = linkSecretOf("a-secret-of-another-site-altogether", { purpose: "verify", nonce });
  const reset = linkSecretOf(world.secret, { purpose: "reset", nonce });
  for (const bad of ["", secret.slice(0, -1), foreign, reset, nonce]) {
    expect((await confirmAddress(world, bad)).kind, bad).toBe("dead");
  }
  expect(await confirmAddress(world, secret)).toMatchObject({ kind: "confirmed", user: { emailVerified: true } });
  expect((await confirmAddress(world, secret)).kind).toBe("dead");
});

test("a link to verify is dead after three days", async () => {
  const world = await testWorld();
  await signUp(world, caller(), WISH);
  const nonce = await newestNonce(world, "account-verify");
  world.clock.set(world.clock.now() + 72 * 3_600_000);
  expect((await confirmAddress(world, linkSecretOf(world.secret, { purpose: "verify", nonce }))).kind).toBe("dead");
  expect((await findUserByEmail(world.db.kysely, WISH.email))?.emailVerified).toBe(false);
});

test("sign-ins are limited for one account from one place, whatever is typed, and a right one clears the count", async () => {
  const world = await testWorld({ config: { rateLimits: true } });
  const { email } = await personIn(world);
  const wrong = { email, password: "not the password" };
  for (let tries = 0; tries < 9; tries++) expect((await signIn(world, caller(), wrong)).kind).toBe("refused");
  expect((await signIn(world, caller(), { email, password: PASSWORD })).kind).toBe("signed-in");
  for (let tries = 0; tries < 10; tries++) expect((await signIn(world, caller(), wrong)).kind).toBe("refused");
  const limited = await signIn(world, caller(), { email, password: PASSWORD });
  expect(limited).toMatchObject({ kind: "limited", message: "Too many attempts. Wait a few minutes and try again" });
  const elsewhere = { headers: new Headers(), address: "198.51.100.7" };
  expect((await signIn(world, elsewhere, { email, password: PASSWORD })).kind).toBe("signed-in");
});

// A cookie without what is random in it.
function shapeOf(line: string): string {
  return line.replace(/=[^;]+/, (value) => `=${value.length > 40 ? "token" : value}`);
}
