import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { deliverDue } from "#app/mail/deliver-due.server.ts";
import type { TypedMailServer } from "#app/mail/server/mail-server.form.ts";
import { followMailServer, mailServerInUse } from "#app/mail/server/mail-server-in-use.server.ts";
import { loginFor, removeMailServer, saveMailServer } from "#app/mail/server/save-mail-server.server.ts";
import { renderers } from "#app/mails.server.ts";
import { SEALING_KEY_FILE } from "#app/platform/encryption.server.ts";
import { canMailLeave } from "#app/practice/read-practice.server.ts";
import { getSettingVersion } from "#app/settings/save-setting.server.ts";
import { readSettings } from "#app/settings/settings.db.server.ts";
import { getChecklist } from "#app/site/go-live/get-checklist.server.ts";
import { pressTestMail, tryMailServer } from "#app/site/go-live/try-mail-server.server.ts";
import { booked } from "#tests/support/booked.ts";
import { freePort } from "#tests/support/free-port.ts";
import { type MailServer, mailServer } from "#tests/support/mail-server.ts";
import { personIn } from "#tests/support/signed-in.ts";
import { demoApp, type TestApp, testApp } from "#tests/support/test-app.ts";

const LOGIN = { user: "desk@example.com", password: "correct horse £ battery" };
const SHORT = { dnsTimeout: 1_000, connectionTimeout: 1_000, greetingTimeout: 1_000, socketTimeout: 500 };

async function ownerIn(app: TestApp) {
  const { id: userId } = await personIn(app, { role: "admin", email: "jo@example.com" });
  return { kind: "admin", userId, isConfirmed: true } as const;
}

function typedFor(server: MailServer, typed: Partial<TypedMailServer> = {}): TypedMailServer {
  const plain = { host: "127.0.0.1", port: server.port, security: "none", noPassword: false } as const;
  return { ...plain, user: "", password: "", ...typed };
}

async function save(app: TestApp, typed: TypedMailServer) {
  const version = await getSettingVersion(app.db.kysely, "mailServer");
  return saveMailServer(app, { kind: "admin", userId: "imogen", isConfirmed: true }, { version, typed });
}

const storedIn = async (app: TestApp) => (await readSettings(app.db.kysely, app.log)).settings.mailServer;

/** A process of its own: it has asked for the server once before anything changes. */
async function workerOf(app: TestApp, worker: string) {
  const source = followMailServer(app);
  await source.current();
  const work = async () => deliverDue(app, { renderers, transport: await source.current(), worker, sent: new Set() });
  return { work, close: () => source.close() };
}

test("a password is stored sealed; neither the audit nor the form's setting tells it", async () => {
  const app = await testApp();
  const server = await mailServer({ login: LOGIN });
  expect(await save(app, typedFor(server, LOGIN))).toEqual({ kind: "saved" });
  const rows = await app.db.kysely.selectFrom("settings").selectAll().execute();
  const audit = await app.db.kysely.selectFrom("audit").selectAll().execute();
  expect(JSON.stringify(rows)).toContain("v1.");
  for (const table of [rows, audit]) expect(JSON.stringify(table)).not.toMatch(/correct horse|battery/);
  expect(await mailServerInUse(app)).toMatchObject({ kind: "settings", server: LOGIN });
  const key = readFileSync(join(app.config.dataDir, SEALING_KEY_FILE), "utf8");
  expect(JSON.stringify(rows)).not.toContain(key);
  expect(JSON.stringify(audit)).toMatch(/127\.0\.0\.1/);
});

test("an empty password keeps the stored one for that server and user alone", async () => {
  const app = await testApp();
  const server = await mailServer({ login: LOGIN });
  await save(app, typedFor(server, LOGIN));
  const again = typedFor(server, { user: LOGIN.user });
  expect(loginFor(app, await storedIn(app), again)?.password).toBe(LOGIN.password);
  for (const other of [{ host: "evil.example" }, { user: "other" }, { noPassword: true }]) {
    expect(loginFor(app, await storedIn(app), { ...again, ...other })?.password, JSON.stringify(other)).toBe("");
  }
  await save(app, again);
  expect(await mailServerInUse(app)).toMatchObject({ kind: "settings", server: LOGIN });
  await save(app, { ...again, host: "localhost" });
  expect((await storedIn(app))?.password).toBe("");
});

