import { expect, test } from "vitest";
import { linkSecretOf } from "#app/accounts/account-links.db.server.ts";
import { addressLink, confirmAddress } from "#app/accounts/confirm-address.server.ts";
import { identify } from "#app/accounts/identify.server.ts";
import { askAddressChange } from "#app/accounts/own-details.server.ts";
import { beginSetup, finishSetup } from "#app/accounts/second-factor/second-factor.server.ts";
import { signInWithCode } from "#app/accounts/sign-in/sign-in.server.ts";
import { signUp } from "#app/accounts/sign-in/sign-up.server.ts";
import { getUser, getUserByEmail } from "#app/accounts/users.db.server.ts";
import { reportAddress } from "#app/appointments/clients/client-account.server.ts";
import { newestNonce } from "#tests/support/account-mails.ts";
import { booked } from "#tests/support/booked.ts";
import { outboxOf } from "#tests/support/post.ts";
import { PASSWORD, signedIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp, testApp } from "#tests/support/test-app.ts";
import { totp } from "#tests/support/totp.ts";

const VICTIM = "victim@example.com";
const OTHER = "other@example.com";

test("a mail that somebody else asked for confirms nothing without the account's password", async () => {
  const app = await testApp();
  const { id, cookie } = await opened(app);
  const token = await secretOf(app, "verify");
  const elsewhere = await who(app, null);
  for (const password of [null, "not the password"]) {
    expect((await confirmAddress(app, elsewhere, { token, password })).kind).toBe("invalid");
  }
  const stranger = await who(app, (await signedIn(app)).cookie);
  expect((await confirmAddress(app, stranger, { token, password: null })).kind).toBe("invalid");
  expect((await getUser(app.db.kysely, id))?.emailVerified).toBe(false);
  expect(await addressLink(app, token, elsewhere.identity)).toMatchObject({ email: VICTIM, isSameSession: false });
  // The password signs in here, and ends the session that asked.
  const done = await confirmAddress(app, elsewhere, { token, password: PASSWORD });
  if (done.kind !== "confirmed") throw new Error(done.kind);
  expect(done.user).toMatchObject({ id, emailVerified: true });
  expect((await who(app, cookieOf(done.cookies))).identity.user?.id).toBe(id);
  expect((await who(app, cookie)).identity.user).toBeNull();
});

test("where it was asked for, one press confirms it", async () => {
  const app = await testApp();
  const { id, cookie } = await opened(app);
  const here = await who(app, cookie);
  const token = await secretOf(app, "verify");
  expect(await addressLink(app, token, here.identity)).toMatchObject({ isSameSession: true });
  expect(await confirmAddress(app, here, { token, password: null })).toMatchObject({
    kind: "confirmed",
    user: { id },
  });
  expect((await who(app, cookie)).identity.user?.emailVerified).toBe(true);
});

test("a change of address needs the session that asked for it, or the password, and closes links from before", async () => {
  const app = await testApp();
  const person = await signedIn(app);
  const here = await who(app, person.cookie);
  await askAddressChange(app, here, { email: OTHER, password: PASSWORD });
  const token = await secretOf(app, "change");
  const again = await who(app, null);
  expect((await confirmAddress(app, again, { token, password: null })).kind).toBe("invalid");
  expect((await confirmAddress(app, here, { token, password: null })).kind).toBe("confirmed");
  expect((await getUser(app.db.kysely, person.id))?.email).toBe(OTHER);
});

test("who has a second factor confirms by the password and is asked for the code next", async () => {
  const app = await testApp();
  const person = await signedIn(app);
  const here = await who(app, person.cookie);
  await askAddressChange(app, here, { email: OTHER, password: PASSWORD });
  const token = await secretOf(app, "change");
  const key = await secondFactorFor(app, here);
  const done = await confirmAddress(app, await who(app, null), { token, password: PASSWORD });
  if (done.kind !== "confirmed") throw new Error(done.kind);
  expect(done.codeNeeded).toBe(true);
  const { caller } = await who(app, cookieOf(done.cookies));
  expect((await signInWithCode(app, caller, totp(key, app.clock.now() + 30_000))).kind).toBe("signed-in");
});

