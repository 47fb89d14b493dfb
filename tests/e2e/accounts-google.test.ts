import { expect, test } from "vitest";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside, signedIn } from "#tests/support/signed-in.ts";

const site = sharedSite({ GOOGLE_CLIENT_ID: "a-client.example", GOOGLE_CLIENT_SECRET: "a-secret-of-nobody" });

test("the button leads to Google, with our own address to come back to", async () => {
  const page = await newPage(site.url);
  await page.goto("/login?redirectTo=%2Faccount");
  const href = await page.getByRole("link", { name: "Sign in with Google" }).getAttribute("href");
  const answer = await fetch(site.url + href, { redirect: "manual" });
  const to = new URL(answer.headers.get("location") ?? "");
  expect(to.origin).toBe("https://accounts.google.com");
  expect(to.searchParams.get("redirect_uri")).toBe(`${site.url}/login/google/callback`);
  expect(to.searchParams.get("client_id")).toBe("a-client.example");
  expect(to.searchParams.get("code_challenge_method")).toBe("S256");
  expect(to.searchParams.get("state")).not.toBe("");
});

test.each(["?error=access_denied", "?code=made-up&state=made-up", ""])(
  "an answer that we did not ask for signs nobody in: %s",
  async (query) => {
    const answer = await fetch(`${site.url}/login/google/callback${query}`, { redirect: "manual" });
    expect(answer.headers.getSetCookie().filter((line) => /session_token=[^;]/.test(line))).toEqual([]);
    expect(answer.status).toBe(302);
    expect(answer.headers.get("location")).toBe("/login");
  },
);

test("one who comes back with an error is told", async () => {
  const page = await newPage(site.url);
  await page.goto("/login/google/callback?error=access_denied");
  await page.getByRole("alert").getByText("Google did not sign you in").waitFor();
});

test.each(["/api/auth/callback/google?code=x&state=x", "/login/google/end"])(
  "%s, of 0.1.0, is no address any more: looking at it changes nothing",
  async (path) => {
    const { cookie } = await signedIn(await appBeside(site, site.dataDir), { role: "admin" });
    const answer = await fetch(site.url + path, { redirect: "manual", headers: { cookie } });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([404, []]);
    expect((await fetch(`${site.url}/admin`, { redirect: "manual", headers: { cookie } })).status).toBe(200);
  },
);
