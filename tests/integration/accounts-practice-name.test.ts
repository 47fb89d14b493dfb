import { expect, test } from "vitest";
import { linkSecretOf } from "#app/accounts/account-links.db.server.ts";
import { identify } from "#app/accounts/identify.server.ts";
import { askPasswordReset, resetPassword } from "#app/accounts/passwords/reset-password.server.ts";
import { changePassword } from "#app/accounts/passwords/set-password.server.ts";
import { challengeForNew } from "#app/accounts/second-factor/own-passkeys.server.ts";
import { beginSetup } from "#app/accounts/second-factor/second-factor.server.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { createAdmin } from "#app/accounts/users/create-admin.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { newestNonce } from "#tests/support/account-mails.ts";
import { PASSWORD, signedIn } from "#tests/support/signed-in.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const NAME = "Knead & Mend";

test("an authenticator shows a new key under the name of the practice", async () => {
  const { app, caller, identity } = await renamedPractice();
  const begun = await beginSetup(app, { caller, identity }, PASSWORD);
  if (begun.kind !== "begun") throw new Error(begun.message);
  expect(new URL(begun.uri).searchParams.get("issuer")).toBe(NAME);
});

test("a device shows a new passkey under the name of the practice", async () => {
  const { app, caller, identity } = await renamedPractice();
  expect(await challengeForNew(app, { caller, identity }, PASSWORD)).toMatchObject({
    kind: "challenge",
    options: { rp: { name: NAME } },
  });
});

test.each([
  ["made of the practice's own name and a year", "Knead-and-Mend-2026"],
  ["among the commonest of ten letters", "Nuttertools"],
  ["among the commonest of fifteen letters", "PolniyPizdec110211"],
])("a password %s is refused, whoever sets it", async (_, password) => {
  const { app, caller, identity, person } = await renamedPractice();
  const sent = { email: "sam@example.com", username: "Sam" };
  const message =
    password.length < 15 ? "Your password must be at least 15 characters" : "Choose a password that is harder to guess";
  const guessed = { kind: "invalid", message: "Choose a password that is harder to guess" };
  expect(await signUp(app, caller, { ...sent, password })).toMatchObject(guessed);
  const problem = { kind: "invalid", message };
  expect(await changePassword(app, { caller, identity }, { current: PASSWORD, password })).toMatchObject(problem);
  expect(await createAdmin(app, { email: sent.email, password })).toMatchObject(problem);
  await askPasswordReset(app, caller, person.email);
  const token = linkSecretOf(app.secret, { purpose: "reset", nonce: await newestNonce(app, "account-reset") });
  expect(await resetPassword(app, { token, password })).toMatchObject(problem);
});

async function renamedPractice() {
  const app = await testApp();
  await rename(app);
  const person = await signedIn(app, { role: "admin" });
  const headers = new Headers({ cookie: person.cookie });
  return { app, person, caller: { headers, address: "192.0.2.1" }, identity: await identify(app, headers) };
}

async function rename(app: TestApp): Promise<void> {
  const { business } = (await readSettings(app.db.kysely, app.log)).settings;
  const now = app.clock.now();
  await app.db.kysely
    .transaction()
    .execute((tx) => writeSetting(tx, { key: "business", value: { ...business, name: NAME }, now }));
}
