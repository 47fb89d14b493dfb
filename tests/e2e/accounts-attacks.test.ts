import { expect, test } from "vitest";
import { getUser, getUserByEmail } from "#app/accounts/users.db.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { bodyOf, send } from "#tests/support/form-request.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside, PASSWORD, personIn, signedIn } from "#tests/support/signed-in.ts";

const site = sharedSite({ RATE_LIMITS: "on" });
const CLAIMS = { role: "admin", emailVerified: "true", id: "x", isAdmin: "1", image: "javascript:1", banned: "false" };

test("whoever claims to be an admin at sign-up is a user", async () => {
  const app = await appBeside(site, site.dataDir);
  const form = { email: "claims@example.com", username: "Claire", password: PASSWORD, ...CLAIMS };
  await send(site.url, "/login?mode=sign-up", { form });
  const user = await getUserByEmail(app.db.kysely, "claims@example.com");
  expect(user).toMatchObject({ role: "user", emailVerified: false, twoFactor: false });
});

test("whoever claims to be an admin in any part of the account stays a user", async () => {
  const app = await appBeside(site, site.dataDir);
  const { id, cookie } = await signedIn(app, { verified: false });
  for (const part of ["name", "address", "password", "verification", "sessions", "session", "role"]) {
    const form = { part, username: "Mallory", email: "m@example.com", password: "x", current: "x", ...CLAIMS };
    await send(site.url, "/account", { form, cookie });
  }
  expect(await getUser(app.db.kysely, id)).toMatchObject({ id, role: "user", emailVerified: false });
});

