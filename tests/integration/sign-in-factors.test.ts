import { expect, test } from "vitest";
import { identify } from "#app/accounts/identify.server.ts";
import { beginSetup, finishSetup } from "#app/accounts/second-factor/second-factor.server.ts";
import { signIn, signInWithCode } from "#app/accounts/sign-in/sign-in.server.ts";
import { comeByGoogle, GOOGLE } from "#tests/support/google.ts";
import { PASSWORD, personIn, type SignedIn, signedIn } from "#tests/support/signed-in.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { totp } from "#tests/support/totp.ts";

const STEP = 30_000;
const google = { config: { google: GOOGLE } };

test("by password: no session before the code, one after it", async () => {
  const { app, person, code } = await guarded();
  const begun = await withPassword(app, person);
  expect(await sessionsOf(app, person.id)).toBe(0);
  expect((await identify(app, begun)).user).toBeNull();
  const done = await signInWithCode(app, caller(begun), code());
  if (done.kind !== "signed-in") throw new Error(done.kind);
  expect((await identify(app, cookies(done.cookies))).user?.id).toBe(person.id);
  expect(await sessionsOf(app, person.id)).toBe(1);
});

test("by Google: no session before the code, one after it, and back to where they were", async () => {
  const { app, person, code } = await guarded();
  const { outcome, back } = await comeByGoogle(app, person);
  if (outcome.kind !== "code-needed") throw new Error(outcome.kind);
  expect(back).toBe("/account");
  expect(await sessionsOf(app, person.id)).toBe(0);
  expect(outcome.cookies.filter((line) => line.includes("session_token"))).toEqual([]);
  const begun = cookies(outcome.cookies);
  expect((await identify(app, begun)).user).toBeNull();
  expect((await signInWithCode(app, caller(begun), "000000")).kind).toBe("refused");
  expect((await signInWithCode(app, caller(begun), code())).kind).toBe("signed-in");
  expect(await sessionsOf(app, person.id)).toBe(1);
});

test("by Google and the password one after the other: still no session without the code", async () => {
  const { app, person } = await guarded();
  expect((await comeByGoogle(app, person)).outcome.kind).toBe("code-needed");
  await withPassword(app, person);
  expect((await comeByGoogle(app, person)).outcome.kind).toBe("code-needed");
  expect(await sessionsOf(app, person.id)).toBe(0);
});

test("by Google without a second factor: signed in, an account opened when there is none, an answer counts once", async () => {
  const app = await testApp(google);
  const person = await personIn(app);
  expect((await comeByGoogle(app, person)).outcome).toMatchObject({ kind: "signed-in", user: { id: person.id } });
  const first = await comeByGoogle(app, { email: "new@example.com" });
  expect(first.outcome).toMatchObject({ kind: "signed-in", user: { email: "new@example.com", role: "user" } });
  expect((await first.again())?.outcome.kind).toBe("refused");
});

test("by Google to an unproved or a disabled account: refused, and no session", async () => {
  const app = await testApp(google);
  const unproved = await personIn(app, { verified: false });
  const disabled = await personIn(app);
  const row = { user_id: disabled.id, at: app.clock.now(), actor: "system" };
  await app.db.kysely.insertInto("disabled_users").values(row).execute();
  for (const person of [unproved, disabled]) {
    expect((await comeByGoogle(app, person)).outcome.kind).toBe("refused");
    expect(await sessionsOf(app, person.id)).toBe(0);
  }
});

test("a code opens nothing by itself, in another browser, or ten minutes later", async () => {
  const { app, person, code } = await guarded();
  expect((await signInWithCode(app, caller(new Headers()), code())).kind).toBe("refused");
  const begun = await withPassword(app, person);
  expect((await signInWithCode(app, caller(new Headers({ cookie: "ly.sign_in=made-up" })), code())).kind).toBe(
    "refused",
  );
  app.clock.set(app.clock.now() + 600_000);
  expect((await signInWithCode(app, caller(begun), code())).kind).toBe("refused");
  expect(await sessionsOf(app, person.id)).toBe(0);
});