test("every process sends through what was saved last, without a restart, and waits while there is none", async () => {
  const app = await demoApp();
  const [first, second] = [await mailServer({ login: LOGIN }), await mailServer()];
  const workers = [await workerOf(app, "one"), await workerOf(app, "two")];
  const turn = async () => {
    for (const { work } of workers) await work();
  };
  await booked(app);
  await turn();
  expect(await canMailLeave(app)).toBe(false);
  await save(app, typedFor(first, LOGIN));
  await turn();
  expect([first.arrived.length, second.arrived.length]).toEqual([2, 0]);
  await save(app, typedFor(second));
  await booked(app, { email: "later@example.com", therapist: "priya-sandhu" });
  await turn();
  expect([first.arrived.length, second.arrived.length]).toEqual([2, 2]);
  const version = await getSettingVersion(app.db.kysely, "mailServer");
  expect(await removeMailServer(app, { kind: "client", userId: "sam" }, version)).toEqual({ kind: "forbidden" });
  await removeMailServer(app, { kind: "admin", userId: "imogen", isConfirmed: true }, version);
  expect(await canMailLeave(app)).toBe(false);
  for (const { close } of workers) close();
});

test("without its key the server stands shut and no key is made; typed again, it sends", async () => {
  const app = await demoApp();
  const server = await mailServer({ login: LOGIN });
  await save(app, typedFor(server, LOGIN));
  rmSync(join(app.config.dataDir, SEALING_KEY_FILE));
  await booked(app);
  const { work, close } = await workerOf(app, "one");
  await work();
  expect([await mailServerInUse(app), server.arrived.length]).toEqual([{ kind: "shut" }, 0]);
  expect(loginFor(app, await storedIn(app), typedFor(server, { user: LOGIN.user }))).toBeNull();
  expect(readdirSync(app.config.dataDir)).not.toContain(SEALING_KEY_FILE);
  await save(app, typedFor(server, LOGIN));
  await work();
  expect(server.arrived).toHaveLength(2);
  close();
});

test("what a server says of a password is in no stored error", async () => {
  const app = await demoApp();
  const server = await mailServer({ login: LOGIN });
  const wrong = { user: LOGIN.user, password: "hunter2 & more" };
  await booked(app);
  await save(app, typedFor(server, wrong));
  for (const given of [
    followMailServer({ ...app, config: { ...app.config, smtpUrl: urlOf(server, wrong) } }),
    followMailServer(app),
  ]) {
    await app.db.kysely.updateTable("outbox").set({ claimed_until: 0 }).execute();
    await deliverDue(app, { renderers, transport: await given.current(), worker: "one", sent: new Set() });
    given.close();
    const errors = await app.db.kysely.selectFrom("outbox").select("last_error").execute();
    expect(JSON.stringify(errors)).toContain("535 5.7.8 Not you, with …");
    expect(JSON.stringify(errors)).not.toMatch(/hunter2/);
  }
});

function urlOf({ port }: MailServer, { user, password }: typeof LOGIN): string {
  return `smtp://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${port}`;
}

test("the environment outranks what is saved", async () => {
  const app = await testApp({ config: { smtpUrl: "smtp://desk:secret@mail.example:2525" } });
  await save(app, typedFor(await mailServer()));
  expect(await mailServerInUse(app)).toMatchObject({ kind: "environment", where: "mail.example:2525" });
});