test.each([
  { origin: "https://evil.example" },
  { origin: "null" },
  {},
  { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  { "sec-fetch-site": "same-site", origin: "https://other.limber-yard.test" },
] as Record<string, string>[])("a form from elsewhere changes nothing: %j", async (headers) => {
  const app = await appBeside(site, site.dataDir);
  const { id, name, cookie } = await signedIn(app);
  for (const path of ["/account", "/account.data", "/logout", "/login"]) {
    const body = bodyOf({ part: "name", username: "Changed", email: "a@example.com", password: "x" });
    const answer = await fetch(site.url + path, { method: "POST", body, headers: { cookie, ...headers } });
    expect(answer.status, path).toBe(403);
  }
  expect((await getUser(app.db.kysely, id))?.username).toBe(name);
  expect((await fetch(`${site.url}/account`, { headers: { cookie }, redirect: "manual" })).status).toBe(200);
});

test.each(["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)", "/\t/evil.example"])(
  "signing in leads nowhere else: %j",
  async (redirectTo) => {
    const { email } = await personIn(await appBeside(site, site.dataDir));
    const path = `/login?${new URLSearchParams({ redirectTo })}`;
    const answer = await send(site.url, path, { form: { email, password: PASSWORD } });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/"]);
  },
);

test("guessing is stopped for one account, whatever the visitor says about where they are", async () => {
  const { email } = await personIn(await appBeside(site, site.dataDir));
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess++) {
    const headers = {
      "x-forwarded-for": `203.0.113.${guess}`,
      "x-real-ip": `203.0.113.${guess}`,
      forwarded: `for=${guess}`,
    };
    const answer = await send(site.url, "/login", { form: { email, password: `guess number ${guess}` }, headers });
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
  expect(statuses.slice(10)).toEqual([429, 429]);
});

test("the answers tell nobody who has an account", async () => {
  const { email } = await personIn(await appBeside(site, site.dataDir));
  const ask = async (path: string, form: Record<string, string>) => {
    const answer = await send(site.url, path, { form });
    const text = (await answer.text()).replaceAll(/nonce="[^"]*"|value="[^"]*@example.com"|[\w.-]+@example.com/g, "");
    const cookies = answer.headers.getSetCookie().map((line) => line.replace(/=[\w.%-]{40,}/, "=token"));
    return { status: answer.status, to: answer.headers.get("location"), cookies, text };
  };
  for (const [path, more] of [
    ["/login", { password: "not the password" }],
    ["/login?mode=forgot", {}],
    ["/login?mode=sign-up", { password: "another long password", username: "Sam" }],
  ] as const) {
    const known = await ask(path, { email, ...more });
    expect(await ask(path, { email: `nobody-${path.length}@example.com`, ...more }), path).toEqual(known);
  }
});

test("the session cookie is out of reach of scripts and other sites, and pages behind it are kept nowhere", async () => {
  const { email } = await personIn(await appBeside(site, site.dataDir));
  const answer = await send(site.url, "/login", { form: { email, password: PASSWORD } });
  const session = answer.headers.getSetCookie().find((line) => line.startsWith("ly.session_token="));
  expect(session).toMatch(/; HttpOnly/i);
  expect(session).toMatch(/; SameSite=Lax/i);
  const cookie = session?.split(";")[0] ?? "";
  for (const path of ["/", "/account", "/my-appointment", "/account/data.json"]) {
    const page = await fetch(site.url + path, { headers: { cookie } });
    expect(page.headers.get("cache-control"), path).toContain("no-store");
  }
});

test("a username is shown as text in pages, and breaks no header of a mail", async () => {
  const { cookie } = await signedIn(await appBeside(site, site.dataDir));
  const username = '<script>alert(1)</script>"\u2028';
  await send(site.url, "/account", { form: { part: "name", username }, cookie });
  const page = await fetch(`${site.url}/account`, { headers: { cookie } });
  expect(await page.text()).not.toContain("<script>alert(1)");
  for (const bad of ["Sam\r\nBcc: all@example.com", "Sam\u0007", "x".repeat(101)]) {
    const answer = await send(site.url, "/account", { form: { part: "name", username: bad }, cookie });
    expect(answer.status, JSON.stringify(bad)).toBe(422);
  }
});

test.each([
  "a@example.com, b@example.com",
  "a@example.com\r\nBcc: b@example.com",
  "<a@example.com>",
  "é@example.com",
  "a@b",
])("no account for an address that is not one plain address: %j", async (email) => {
  const form = { email, username: "Sam", password: PASSWORD };
  expect((await send(site.url, "/login?mode=sign-up", { form })).status).toBe(422);
});

test("the accounts library's own addresses are closed", async () => {
  const { cookie } = await signedIn(await appBeside(site, site.dataDir), { role: "admin" });
  for (const path of [
    "sign-up/email",
    "sign-in/email",
    "update-user",
    "get-session",
    "list-sessions",
    "change-email",
  ]) {
    const answer = await send(site.url, `/api/auth/${path}`, { form: { ...CLAIMS, name: "x" }, cookie });
    expect(answer.status, path).toBe(404);
    expect((await fetch(`${site.url}/api/auth/${path}`, { headers: { cookie } })).status, path).toBe(404);
  }
});

test("what is the same for everybody neither reads nor renews a session", async () => {
  const app = await appBeside(site, site.dataDir);
  const { id, cookie } = await signedIn(app, { role: "admin" });
  const leftAlone = async () => {
    const at = systemClock.now() - 3_600_000;
    const stamps = { updatedAt: new Date(at), expiresAt: new Date(at + 30 * 86_400_000) };
    await app.db.kysely.updateTable("sessions").set(stamps).where("userId", "=", id).execute();
  };
  for (const path of [
    "/api/services",
    "/api/availability?service=deep-tissue-massage",
    "/api/openapi.json",
    "/api/nowhere",
    "/media/none.webp",
    "/calendar/none.ics",
    "/sitemap.xml",
    "/robots.txt",
    "/site.webmanifest",
    "/speculation-rules.json",
  ]) {
    await leftAlone();
    const answer = await fetch(site.url + path, { headers: { cookie } });
    expect.soft(answer.headers.getSetCookie(), path).toEqual([]);
  }
  // The same session is renewed by a page: the list above would have shown it.
  const page = await fetch(site.url, { headers: { cookie } });
  expect(page.headers.getSetCookie().join()).toContain("session_token=");
});