test("'this was not me' deletes an account that was never proved, and frees the address; once", async () => {
  const app = await demoApp();
  const { id, cookie } = await opened(app);
  const { appointment } = await booked(app, { email: VICTIM }, { kind: "client", userId: id });
  const token = await secretOf(app, "verify");
  expect((await reportAddress(app, token)).kind).toBe("released");
  expect(await getUserByEmail(app.db.kysely, VICTIM)).toBeNull();
  expect((await who(app, cookie)).identity.user).toBeNull();
  const kept = await app.db.kysely.selectFrom("appointments").select(["id", "user_id"]).execute();
  expect(kept).toEqual([{ id: appointment.id, user_id: null }]);
  expect((await reportAddress(app, token)).kind).toBe("not-found");
  expect((await signUp(app, (await who(app, null)).caller, input)).kind).toBe("signed-up");
});

test("'this was not me' calls off a change, and leaves the account that asked for it as it is", async () => {
  const app = await testApp();
  const person = await signedIn(app);
  const here = await who(app, person.cookie);
  await askAddressChange(app, here, { email: OTHER, password: PASSWORD });
  const token = await secretOf(app, "change");
  expect((await reportAddress(app, token)).kind).toBe("released");
  expect((await confirmAddress(app, here, { token, password: PASSWORD })).kind).toBe("not-found");
  expect((await getUser(app.db.kysely, person.id))?.email).toBe(person.email);
});

test("'this was not me' deletes nobody whose address is proved, and not the last admin", async () => {
  const app = await testApp();
  const { id } = await opened(app);
  const token = await secretOf(app, "verify");
  await app.db.kysely.updateTable("users").set({ role: "admin" }).where("id", "=", id).execute();
  expect((await reportAddress(app, token)).kind).toBe("refused");
  expect(await addressLink(app, token, { sessionId: null })).not.toBeNull();
  await app.db.kysely.updateTable("users").set({ emailVerified: true }).where("id", "=", id).execute();
  expect((await reportAddress(app, token)).kind).toBe("not-found");
  expect(await getUser(app.db.kysely, id)).not.toBeNull();
});

test("a link's secret stands nowhere in the database", async () => {
  const app = await testApp();
  await opened(app);
  const token = await secretOf(app, "verify");
  const rows = await app.db.kysely.selectFrom("verifications").selectAll().execute();
  expect(JSON.stringify([rows, await outboxOf(app)])).not.toContain(token);
});

const input = { email: VICTIM, password: PASSWORD, username: "Vic" };

/** An account that somebody opened with the victim's address, and the session that they have. */
async function opened(app: TestApp): Promise<{ id: string; cookie: string }> {
  const outcome = await signUp(app, (await who(app, null)).caller, input);
  if (outcome.kind !== "signed-up" || !outcome.user) throw new Error(outcome.kind);
  return { id: outcome.user.id, cookie: cookieOf(outcome.cookies) };
}

function cookieOf(lines: readonly string[]): string {
  return lines.map((line) => line.split(";")[0]).join("; ");
}

async function who(app: TestApp, cookie: string | null) {
  const headers = new Headers(cookie ? { cookie } : {});
  return { caller: { headers, address: "192.0.2.1" }, identity: await identify(app, headers) };
}

async function secretOf(app: TestApp, purpose: "change" | "verify"): Promise<string> {
  return linkSecretOf(app.secret, { purpose, nonce: await newestNonce(app, `account-${purpose}`) });
}

async function secondFactorFor(app: TestApp, person: Awaited<ReturnType<typeof who>>): Promise<string> {
  const begun = await beginSetup(app, person, PASSWORD);
  if (begun.kind !== "begun") throw new Error(begun.message);
  const key = new URL(begun.uri).searchParams.get("secret") ?? "";
  await finishSetup(app, person, totp(key, app.clock.now()));
  return key;
}
