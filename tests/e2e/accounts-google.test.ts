import { expect, test } from "vitest";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite({ GOOGLE_CLIENT_ID: "a-client.example", GOOGLE_CLIENT_SECRET: "a-secret-of-nobody" });

test("the button leads to Google, with our own address to come back to", async () => {
  const page = await newPage(site.url);
  await page.goto("/login?redirectTo=%2Faccount");
  const href = await page.getByRole("link", { name: "Sign in with Google" }).getAttribute("href");
  const answer = await fetch(site.url + href, { redirect: "manual" });
  const to = new URL(answer.headers.get("location") ?? "");
  expect(to.origin).toBe("https://accounts.google.com");
  expect(to.searchParams.get("redirect_uri")).toBe(`${site.url}/api/auth/callback/google`);
  expect(to.searchParams.get("client_id")).toBe("a-client.example");
  expect(to.searchParams.get("code_challenge_method")).toBe("S256");
  expect(to.searchParams.get("state")).not.toBe("");
});

test.each(["?error=access_denied", "?code=made-up&state=made-up", ""])(
  "an answer that we did not ask for signs nobody in: %s",
  async (query) => {
    const answer = await fetch(`${site.url}/api/auth/callback/google${query}`, { redirect: "manual" });
    expect(answer.headers.getSetCookie().filter((line) => /session_token=[^;]/.test(line))).toEqual([]);
    expect(answer.status).toBe(302);
    const to = new URL(answer.headers.get("location") ?? "");
    expect([to.origin, to.pathname, to.searchParams.has("error")]).toEqual([site.url, "/login/google/end", true]);
  },
);

test("one who comes back with an error is told", async () => {
  const page = await newPage(site.url);
  await page.goto("/login/google/end?error=access_denied");
  await page.getByRole("alert").getByText("Google did not sign you in").waitFor();
});
