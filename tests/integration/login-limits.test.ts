import { expect, test } from "vitest";
import { linkSecretOf } from "#app/accounts/account-links.db.server.ts";
import { removeExpired } from "#app/accounts/accounts.jobs.server.ts";
import { askPasswordReset, resetPassword } from "#app/accounts/passwords/reset-password.server.ts";
import { approveLocation, canApproveLocation } from "#app/accounts/sign-in/approve-location.server.ts";
import { takeLoginAttempt } from "#app/accounts/sign-in/login-limits.server.ts";
import { challengeForSignIn, signIn, startGoogle } from "#app/accounts/sign-in/sign-in.server.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { newestNonce, outboxKinds } from "#tests/support/account-mails.ts";
import { GOOGLE } from "#tests/support/google.ts";
import { sendAll, worker } from "#tests/support/post.ts";
import { PASSWORD, personIn } from "#tests/support/signed-in.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const HOME = "198.51.100.7";
const HALF_MINUTE = 30_000;
const limited = { config: { rateLimits: true } };

test("what is turned away runs nothing up: neither the account's counter nor the address's", async () => {
  const app = await testApp(limited);
  const { email } = await personIn(app);
  for (let number = 0; number < 40; number++) await takeLoginAttempt(app, guess(email, "203.0.113.1"));
  const counts = await app.db.kysely.selectFrom("rate_limits").select(["key", "hits"]).execute();
  const counted = counts.filter(({ key }) => !key.includes(":here:")).map(({ key, hits }) => [key.split(":")[1], hits]);
  expect(Object.fromEntries(counted)).toEqual({ from: 10, anywhere: 10 });
  // The quarter of an hour is over for the next one, however many came in it.
  app.clock.set(app.clock.now() + 900_000);
  expect((await takeLoginAttempt(app, guess(email, "203.0.113.1"))).kind).toBe("allowed");
});

test("guessing from many places shuts the owner out neither at home nor by the mail's link", async () => {
  const app = await testApp(limited);
  const person = await personIn(app);
  expect(await tryAt(app, person, HOME)).toBe("signed-in");
  await guessFromEverywhere(app, person.email);
  expect(await tryAt(app, person, HOME)).toBe("signed-in");
  expect(await tryAt(app, person, "192.0.2.200")).toBe("limited");
  const secret = await mailedSecret(app);
  expect(await canApproveLocation(app, secret)).toBe(true);
  expect(await approveLocation(app, caller("192.0.2.200"), secret)).toBe(true);
  expect(await tryAt(app, person, "192.0.2.200")).toBe("signed-in");
  // Once, and there alone.
  expect(await approveLocation(app, caller("192.0.2.201"), secret)).toBe(false);
  expect(await tryAt(app, person, "192.0.2.201")).toBe("limited");
});

test("the link lets its own account in and no other, for an hour", async () => {
  const app = await testApp(limited);
  const [person, other] = [await personIn(app), await personIn(app)];
  const guessBoth = async () => {
    await guessFromEverywhere(app, other.email);
    // Told apart from the mail before by its time.
    app.clock.set(app.clock.now() + 1);
    await guessFromEverywhere(app, person.email);
  };
  await guessBoth();
  const secret = await mailedSecret(app);
  app.clock.set(app.clock.now() + 3_600_000);
  expect(await approveLocation(app, caller(HOME), secret)).toBe(false);
  await guessBoth();
  expect(await approveLocation(app, caller(HOME), await mailedSecret(app))).toBe(true);
  expect(await tryAt(app, other, HOME)).toBe("limited");
  expect(await tryAt(app, person, HOME)).toBe("signed-in");
});

test("a reset by mail ends the pause that wrong guesses put on the account, also where they were made", async () => {
  const app = await testApp(limited);
  const [person, other] = [await personIn(app), await personIn(app)];
  await guessFromEverywhere(app, person.email);
  for (const { email } of [person, other]) {
    for (let number = 0; number < 12; number++) await takeLoginAttempt(app, guess(email, HOME));
  }
  expect(await tryAt(app, person, HOME)).toBe("limited");
  await askPasswordReset(app, caller(HOME), person.email);
  const token = linkSecretOf(app.secret, { purpose: "reset", nonce: await newestNonce(app, "account-reset") });
  const password = "a brand new harbour";
  expect((await resetPassword(app, { token, password })).kind).toBe("changed");
  expect(await tryAt(app, { ...person, password }, HOME)).toBe("signed-in");
  expect(await tryAt(app, { ...person, password }, "192.0.2.200")).toBe("signed-in");
  // The others' pauses stay.
  expect(await tryAt(app, other, HOME)).toBe("limited");
});

test("a reset by mail buys no more tries at a second factor", async () => {
  const app = await testApp(limited);
  const { id, email } = await personIn(app);
  const code = { attempt: "code", address: HOME, account: id } as const;
  for (let number = 0; number < 12; number++) await takeLoginAttempt(app, code);
  await askPasswordReset(app, caller(HOME), email);
  const token = linkSecretOf(app.secret, { purpose: "reset", nonce: await newestNonce(app, "account-reset") });
  await resetPassword(app, { token, password: "a brand new harbour" });
  expect((await takeLoginAttempt(app, code)).kind).toBe("limited");
});