test("a code counts once, in its half minute and in those beside it, and none before it counts after it", async () => {
  const { app, person, code } = await guarded();
  const taken = code();
  expect(await tryCode(app, person, taken)).toBe("signed-in");
  for (const later of [0, STEP, STEP]) {
    app.clock.set(app.clock.now() + later);
    expect(await tryCode(app, person, taken), `${later}`).toBe("refused");
  }
  const [before, now] = [code(-STEP), code()];
  expect(await tryCode(app, person, now)).toBe("signed-in");
  expect(await tryCode(app, person, before)).toBe("refused");
  expect(await tryCode(app, person, code(STEP))).toBe("signed-in");
});

test("the code that turned the app on signs nobody in", async () => {
  const { app, person, first } = await guarded();
  expect(await tryCode(app, person, first)).toBe("refused");
});

test.each(["app", "backup"] as const)("of two tries at once with one %s code, one counts", async (kind) => {
  const { app, person, code, backupCodes } = await guarded();
  const typed = kind === "app" ? code() : (backupCodes[0] ?? "");
  const begun = [await withPassword(app, person), await withPassword(app, person)];
  const outcomes = await Promise.all(begun.map((headers) => signInWithCode(app, caller(headers), typed)));
  expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(["refused", "signed-in"]);
  expect(await sessionsOf(app, person.id)).toBe(1);
});

test("each backup code counts once, and the others stay", async () => {
  const { app, person, backupCodes } = await guarded();
  const [one = "", two = ""] = backupCodes;
  expect(await tryCode(app, person, one)).toBe("signed-in");
  expect(await tryCode(app, person, one)).toBe("refused");
  expect(await tryCode(app, person, two)).toBe("signed-in");
});

test("an app that was never proved asks for nothing and opens nothing", async () => {
  const app = await testApp(google);
  const person = await signedIn(app);
  await begin(app, person);
  expect((await signIn(app, caller(new Headers()), person)).kind).toBe("signed-in");
});

/** Somebody with a second factor who is signed in nowhere; `code`: what their app shows, so much later. */
async function guarded() {
  const app = await testApp(google);
  const person = await signedIn(app);
  const { key, backupCodes } = await begin(app, person);
  const first = totp(key, app.clock.now());
  const who = await whoIs(app, person);
  expect(await finishSetup(app, who, first)).toMatchObject({ kind: "on" });
  await app.db.kysely.deleteFrom("sessions").execute();
  app.clock.set(app.clock.now() + STEP);
  return { app, person, first, backupCodes, code: (later = 0) => totp(key, app.clock.now() + later) };
}

async function begin(app: TestApp, person: SignedIn) {
  const outcome = await beginSetup(app, await whoIs(app, person), PASSWORD);
  if (outcome.kind !== "begun") throw new Error(outcome.kind);
  const key = new URL(outcome.uri).searchParams.get("secret") ?? "";
  return { key, backupCodes: outcome.backupCodes };
}

async function whoIs(app: TestApp, { cookie }: SignedIn) {
  const headers = new Headers({ cookie });
  return { caller: caller(headers), identity: await identify(app, headers) };
}

async function withPassword(app: TestApp, { email }: { email: string }): Promise<Headers> {
  const outcome = await signIn(app, caller(new Headers()), { email, password: PASSWORD });
  if (outcome.kind !== "code-needed") throw new Error(outcome.kind);
  return cookies(outcome.cookies);
}

async function tryCode(app: TestApp, person: { email: string }, code: string): Promise<string> {
  return (await signInWithCode(app, caller(await withPassword(app, person)), code)).kind;
}

async function sessionsOf(app: TestApp, userId: string): Promise<number> {
  return (await app.db.kysely.selectFrom("sessions").select("id").where("userId", "=", userId).execute()).length;
}

function caller(headers: Headers) {
  return { headers, address: "192.0.2.1" };
}

function cookies(lines: readonly string[]): Headers {
  return new Headers({ cookie: lines.map((line) => line.split(";")[0]).join("; ") });
}
