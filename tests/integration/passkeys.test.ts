import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { addPasskey, challengeForNew, removePasskey } from "#app/accounts/second-factor/own-passkeys.server.ts";
import { beginSetup, finishSetup, turnOff } from "#app/accounts/second-factor/second-factor.server.ts";
import { outboxKinds } from "#tests/support/account-mails.ts";
import { newSession, PASSWORD, signedIn } from "#tests/support/signed-in.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { totp } from "#tests/support/totp.ts";

test("who has taken a session over adds no passkey: the password is asked for again after ten minutes", async () => {
  const app = await testApp();
  const person = await signedIn(app);
  const fresh = await whoIs(app, person.cookie);
  const later = { ...fresh, identity: { ...fresh.identity, confirmedFor: 0 } };
  const wrong = { kind: "refused", message: "Your current password is incorrect" };
  expect(await challengeForNew(app, later, "")).toEqual({ ...wrong, message: "Enter your password" });
  for (const who of [fresh, later])
    for (const typed of ["not the password", "123456"]) expect(await challengeForNew(app, who, typed)).toEqual(wrong);
  expect((await challengeForNew(app, later, PASSWORD)).kind).toBe("challenge");
});

test("guessing it there comes to an end", async () => {
  const app = await testApp({ config: { rateLimits: true } });
  const who = await whoIs(app, (await signedIn(app)).cookie);
  for (let guess = 0; guess < 10; guess++) await challengeForNew(app, who, `guess ${guess}`);
  expect(await challengeForNew(app, who, PASSWORD)).toMatchObject({ message: expect.stringContaining("Too many") });
});

test("a code of the app does as well, once", async () => {
  const app = await testApp();
  const person = await signedIn(app);
  const who = await whoIs(app, person.cookie);
  const setup = await beginSetup(app, who, PASSWORD);
  if (setup.kind !== "begun") throw new Error(setup.kind);
  const key = new URL(setup.uri).searchParams.get("secret") ?? "";
  await finishSetup(app, who, totp(key, app.clock.now()));
  const again = await whoIs(app, (await newSession(app, person.id)).cookie);
  const code = totp(key, app.clock.now() + 30_000);
  expect((await challengeForNew(app, again, code)).kind).toBe("challenge");
  expect((await challengeForNew(app, again, code)).kind).toBe("refused");
  expect(await outboxKinds(app)).toEqual(["account-key-changed"]);
});

test("codes ask who you are as the rest of the account does: not within ten minutes, and never twice", async () => {
  const app = await testApp();
  const person = await signedIn(app);
  const stale = async () => {
    const who = await whoIs(app, (await newSession(app, person.id)).cookie);
    return { ...who, identity: { ...who.identity, confirmedFor: 0 } };
  };
  const wrong = { kind: "refused", field: "password", message: "Your current password is incorrect" };
  expect(await beginSetup(app, await stale(), "")).toEqual({ ...wrong, message: "Enter your password" });
  expect(await beginSetup(app, await stale(), "not the password")).toEqual(wrong);
  const fresh = await whoIs(app, person.cookie);
  expect(await beginSetup(app, fresh, "not the password")).toEqual(wrong);
  const setup = await beginSetup(app, fresh, "");
  if (setup.kind !== "begun") throw new Error(setup.message);
  expect(setup.backupCodes).toHaveLength(10);
  expect(new URL(setup.uri).searchParams.get("secret")).toBe(setup.key);
  expect((await finishSetup(app, fresh, totp(setup.key, app.clock.now()))).kind).toBe("on");
  // Started again by someone who still has the page: the app that is on stays.
  const on = await whoIs(app, (await newSession(app, person.id)).cookie);
  expect(await beginSetup(app, on, PASSWORD)).toEqual(wrong);
  expect(await turnOff(app, await stale(), "")).toEqual({ ...wrong, message: "Enter your password" });
  expect(await turnOff(app, on, "")).toEqual({ kind: "off" });
  expect(await app.db.kysely.selectFrom("two_factors").select("id").execute()).toEqual([]);
  expect((await whoIs(app, (await newSession(app, person.id)).cookie)).identity.user?.twoFactor).toBe(false);
  expect(await outboxKinds(app)).toEqual(["account-key-changed", "account-key-changed"]);
});

const bytes = (text: string) => Buffer.from(text).toString("base64url");

test.each([
  ["nothing", "", ""],
  ["no JSON", bytes("x"), bytes("x")],
  ["another kind of client data", bytes('{"type":"webauthn.get"}'), bytes("\u00a0")],
  ["no CBOR", bytes('{"type":"webauthn.create","challenge":"x","origin":"http://limber-yard.test"}'), "AAAA"],
  ["deep CBOR", bytes("{}"), Buffer.alloc(12_000, 0x81).toString("base64url")],
])("a made-up attestation is refused and no fault of ours: %s", async (_name, clientDataJSON, attestationObject) => {
  const app = await testApp();
  const person = await signedIn(app);
  const begun = await whoIs(app, person.cookie);
  const challenge = await challengeForNew(app, begun, PASSWORD);
  if (challenge.kind !== "challenge") throw new Error(challenge.message);
  const cookies = [person.cookie, ...challenge.cookies.map((line) => line.split(";")[0])].join("; ");
  const { challenge: asked } = challenge.options as { challenge: string };
  const honest = bytes(JSON.stringify({ type: "webauthn.create", challenge: asked, origin: app.config.publicUrl }));
  const credential = {
    id: "AAAA",
    rawId: "AAAA",
    type: "public-key" as const,
    clientExtensionResults: {},
    response: { clientDataJSON: clientDataJSON === bytes("{}") ? honest : clientDataJSON, attestationObject },
  };
  const outcome = await addPasskey(app, await whoIs(app, cookies), { credential, name: "x" });
  expect(outcome.kind).toBe("refused");
  expect(await app.db.kysely.selectFrom("passkeys").select("id").execute()).toEqual([]);
  expect(await outboxKinds(app)).toEqual([]);
});

test("nobody is told of a passkey that was not there to remove", async () => {
  const app = await testApp();
  const { identity } = await whoIs(app, (await signedIn(app)).cookie);
  await removePasskey(app, identity, "none");
  expect(await outboxKinds(app)).toEqual([]);
});

async function whoIs(app: TestApp, cookie: string) {
  const headers = new Headers({ cookie });
  return { caller: { headers, address: "192.0.2.1" }, identity: await identify(app, headers) };
}