test("strangers to an account are slowed to one try in half a minute, told so, and never held", async () => {
  const app = await testApp(limited);
  const person = await personIn(app);
  await guessFromEverywhere(app, person.email);
  for (let round = 0; round < 3; round++) {
    app.clock.set(app.clock.now() + HALF_MINUTE);
    expect(await tryAt(app, person, `192.0.2.${round}`), `${round}`).toBe("signed-in");
    const next = await signIn(app, caller("192.0.2.99"), person);
    expect(next).toMatchObject({ kind: "limited", message: expect.stringContaining("tried from many places") });
    expect(next.kind === "limited" && next.retryAfterSeconds).toBeLessThanOrEqual(30);
  }
});

test("an address without an account is answered in the same words, and nobody is mailed", async () => {
  const app = await testApp(limited);
  const { email } = await personIn(app);
  const answers: unknown[] = [];
  for (const account of [email, "nobody@example.com"]) {
    await guessFromEverywhere(app, account);
    answers.push(await signIn(app, caller("192.0.2.99"), { email: account, password: "a wrong one" }));
  }
  expect(answers[1]).toEqual(answers[0]);
  expect(await outboxKinds(app)).toEqual(["account-let-in", "account-let-in"]);
  await sendAll(app, worker(null));
  const mails = await app.db.kysely.selectFrom("mails").select("recipient").execute();
  expect(mails).toEqual([{ recipient: email }]);
});

test("the owner gets one such mail an hour", async () => {
  const app = await testApp(limited);
  const { email } = await personIn(app);
  for (let round = 0; round < 3; round++) await guessFromEverywhere(app, email);
  expect(await outboxKinds(app)).toEqual(["account-let-in"]);
});

test("no key is one for all: others' passkeys and Google sign-ins stop nobody's", async () => {
  const app = await testApp({ config: { rateLimits: true, google: GOOGLE } });
  for (let number = 0; number < 120; number++) {
    await takeLoginAttempt(app, { attempt: "sign-in", address: `203.0.113.${number}`, account: null });
    if (number < 15) await challengeForSignIn(app, caller("203.0.113.250"));
  }
  expect((await challengeForSignIn(app, caller(HOME))).kind).toBe("challenge");
  expect((await startGoogle(app, caller(HOME), "/")).kind).toBe("go");
  const all = await app.db.kysely.selectFrom("rate_limits").select("key").execute();
  expect(all.filter(({ key }) => !key.includes(":from:"))).toEqual([]);
});

test("resets that strangers ask for leave the owner a link that works, and no more than three mails an hour", async () => {
  const app = await testApp(limited);
  const { email } = await personIn(app);
  for (let number = 0; number < 30; number++) await askPasswordReset(app, caller(`203.0.113.${number}`), email);
  expect((await askPasswordReset(app, caller(HOME), email)).kind).toBe("sent");
  expect((await outboxKinds(app)).length).toBe(3);
});

test("sign-ups with a taken address, from many places, are no way around the counting of passwords", async () => {
  const app = await testApp(limited);
  const { email } = await personIn(app);
  const opened = [];
  for (let number = 0; number < 6; number++) {
    const password = number < 5 ? `a wrong pass ${number}` : PASSWORD;
    opened.push(await signUp(app, caller(`203.0.113.${number}`), { email, password, username: "Sam" }));
  }
  expect(opened.map((outcome) => outcome.kind)).toEqual(Array(6).fill("signed-up"));
  expect(opened.flatMap((outcome) => (outcome.kind === "signed-up" && outcome.user) || [])).toEqual([]);
  expect((await outboxKinds(app)).length).toBe(3);
});

test("an own account is no way to try others' for ever: its sign-in takes back its own try alone", async () => {
  const app = await testApp(limited);
  const own = await personIn(app);
  let refused = 0;
  for (let number = 0; number < 120; number++) {
    const verdict = await takeLoginAttempt(app, guess(`victim-${number}@example.com`, HOME));
    if (verdict.kind === "limited") refused += 1;
    if (number % 50 === 10) await tryAt(app, own, HOME);
  }
  expect(refused).toBe(20);
});

test("a place where nobody has signed in for half a year is forgotten", async () => {
  const app = await testApp();
  const person = await personIn(app);
  await tryAt(app, person, HOME);
  const places = () => app.db.kysely.selectFrom("known_places").select("place").execute();
  expect(JSON.stringify(await places())).not.toContain(HOME);
  await removeExpired(app);
  expect(await places()).toHaveLength(1);
  app.clock.set(app.clock.now() + 181 * 86_400_000);
  await removeExpired(app);
  expect(await places()).toEqual([]);
});

/** Wrong tries from many places: as if there had been the hundred after which strangers are slowed, and two more. */
async function guessFromEverywhere(app: TestApp, email: string): Promise<void> {
  await takeLoginAttempt(app, guess(email, "203.0.113.1"));
  await app.db.kysely.updateTable("rate_limits").set({ hits: 100 }).where("key", "like", "%:anywhere:%").execute();
  for (const address of ["203.0.113.2", "203.0.113.3"]) await takeLoginAttempt(app, guess(email, address));
}

async function tryAt(app: TestApp, { email, password }: { email: string; password: string }, address: string) {
  return (await signIn(app, caller(address), { email, password })).kind;
}

async function mailedSecret(app: TestApp): Promise<string> {
  return linkSecretOf(app.secret, { purpose: "let-in", nonce: await newestNonce(app, "account-let-in") });
}

function guess(account: string, address: string) {
  return { attempt: "sign-in", address, account } as const;
}

function caller(address: string) {
  return { headers: new Headers(), address };
}
