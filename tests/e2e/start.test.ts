import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { expect, test } from "vitest";
import { ON_TEAM_CODE } from "#scripts/admin-command.ts";
import { root } from "#scripts/bootstrap/project.mjs";
import { BOOKING } from "#tests/support/api-site.ts";
import { newPage } from "#tests/support/browser.ts";
import { freePort } from "#tests/support/free-port.ts";
import { logIn } from "#tests/support/login-page.ts";
import { runProgram } from "#tests/support/run-program.ts";
import { startServer } from "#tests/support/server.ts";
import { temporaryFolder } from "#tests/support/temporary-folder.ts";

test("the first start's one sign-in works; a second start skips what is done and says how to make one", async () => {
  const DATA_DIR = temporaryFolder();
  const first = await startServer({ DATA_DIR, DEMO: "on" }, { script: "scripts/bootstrap/start.mjs" });
  await expect.poll(() => first.lines.join("\n")).toContain("npm run admin");
  const [email = "", password = ""] = readFileSync(join(DATA_DIR, "demo-sign-in"), "utf8").split("\n");
  expect(first.lines).toContain(`  Email     ${email}`);
  expect(first.lines.filter((line) => line.includes("npm run admin"))).toHaveLength(1);
  const page = await newPage(first.url);
  await logIn(page, { email, password });
  await page.waitForURL("**/admin", { waitUntil: "networkidle" });
  await page.close();
  await first.stop();
  const second = await startServer({ DATA_DIR }, { script: "scripts/bootstrap/start.mjs" });
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  const { services } = await (await fetch(`${second.url}/api/services`)).json();
  expect(services).toHaveLength(11);
  await expect.poll(() => second.lines.join("\n")).toContain("npm run admin -- create");
  await second.stop();
  expect(second.lines.join("\n")).not.toMatch(/Installing|Building|brought up to date/);
});

test("a new admin is told where the site is open, whatever this command's own settings leave out", async () => {
  const DATA_DIR = temporaryFolder();
  const site = await startServer({ DATA_DIR });
  const create = (env: Record<string, string>, email: string) =>
    runProgram(["scripts/admin.ts", "create", email], { DATA_DIR, ...env });
  expect((await create({}, "one@example.com")).output).toContain(`Sign in at ${site.url}/login`);
  await site.stop();
  expect((await create({}, "two@example.com")).output).toContain(`Sign in at ${site.url}/login`);
  const given = await create({ PUBLIC_URL: "https://practice.example" }, "three@example.com");
  expect(given.output).toContain("Sign in at https://practice.example/login");
  expect((await create({ PORT: "4321" }, "four@example.com")).output).toContain(
    "Sign in at http://localhost:4321/login",
  );
});

test("an invitation to an owner says that they are on the team, by a code that the set-up of a server knows", async () => {
  const DATA_DIR = temporaryFolder();
  await runProgram(["scripts/admin.ts", "create", "one@example.com"], { DATA_DIR });
  const invited = await runProgram(["scripts/admin.ts", "invite", "one@example.com"], { DATA_DIR });
  expect(invited).toMatchObject({ code: ON_TEAM_CODE, output: "" });
  expect(invited.errors).toContain("This person is already on your team");
  expect((await runProgram(["scripts/admin.ts", "invite", "two@example.com"], { DATA_DIR })).code).toBe(0);
});

test("npm run dev shows the pages, drawn by the server and taken over by their script", async () => {
  const site = await startServer({ DATA_DIR: temporaryFolder() }, { script: "scripts/bootstrap/dev.mjs" });
  expect(await (await fetch(site.url)).text()).toContain("Move Better.");
  const book = await fetch(`${site.url}/book`);
  expect([book.status, await book.text()]).toEqual([200, expect.stringContaining("Book Your Appointment")]);
  expect((await fetch(`${site.url}/app/entry.client.tsx`)).headers.get("content-type")).toContain("javascript");
  await site.stop();
});

test("a port in use is told in a sentence, and the data folder stays usable", async () => {
  const DATA_DIR = temporaryFolder();
  const site = await startServer({ DATA_DIR });
  const { port } = new URL(site.url);
  const { code, errors } = await runProgram(["scripts/serve.ts"], { DATA_DIR, PORT: port, LOG_LEVEL: "silent" });
  expect(code).toBe(1);
  expect(errors.trim()).toBe(
    `Port ${port} is in use. Stop the other program, or use another port: PORT=${Number(port) + 1} npm start`,
  );
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
  await site.stop();
});

