import { expect, test } from "vitest";
import { linkSecretOf } from "#app/accounts/links/store.server.ts";
import { askReset, isResetOpen, reset } from "#app/accounts/password/commands.server.ts";
import { identify, signIn } from "#app/accounts/session/commands.server.ts";
import { newestNonce, outboxKinds } from "#tests/support/account-mails.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { personIn, signedIn } from "#tests/support/signed-in.ts";
import { type TestWorld, testWorld } from "#tests/support/world.ts";

const NEW = "a brand new harbour";
const HOUR = 3_600_000;
const caller = () => ({ headers: new Headers(), address: "192.0.2.1" });

test("a reset link sets the password once, ends every session and closes older links", async () => {
  const world = await testWorld();
  const person = await signedIn(world);
  const older = await askedSecret(world, person.email);
  const secret = await askedSecret(world, person.email);
  expect(await isResetOpen(world, older)).toBe(false);
  expect((await reset(world, { token: secret, password: NEW })).kind).toBe("changed");
  expect((await identify(world, new Headers({ cookie: person.cookie }))).user).toBeNull();
  expect((await signIn(world, caller(), { email: person.email, password: NEW })).kind).toBe("signed-in");
  expect((await reset(world, { token: secret, password: NEW })).kind).toBe("dead");
  expect((await reset(world, { token: older, password: NEW })).kind).toBe("dead");
  expect(await outboxKinds(world)).toContain("account-password-changed");
});

test("a reset that was asked for too often says so in the specification's words, whoever has the address", async () => {
  const world = await testWorld({ config: { rateLimits: true } });
  const { email } = await personIn(world);
  for (const address of [email, "nobody@example.com"]) {
    for (let number = 0; number < 5; number++) expect((await askReset(world, caller(), address)).kind).toBe("sent");
    const outcome = await askReset(world, caller(), address);
    expect(outcome).toMatchObject({ kind: "limited", message: "Error sending reset email" });
  }
});

test("a link used twice at once counts once", async () => {
  const world = await testWorld();
  const { email } = await personIn(world);
  const token = await askedSecret(world, email);
  const outcomes = await Promise.all([
    reset(world, { token, password: NEW }),
    reset(world, { token, password: `${NEW} two` }),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "dead"]);
});

test("cut, foreign, old and other-purpose links are dead; a refused password leaves the link alive", async () => {
  const world = await testWorld();
  const { email } = await personIn(world);
  const secret = await askedSecret(world, email);
  const nonce = await newestNonce(world, "account-reset");
  const verify = linkSecretOf(world.secret, { purpose: "verify", nonce });
  for (const token of ["x", secret.slice(1), verify, nonce]) {
    expect((await reset(world, { token, password: NEW })).kind, token).toBe("dead");
  }
  expect((await reset(world, { token: secret, password: "short" })).kind).toBe("invalid");
  world.clock.set(world.clock.now() + HOUR - 1);
  expect(await isResetOpen(world, secret)).toBe(true);
  world.clock.set(world.clock.now() + 1);
  expect((await reset(world, { token: secret, password: NEW })).kind).toBe("dead");
});

test("the same is written and answered for an address that nobody has, and nothing is mailed", async () => {
  const world = await testWorld();
  const { email } = await personIn(world);
  const known = await askReset(world, caller(), email);
  expect(await askReset(world, caller(), "nobody@example.com")).toEqual(known);
  expect(known).toEqual({ kind: "sent", message: "Password reset email sent!" });
  expect(await outboxKinds(world)).toEqual(["account-reset", "account-reset"]);
  await sendAll(world, worker(null));
  const mails = await world.db.kysely.selectFrom("mails").select("recipient").execute();
  expect(mails).toEqual([{ recipient: email }]);
});

test("a reset that proves an unproved address takes every other key away", async () => {
  const world = await testWorld();
  const { id, email } = await personIn(world, { verified: false });
  const at = new Date(world.clock.now());
  await world.db.kysely
    .insertInto("sign_ins")
    .values({ id: "g", userId: id, accountId: "g", providerId: "google", password: null, createdAt: at, updatedAt: at })
    .execute();
  await reset(world, { token: await askedSecret(world, email), password: NEW });
  const left = await world.db.kysely.selectFrom("sign_ins").select("providerId").where("userId", "=", id).execute();
  expect(left).toEqual([{ providerId: "credential" }]);
});

async function askedSecret(world: TestWorld, email: string): Promise<string> {
  // Told apart from the one before by its time.
  world.clock.set(world.clock.now() + 1);
  await askReset(world, caller(), email);
  return linkSecretOf(world.secret, { purpose: "reset", nonce: await newestNonce(world, "account-reset") });
}
