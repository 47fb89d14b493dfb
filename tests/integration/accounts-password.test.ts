import { expect, test } from "vitest";
import { linkSecretOf } from "#app/accounts/account-links.db.server.ts";
import { identify } from "#app/accounts/identify.server.ts";
import { askPasswordReset, isResetOpen, resetPassword } from "#app/accounts/passwords/reset-password.server.ts";
import { signIn } from "#app/accounts/sign-in/sign-in.server.ts";
import { newestNonce, outboxKinds } from "#tests/support/account-mails.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { personIn, signedIn } from "#tests/support/signed-in.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const NEW = "a brand new harbour";
const HOUR = 3_600_000;
const caller = () => ({ headers: new Headers(), address: "192.0.2.1" });

test("a reset link sets the password once, ends every session and closes older links", async () => {
  const app = await testApp();
  const person = await signedIn(app);
  const older = await askedSecret(app, person.email);
  const secret = await askedSecret(app, person.email);
  expect(await isResetOpen(app, older)).toBe(false);
  expect((await resetPassword(app, { token: secret, password: NEW })).kind).toBe("changed");
  expect((await identify(app, new Headers({ cookie: person.cookie }))).user).toBeNull();
  expect((await signIn(app, caller(), { email: person.email, password: NEW })).kind).toBe("signed-in");
  expect((await resetPassword(app, { token: secret, password: NEW })).kind).toBe("not-found");
  expect((await resetPassword(app, { token: older, password: NEW })).kind).toBe("not-found");
  expect(await outboxKinds(app)).toContain("account-password-changed");
});

test("a reset that was asked for too often says so in the specification's words, whoever has the address", async () => {
  const app = await testApp({ config: { rateLimits: true } });
  const { email } = await personIn(app);
  for (const address of [email, "nobody@example.com"]) {
    for (let number = 0; number < 5; number++)
      expect((await askPasswordReset(app, caller(), address)).kind).toBe("sent");
    const outcome = await askPasswordReset(app, caller(), address);
    expect(outcome).toMatchObject({ kind: "limited", message: "Error sending reset email" });
  }
});

test("a link used twice at once counts once", async () => {
  const app = await testApp();
  const { email } = await personIn(app);
  const token = await askedSecret(app, email);
  const outcomes = await Promise.all([
    resetPassword(app, { token, password: NEW }),
    resetPassword(app, { token, password: `${NEW} two` }),
  ]);
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "not-found"]);
});

test("cut, foreign, old and other-purpose links are dead; a refused password leaves the link alive", async () => {
  const app = await testApp();
  const { email } = await personIn(app);
  const secret = await askedSecret(app, email);
  const nonce = await newestNonce(app, "account-reset");
  const verify = linkSecretOf(app.secret, { purpose: "verify", nonce });
  for (const token of ["x", secret.slice(1), verify, nonce]) {
    expect((await resetPassword(app, { token, password: NEW })).kind, token).toBe("not-found");
  }
  expect((await resetPassword(app, { token: secret, password: "short" })).kind).toBe("invalid");
  app.clock.set(app.clock.now() + HOUR - 1);
  expect(await isResetOpen(app, secret)).toBe(true);
  app.clock.set(app.clock.now() + 1);
  expect((await resetPassword(app, { token: secret, password: NEW })).kind).toBe("not-found");
});

test("the same is written and answered for an address that nobody has, and nothing is mailed", async () => {
  const app = await testApp();
  const { email } = await personIn(app);
  const known = await askPasswordReset(app, caller(), email);
  expect(await askPasswordReset(app, caller(), "nobody@example.com")).toEqual(known);
  expect(known).toEqual({ kind: "sent", message: "Password reset email sent!" });
  expect(await outboxKinds(app)).toEqual(["account-reset", "account-reset"]);
  await sendAll(app, worker(null));
  const mails = await app.db.kysely.selectFrom("mails").select("recipient").execute();
  expect(mails).toEqual([{ recipient: email }]);
});

test("a reset that proves an unproved address takes every other key away", async () => {
  const app = await testApp();
  const { id, email } = await personIn(app, { verified: false });
  const at = new Date(app.clock.now());
  await app.db.kysely
    .insertInto("sign_ins")
    .values({ id: "g", userId: id, accountId: "g", providerId: "google", password: null, createdAt: at, updatedAt: at })
    .execute();
  await resetPassword(app, { token: await askedSecret(app, email), password: NEW });
  const left = await app.db.kysely.selectFrom("sign_ins").select("providerId").where("userId", "=", id).execute();
  expect(left).toEqual([{ providerId: "credential" }]);
});

async function askedSecret(app: TestApp, email: string): Promise<string> {
  // Told apart from the one before by its time.
  app.clock.set(app.clock.now() + 1);
  await askPasswordReset(app, caller(), email);
  return linkSecretOf(app.secret, { purpose: "reset", nonce: await newestNonce(app, "account-reset") });
}
