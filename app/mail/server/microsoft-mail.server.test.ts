import { expect, test } from "vitest";
import { calendarAppsForm, saveCalendarApps } from "#app/calendars/calendar-apps.server.ts";
import { followMailServer, mailServerInUse } from "#app/mail/server/mail-server-in-use.server.ts";
import { finishMailSignIn, mailSignInUrl } from "#app/mail/server/microsoft-mail.server.ts";
import { saveMailServer } from "#app/mail/server/save-mail-server.server.ts";
import type { Person } from "#app/platform/permissions.ts";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { tryMailServer } from "#app/site/go-live/try-mail-server.server.ts";
import { allowAt } from "#tests/support/calendar-company.ts";
import { mailServer } from "#tests/support/mail-server.ts";
import { MICROSOFT_CLIENT, microsoftCalendars } from "#tests/support/microsoft-calendar.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const MAILBOX = "tom.ellery@example.com";
const MAIL = { messageId: "<one@example.com>", now: 0 };
const box = (address: string) => ({ name: "", address });
const mailTo = (address: string) => ({
  ...{ from: box(MAILBOX), to: box(address), replyTo: box(MAILBOX) },
  ...{ subject: "One", text: "One", html: "<p>One</p>", calendar: null },
});

async function registered(mayRegister = true) {
  const microsoft = await microsoftCalendars();
  const users: string[] = [];
  const server = await mailServer({
    token: (user, token) => {
      users.push(user);
      return microsoft.mayMail(token);
    },
  });
  const app = await testApp({
    config: { ...microsoft.config, microsoftMailServer: `127.0.0.1:${server.port}` },
  });
  const { id: userId } = await personIn(app, { role: "admin", email: "jo@example.com" });
  const owner: Person = { kind: "admin", userId, isConfirmed: true };
  const typed = calendarAppsForm.parse({ microsoft: MICROSOFT_CLIENT });
  if (mayRegister) await saveCalendarApps(app, owner, { version: 0, typed });
  return { app, microsoft, server, owner, users };
}

async function signIn(app: TestApp, owner: Person) {
  const back = await allowAt((await mailSignInUrl(app, owner)) ?? "");
  return finishMailSignIn(app, owner, { version: await getSettingVersion(app.db.kysely, "mailServer"), ...back });
}

const storedIn = async (app: TestApp) => (await readSettings(app.db.kysely, app.log)).settings.mailServer;

test("after a sign-in mails leave by a token, which is renewed and stored sealed", async () => {
  const { app, microsoft, server, owner, users } = await registered();
  expect(await signIn(app, owner)).toEqual({ kind: "saved" });
  const before = await storedIn(app);
  expect(before).toMatchObject({ host: "127.0.0.1", port: server.port, auth: "microsoft", user: MAILBOX });
  const source = followMailServer(app);
  const transport = await source.current();
  await transport?.send(mailTo("ann@example.com"), MAIL);
  await transport?.send(mailTo("ben@example.com"), MAIL);
  expect(server.arrived.flatMap(({ recipients }) => recipients)).toEqual(["ann@example.com", "ben@example.com"]);
  expect(new Set(users)).toEqual(new Set([MAILBOX]));
  // Another refresh token stands there, and the server is the same one.
  expect((await storedIn(app))?.password).not.toBe(before?.password);
  expect(await source.current()).toBe(transport);
  expect(await getSettingVersion(app.db.kysely, "mailServer")).toBe(1);
  source.close();
  const rows = await app.db.kysely.selectFrom("settings").selectAll().execute();
  const audit = await app.db.kysely.selectFrom("audit").selectAll().execute();
  for (const secret of microsoft.secrets()) expect(JSON.stringify([rows, audit])).not.toContain(secret);
});

test("a sign-in that was revoked says so, keeps the mails waiting, and goes on after the next", async () => {
  const { app, microsoft, server, owner } = await registered();
  await signIn(app, owner);
  microsoft.revoke();
  const used = await mailServerInUse(app);
  if (!("server" in used)) throw new Error(used.kind);
  expect(await tryMailServer(app, owner, used.server)).toMatchObject({
    kind: "failed",
    words: "The sign-in with Microsoft has ended. Sign in again under Settings, Mail server.",
  });
  expect(await signIn(app, owner)).toEqual({ kind: "saved" });
  const again = await mailServerInUse(app);
  if (!("server" in again)) throw new Error(again.kind);
  expect(await tryMailServer(app, owner, again.server)).toMatchObject({ kind: "sent" });
  expect(server.arrived).toHaveLength(1);
});

test("a token is for its own mailbox: saved for another server the sign-in does not go along, and a password ends it", async () => {
  const { app, owner } = await registered();
  await signIn(app, owner);
  const { host = "", port = 0 } = (await storedIn(app)) ?? {};
  const typed = { host, port, security: "none", user: MAILBOX, password: "", noPassword: false } as const;
  await saveMailServer(app, owner, { version: 1, typed });
  expect(await storedIn(app)).toMatchObject({ auth: "microsoft" });
  await saveMailServer(app, owner, { version: 2, typed: { ...typed, host: "localhost" } });
  expect(await storedIn(app)).toMatchObject({ host: "localhost", password: "" });
  expect(await storedIn(app)).not.toHaveProperty("auth");
});

test("who did not begin it can't end it, nor after half an hour, nor without the permission to send", async () => {
  const { app, microsoft, owner } = await registered();
  const ended = {
    kind: "failed",
    words: "The sign-in with Microsoft has ended. Sign in again under Settings, Mail server.",
  };
  const finish = async (actor: Person, wait: number) => {
    const back = await allowAt((await mailSignInUrl(app, owner)) ?? "");
    app.clock.set(app.clock.now() + wait);
    return finishMailSignIn(app, actor, { version: 0, ...back });
  };
  expect(await finish({ ...owner, userId: "another" }, 0)).toEqual(ended);
  expect(await finish(owner, 31 * 60_000)).toEqual(ended);
  microsoft.untick("https://outlook.office.com/SMTP.Send");
  expect(await finish(owner, 0)).toMatchObject({ kind: "failed", words: expect.stringContaining("every permission") });
  expect(await storedIn(app)).toBeNull();
});

test("without a registration there is nowhere to sign in", async () => {
  const { app, owner } = await registered(false);
  expect(await mailSignInUrl(app, owner)).toBeNull();
});
