import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminPage } from "#tests/support/admin-page.ts";
import { logIn } from "#tests/support/login-page.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const DESK = { width: 1440, height: 900 };

test("a session that ended while a page was open: log in, and back to the form with what was typed", async () => {
  const { page, app, admin } = await adminPage(site, { viewport: DESK });
  const settings = "/admin/settings/business";
  const tagline = page.getByLabel("A line about you");
  await page.goto(settings);
  await tagline.fill("Typed before the session ended");
  await app.db.kysely.deleteFrom("sessions").where("userId", "=", admin.id).execute();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Log in to carry on where you left off").waitFor();
  // Loaded as a page of its own: the header tells nobody's name, and the passkey's button has its script.
  await page.getByRole("button", { name: "Use a passkey" }).waitFor();
  expect(await header(page)).toEqual({ admin: 0, logOut: 0, signIn: 1 });
  await logIn(page, admin);
  await page.waitForURL(`**${settings}`);
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  expect(await tagline.inputValue()).toBe("Typed before the session ended");
});

test("a role that was taken away while a page was open: home, and the header says so", async () => {
  const { page, app, admin } = await adminPage(site, { viewport: DESK });
  await page.goto("/admin/settings");
  expect(await header(page)).toEqual({ admin: 1, logOut: 1, signIn: 0 });
  await app.db.kysely.updateTable("users").set({ role: "user" }).where("id", "=", admin.id).execute();
  await page
    .locator("main")
    .getByRole("link", { name: /Business details/ })
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === "/");
  await expect.poll(() => header(page)).toEqual({ admin: 0, logOut: 1, signIn: 0 });
});

const ENDED = "ly.session_token=gone";
const to = (path: string) => `/login?${new URLSearchParams({ redirectTo: path })}`;

test.each([
  { who: "a visitor who typed the address", at: "/admin/diary", leads: "/" },
  {
    who: "a session that ended",
    at: "/admin/diary?day=2027-05-04",
    cookie: ENDED,
    leads: to("/admin/diary?day=2027-05-04"),
  },
  { who: "one whose cookie is cleared already", at: "/users", from: "/admin", leads: to("/users") },
  {
    who: "a form of it",
    at: "/admin/diary/blocks",
    form: true,
    cookie: ENDED,
    from: "/admin/diary?day=x",
    leads: to("/admin/diary?day=x"),
  },
  {
    who: "a form, cookie cleared",
    at: "/admin/diary/blocks",
    form: true,
    from: "/admin/diary",
    leads: to("/admin/diary"),
  },
  { who: "another site's link", at: "/admin", from: "https://elsewhere.example/admin", leads: "/" },
])("closed to $who: $at", async ({ at, leads, cookie, from, form }) => {
  const headers = {
    origin: site.url,
    "sec-fetch-site": "same-origin",
    ...(cookie && { cookie }),
    ...(from && { referer: new URL(from, site.url).href }),
  };
  const answer = await fetch(site.url + at, {
    method: form ? "POST" : "GET",
    headers,
    redirect: "manual",
    ...(form && { body: new URLSearchParams() }),
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, leads]);
});

function header(page: Page) {
  const frame = page.getByRole("banner");
  const count = (role: "link" | "button", name: string) => frame.getByRole(role, { name, exact: true }).count();
  return Promise.all([count("link", "Admin"), count("button", "Log Out"), count("link", "Sign In")]).then(
    ([admin, logOut, signIn]) => ({ admin, logOut, signIn }),
  );
}