test("a bad configuration is told line by line before anything is opened", async () => {
  const env = { PORT: "many", PUBLIC_URL: "limber", DATABASE_URL: "mysql://hunter2@db", DATA_DIR: temporaryFolder() };
  const { code, errors, output } = await runProgram(["scripts/serve.ts"], env);
  expect([code, output]).toEqual([1, ""]);
  expect(errors.trim().split("\n")).toEqual([
    "Configuration: PORT must be a whole number from 0 to 65535",
    "Configuration: PUBLIC_URL must be an address that begins with http:// or https://",
    "Configuration: DATABASE_URL must be an address that begins with postgres:// or postgresql://",
  ]);
});

test.each([
  ["serve", { HOST: "999.1.1.1" }, /^HOST is 999\.1\.1\.1, which is no address of this machine\./],
  ["dev", { HOST: "999.1.1.1" }, /^HOST is 999\.1\.1\.1, which is no address of this machine\./],
  ["serve", { DATA_DIR: "package.json" }, /^The data folder package\.json can't be read or written \(EEXIST\)\./],
  ["admin", { DATA_DIR: "package.json" }, /^The data folder package\.json can't be read or written \(EEXIST\)\./],
  ["backup", { DATA_DIR: "package.json" }, /^There is no package\.json\/limber-yard\.db to back up\./],
  ["serve", { ADMIN_EMAIL: "owner@limber.example" }, /^Configuration: ADMIN_EMAIL needs ADMIN_PASSWORD, too$/],
])("%s with %j ends with one line and no stack trace", async (script, env, line) => {
  const args = script === "admin" ? ["scripts/admin.ts", "list"] : [`scripts/${script}.ts`];
  const place = { DATA_DIR: temporaryFolder(), PORT: "0", LOG_LEVEL: "silent", DEMO: "off" };
  const { code, errors } = await runProgram(args, { ...place, ...env });
  expect([code, errors.trim()]).toEqual([1, expect.stringMatching(line)]);
  expect(errors.trim().split("\n")).toHaveLength(1);
});

test("a PostgreSQL that isn't there is told in a sentence, without the password", async () => {
  const where = `127.0.0.1:${await freePort()}`;
  const env = { PORT: "0", DATABASE_URL: `postgres://owner:hunter2@${where}/limber`, DATA_DIR: temporaryFolder() };
  const { code, errors } = await runProgram(["scripts/serve.ts"], { ...env, LOG_LEVEL: "silent" });
  expect(code).toBe(1);
  expect(errors.trim()).toBe(
    `No PostgreSQL answers at ${where} (ECONNREFUSED). Start it or correct DATABASE_URL; without one the site uses SQLite.`,
  );
});

test.each(["SIGTERM", "SIGINT"] as const)(
  "on %s what is under way is answered, then the process ends with 0",
  async (signal) => {
    const site = await startServer({ DATA_DIR: temporaryFolder() });
    const headers = { "content-type": "application/json", expect: "100-continue" };
    const sent = request(`${site.url}/api/appointments`, { method: "POST", headers });
    sent.flushHeaders();
    // The server has the request: it has asked for the rest of it.
    await once(sent, "continue");
    const ended = once(site.process, "exit");
    site.process.kill(signal);
    await expect
      .poll(() =>
        fetch(`${site.url}/healthz`).then(
          () => "open",
          () => "closed",
        ),
      )
      .toBe("closed");
    sent.end(JSON.stringify({ ...BOOKING, name: "" }));
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(422);
    expect(await json(answer)).toMatchObject({ title: "Invalid booking" });
    expect(await ended).toEqual([0, null]);
  },
);

test.each(["SIGTERM", "SIGKILL"] as const)("an npm that gets %s takes the site with it", async (signal) => {
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const env = { PATH, HOME, DATA_DIR: temporaryFolder(), PORT: String(port), LOG_LEVEL: "silent", DEMO: "catalogue" };
  const npm = spawn("npm", ["start"], { cwd: root, env, stdio: "ignore" });
  const healthz = () =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(
      () => "open",
      () => "closed",
    );
  await expect.poll(healthz, { timeout: 30_000, interval: 100 }).toBe("open");
  npm.kill(signal);
  await expect.poll(healthz, { timeout: 15_000, interval: 100 }).toBe("closed");
});
