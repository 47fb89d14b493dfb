import { expect, test } from "vitest";
import { adminPage, adminToast, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside, personIn, signedIn, signedInLongAgo } from "#tests/support/signed-in.ts";

const site = sharedSite();

test.each(byTurns(WIDTHS, 1))("an admin finds a user, disables and enables them (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport });
  const email = `nell-${width}@example.com`;
  const { id } = await personIn(app, { name: `Nell ${width}`, email });
  await page.goto("/users");
  await page.getByRole("heading", { level: 1, name: "Users" }).waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await page.waitForURL(`**/users?q=nell-${width}%40example.com`);
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: `Nell ${width}` }) });
  await card.getByText(id).waitFor();
  for (const words of [email, "Role", "user", "Joined"]) await card.getByText(words, { exact: true }).waitFor();
  await expectNoViolations(page);

  await card.getByRole("button", { name: `Disable: Nell ${width}` }).click();
  const dialog = page.getByRole("alertdialog", { name: `Disable Nell ${width}?` });
  await dialog.waitFor();
  await expectNoViolations(page);
  await dialog.getByRole("button", { name: "Disable", exact: true }).click();
  await adminToast(page, `Nell ${width} can no longer sign in.`).waitFor();
  await card.getByText("Disabled").waitFor();
  await card.getByRole("button", { name: `Enable: Nell ${width}` }).click();
  await adminToast(page, `Nell ${width} can sign in again.`).waitFor();
  await card.getByText("Disabled").waitFor({ state: "detached" });
});

test("a user is made an admin once the admin has confirmed who they are, and signed out by it", async () => {
  const { page, app, admin } = await adminPage(site, { expectedErrors: [/status of 422/] });
  const pat = await signedIn(app, { name: "Pat Promoted", email: "promoted@example.com" });
  await signedInLongAgo(app, admin.id);
  await page.goto("/users?q=promoted");
  await page.getByRole("button", { name: "Make admin: Pat Promoted" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm it’s you" });
  await dialog.getByLabel("Your password, or a code").fill("not the password");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await dialog.getByText("That is not your password or a code from your app").waitFor();
  await expectNoViolations(page);
  await dialog.getByLabel("Your password, or a code").fill(admin.password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make admin" }).click();
  await adminToast(page, "Pat Promoted is an admin now.").waitFor();
  const rows = await app.db.kysely.selectFrom("sessions").select("id").where("userId", "=", pat.id).execute();
  expect(rows).toEqual([]);
});

test("no match says 'No users found.', with and without a script", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await adminPage(site, { javaScriptEnabled });
    await page.goto("/users?q=nobody-is-called-so");
    await page.getByText("No users found.", { exact: true }).waitFor();
    expect(await page.getByText("Loading users...").count()).toBe(0);
  }
});

test("while the users are on their way the page says 'Loading users...'", async () => {
  const { page } = await adminPage(site, { viewport: WIDTHS[1][1] });
  await page.goto("/admin");
  await page.route("**/users.data*", async (route) => {
    const head = await route.fetch();
    const text = await head.text();
    // All but the end of what was streamed: the users' own line has not come yet.
    await route.fulfill({ response: head, body: text.slice(0, text.indexOf("\n") + 1) });
  });
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Users" }).click();
  await page.getByText("Loading users...", { exact: true }).waitFor();
});

test("whoever is no admin is sent home", async () => {
  const app = await appBeside(site, site.dataDir);
  const client = await signedIn(app);
  for (const cookie of [null, client.browserCookie]) {
    const page = await newPage(site.url);
    if (cookie) await page.context().addCookies([{ ...cookie, url: site.url }]);
    await page.goto("/users");
    expect(new URL(page.url()).pathname).toBe("/");
  }
});