test("a test email goes out at once and counts on the checklist", async () => {
  const app = await testApp();
  const owner = await ownerIn(app);
  const server = await mailServer({ login: LOGIN });
  const tried = await tryMailServer(app, owner, typedFor(server, LOGIN));
  expect(tried).toEqual({ kind: "sent", to: "jo@example.com", inside: "127.0.0.1", answered: null });
  const { goLive } = (await readSettings(app.db.kysely, app.log)).settings;
  expect(server.arrived[0]?.mail.text).toContain(`code=${goLive.testMail.code}`);
  expect(goLive.testMail).toMatchObject({ to: "jo@example.com", pressedAt: null });
  expect(await tryMailServer(app, { kind: "visitor" }, typedFor(server))).toEqual({ kind: "forbidden" });
  const limited = { ...app, config: { ...app.config, rateLimits: true } };
  for (let left = 20; left > 0; left--) await tryMailServer(limited, owner, { ...typedFor(server), port: 1 }, SHORT);
  expect(await tryMailServer(limited, owner, typedFor(server, LOGIN))).toEqual({ kind: "limited" });
});

test("the checklist counts a pressed link for the server that was saved before it, and no other", async () => {
  const app = await testApp();
  const owner = await ownerIn(app);
  const server = await mailServer();
  const mailLine = async () => {
    const lines = (await getChecklist(app, "en-GB")).flatMap((group) => group.lines);
    return lines.find(({ id }) => id === "mail")?.state;
  };
  const later = () => app.clock.set(app.clock.now() + 60_000);
  await tryMailServer(app, owner, typedFor(server));
  await save(app, typedFor(server));
  expect(await mailLine()).toBe("todo");
  later();
  const { goLive } = (await readSettings(app.db.kysely, app.log)).settings;
  await pressTestMail(app, owner, goLive.testMail.code);
  expect(await mailLine()).toBe("done");
  later();
  await save(app, typedFor(await mailServer()));
  expect(await mailLine()).toBe("todo");
});

test("what the server answers is told in words, without the password", async () => {
  const app = await testApp();
  const owner = await ownerIn(app);
  const server = await mailServer({ login: LOGIN, refuses: "jo@example.com" });
  const told = async (typed: TypedMailServer) => {
    const tried = await tryMailServer(app, owner, typed, SHORT);
    return tried.kind === "failed" ? [tried.words, tried.answer] : [tried.kind];
  };
  expect(await told(typedFor(server, { ...LOGIN, password: "hunter2" }))).toEqual([
    expect.stringContaining("rejected the user name or password"),
    "535 5.7.8 Not you, with …",
  ]);
  expect(await told(typedFor(server, LOGIN))).toEqual([
    expect.stringContaining("refused the recipient"),
    "550 5.1.1 No such mailbox",
  ]);
  const secured = await mailServer({ starttls: true });
  expect(await told(typedFor(secured, { security: "starttls" }))).toEqual([
    expect.stringContaining("certificate does not hold"),
    null,
  ]);
  expect(await told(typedFor(server, { security: "starttls" }))).toEqual([
    expect.stringContaining("could not be secured"),
    expect.anything(),
  ]);
  expect(await told(typedFor(server, { security: "tls" }))).toEqual([
    expect.stringContaining("speaks no TLS at this port"),
    null,
  ]);
  expect(await told({ ...typedFor(server), port: 1 })).toEqual([expect.stringContaining("We couldn’t connect"), null]);
  const silent = await mailServer();
  silent.become("silent");
  expect(await told(typedFor(silent))).toEqual([expect.stringContaining("did not answer in time"), null]);
  const { goLive } = (await readSettings(app.db.kysely, app.log)).settings;
  expect(goLive.testMail.sentAt).toBeNull();
});

test("a port that does not answer gives way to another one of the same server", async () => {
  const closed = await freePort();
  const server = await mailServer({ login: LOGIN });
  const app = await testApp({ config: { smtpPorts: [25, closed, server.port] } });
  const owner = await ownerIn(app);
  const typed = { ...typedFor(server, LOGIN), port: closed };
  expect(await tryMailServer(app, owner, typed, SHORT)).toMatchObject({
    kind: "sent",
    answered: { port: server.port, security: "none" },
  });
  expect(server.arrived).toHaveLength(1);
  const silent = { ...app, config: { ...app.config, smtpPorts: [25, closed] } };
  expect(await tryMailServer(silent, owner, typed, SHORT)).toMatchObject({
    kind: "failed",
    words: expect.stringMatching(new RegExp(`did not answer at ports ${closed}\\. Some hosts block mail ports`)),
  });
});
