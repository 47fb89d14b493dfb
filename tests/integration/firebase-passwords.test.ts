import { expect, test } from "vitest";
import { removeExpired } from "#app/accounts/accounts.jobs.server.ts";
import { mailFirstLinks } from "#app/accounts/sign-in/finish-sign-in.server.ts";
import { signIn, takeOverPassword } from "#app/accounts/sign-in/sign-in.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { exportedUser, movedIn } from "#tests/support/firebase/exports.ts";
import { VECTORS } from "#tests/support/firebase/vectors.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp } from "#tests/support/test-app.ts";

const caller = { headers: new Headers(), address: "192.0.2.1" };
const [readme] = VECTORS;
const email = "user1@test.com";
const DAY = 86_400_000;

const logIn = (app: AppContext, password: string, address = email) => signIn(app, caller, { email: address, password });

async function cellsIn(app: AppContext): Promise<(string | null)[]> {
  const rows = await app.db.kysely
    .selectFrom("sign_ins")
    .innerJoin("users", "users.id", "sign_ins.userId")
    .select("password")
    .where("users.email", "=", email)
    .execute();
  return rows.map(({ password }) => password);
}

async function mailsIn(app: AppContext): Promise<string[]> {
  const rows = await app.db.kysely.selectFrom("outbox").select("kind").where("kind", "=", "account-reset").execute();
  return rows.map(({ kind }) => kind);
}

test("who moved in logs in with the old password, once hashed as there and then as here", async () => {
  const app = await demoApp();
  await movedIn(app, [exportedUser()]);
  expect(await cellsIn(app)).toEqual([expect.stringMatching(/^\$fbscrypt\$k=/)]);
  expect(await logIn(app, `${readme.password}!`)).toMatchObject({ kind: "refused" });
  expect(await logIn(app, readme.password)).toMatchObject({ kind: "signed-in", user: { email, role: "user" } });
  const [cell] = await cellsIn(app);
  expect(cell).not.toMatch(/^\$fbscrypt\$/);
  await app.db.kysely.deleteFrom("foreign_hash_keys").execute();
  expect(await logIn(app, readme.password)).toMatchObject({ kind: "signed-in", isWeak: false });
  expect(await cellsIn(app)).toEqual([cell]);
});

test("a wrong password is answered alike: moved in, native, without a hash, unknown, and with the key shut", async () => {
  const app = await demoApp();
  await movedIn(app, [exportedUser(), exportedUser({ localId: "b", email: "none@test.com", passwordHash: undefined })]);
  const native = await personIn(app, { role: "user", name: "Nora" });
  const wrong = { kind: "refused", message: "Email or password is incorrect", cookies: [] };
  for (const address of [email, "none@test.com", native.email, "nobody@test.com"]) {
    expect(await logIn(app, "quite wrong", address), address).toEqual(wrong);
  }
  const shut = { ...app, config: { ...app.config, sealingKey: "another-key-of-at-least-32-characters" } };
  expect(await logIn(shut, readme.password)).toEqual(wrong);
  expect(await logIn(app, readme.password)).toMatchObject({ kind: "signed-in" });
});

test("a password that is too weak for today opens the door, and is asked to be changed", async () => {
  const app = await demoApp();
  const [, weak] = VECTORS;
  await movedIn(app, [exportedUser({ passwordHash: weak.hash, salt: weak.salt })]);
  expect(await logIn(app, weak.password)).toMatchObject({ kind: "signed-in", isWeak: true });
});

test("two first log-ins at once both open, and a password set in between stays", async () => {
  const app = await demoApp();
  await movedIn(app, [exportedUser()]);
  const both = await Promise.all([logIn(app, readme.password), logIn(app, readme.password)]);
  expect(both.map(({ kind }) => kind)).toEqual(["signed-in", "signed-in"]);
  const { id } = await app.db.kysely
    .selectFrom("users")
    .select("id")
    .where("email", "=", email)
    .executeTakeFirstOrThrow();
  expect(await takeOverPassword(app, { userId: id, password: "anything" })).toEqual({ kind: "ours" });
});

test("who comes without a hash gets a link at the first try, within the limits, and others get none", async () => {
  const app = await demoApp({ config: { rateLimits: true } });
  await movedIn(app, [exportedUser({ passwordHash: "UkVEQUNURUQ=" })]);
  for (let tries = 0; tries < 5; tries++) await logIn(app, "the old password");
  await logIn(app, "the old password", "nobody@test.com");
  expect(await mailsIn(app)).toEqual([]);
  await mailFirstLinks(app);
  await mailFirstLinks(app);
  expect(await mailsIn(app)).toHaveLength(1);
});

test("a disabled account stays disabled, and its right password says so to nobody else", async () => {
  const app = await demoApp();
  await movedIn(app, [exportedUser({ disabled: true })]);
  expect(await logIn(app, "wrong")).toMatchObject({ message: "Email or password is incorrect" });
  expect(await logIn(app, readme.password)).toMatchObject({ kind: "refused", message: /disabled/ });
});

test("a key goes a day after the last password that needs it", async () => {
  const app: TestApp = await demoApp();
  await movedIn(app, [exportedUser()]);
  const keys = () => app.db.kysely.selectFrom("foreign_hash_keys").selectAll().execute();
  const [key] = await keys();
  expect(key?.signer_key).toMatch(/^v1\./);
  expect(JSON.stringify(key)).not.toContain(readme.key.signerKey);
  app.clock.set(app.clock.now() + 2 * DAY);
  await removeExpired(app);
  expect(await keys()).toHaveLength(1);
  await logIn(app, readme.password);
  await removeExpired(app);
  expect(await keys()).toHaveLength(0);
});
