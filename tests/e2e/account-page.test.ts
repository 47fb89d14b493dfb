import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { logIn, openRow, toast } from "#tests/support/login-page.ts";
import { mailedLink } from "#tests/support/mailed-link.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { appBeside, newSession, PASSWORD, type SignedIn, signedIn, signedInLongAgo } from "#tests/support/signed-in.ts";

const site = mailingSite();
const REFUSED = [/Failed to load resource: the server responded with a status of 4\d\d/];

test("nobody signs in first and comes back", async () => {
  const { page, person } = await opened({ signIn: false });
  await page.goto("/account");
  expect(new URL(page.url()).pathname).toBe("/login");
  await logIn(page, person);
  await page.waitForURL("**/account");
});

test("a name, kept as it was typed, markup and all", async () => {
  const { page } = await opened();
  await openRow(page, "Username");
  await page.getByRole("textbox", { name: "Username" }).fill("");
  await page.getByRole("button", { name: "Save username" }).click();
  await toast(page, "Please fill in all fields").waitFor();
  await page.getByRole("textbox", { name: "Username" }).fill("<b>Sam</b> & co");
  await page.getByRole("button", { name: "Save username" }).click();
  await toast(page, "Saved.").waitFor();
  const row = page.getByRole("region", { name: "Username" });
  await row.getByText("<b>Sam</b> & co", { exact: true }).waitFor();
  expect(await page.getByRole("textbox", { name: "Username" }).count()).toBe(0);
  expect(await (await openRow(page, "Username")).getByRole("textbox").inputValue()).toBe("<b>Sam</b> & co");
});

test.each([true, false])(
  "each row shows what is stored and opens its own form (script: %s)",
  async (javaScriptEnabled) => {
    const { page, person } = await opened({ javaScriptEnabled, viewport: { width: 390, height: 664 } });
    expect(await page.locator("details[open]").count()).toBe(0);
    await page.getByRole("region", { name: "Phone" }).getByText("None").waitFor();
    await page.getByRole("region", { name: "Email", exact: true }).getByText(person.email).waitFor();
    for (const title of ["Username", "Phone", "Password"]) {
      await openRow(page, title);
      expect(await page.locator("details[open]").count()).toBe(1);
    }
  },
);

test("the password is asked once, and then not for the next change", async () => {
  const { page, person, app } = await opened();
  await signedInLongAgo(app, person.id);
  await page.reload();
  const email = await openRow(page, "Email");
  await email.getByLabel("New email address").fill(`once-${person.id}@example.com`);
  await email.getByRole("button", { name: "Change email address" }).click();
  await toast(page, "Enter your password").waitFor();
  await email.getByLabel("Your password").fill(PASSWORD);
  await email.getByRole("button", { name: "Change email address" }).click();
  await toast(page, "A link is on its way to that address").waitFor();
  const password = await openRow(page, "Password");
  expect(await password.getByLabel("Current password").count()).toBe(0);
  await password.getByLabel("New password").fill("a brand new harbour");
  await password.getByRole("button", { name: "Change password" }).click();
  await toast(page, "Saved.").waitFor();
});

test("what comes of a form is shown where it stands, with the focus in it", async () => {
  const { page } = await openedLongAgo();
  const part = await openRow(page, "Password");
  for (const current of ["", "not the password"]) {
    await part.getByLabel("Current password").fill(current);
    await part.getByLabel("New password").fill("another long password 8");
    await part.getByRole("button", { name: "Change password" }).click();
    await page.locator("[data-error-summary]").waitFor();
    await expect.poll(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await expect.poll(() => part.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(600);
  }
  await openRow(page, "Username");
  await page.getByRole("textbox", { name: "Username" }).fill("Sam");
  await page.getByRole("button", { name: "Save username" }).click();
  await toast(page, "Saved.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Username");
});

test.each([true, false])("an error says which form it belongs to (script: %s)", async (javaScriptEnabled) => {
  const { page } = await openedLongAgo({ javaScriptEnabled, viewport: { width: 390, height: 664 } });
  const email = await openRow(page, "Email");
  await email.getByLabel("New email address").fill("nell@");
  await email.getByRole("button", { name: "Change email address" }).click();
  const problem = page.getByRole("region", { name: "There is a problem" });
  await problem.waitFor();
  expect(await problem.count()).toBe(1);
  expect(await email.getByRole("alert").count()).toBe(javaScriptEnabled ? 1 : 0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Email");
  expect(await email.getByLabel("New email address").inputValue()).toBe("nell@");
  await email.getByLabel("New email address").fill("nell@example.com");
  await email.getByRole("button", { name: "Change email address" }).click();
  await problem.getByRole("link", { name: "Enter your password" }).click();
  await page.locator(":focus#address-password").waitFor();
  if (javaScriptEnabled) await expectNoViolations(page);
});

test("another address, once its owner opens the link", async () => {
  const { page, person, app } = await openedLongAgo();
  const email = `changed-${person.id}@example.com`;
  const part = await openRow(page, "Email");
  await part.getByLabel("New email address").fill(email);
  await part.getByLabel("Your password").fill("not the password");
  await part.getByRole("button", { name: "Change email address" }).click();
  await toast(page, "Your current password is incorrect").waitFor();
  expect(await part.getByLabel("New email address").inputValue()).toBe(email);
  await part.getByLabel("Your password").fill(PASSWORD);
  await part.getByRole("button", { name: "Change email address" }).click();
  await toast(page, "A link is on its way to that address").waitFor();
  await page.getByText(`Signed in as ${person.email}`).waitFor();
  await page.goto(await mailedLink(app, { kind: "account-change", to: email }));
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await toast(page, "Your email address is confirmed").waitFor();
  await page.goto("/account");
  await page.getByText(`Signed in as ${email}`).waitFor();
});

test("another password, which ends the sessions elsewhere and keeps this one", async () => {
  const { page, person, app } = await opened();
  const elsewhere = await newSession(app, person.id);
  await signedInLongAgo(app, person.id);
  await page.reload();
  await openRow(page, "Password");
  await page.getByLabel("Current password").fill(PASSWORD);
  await page.getByLabel("New password").fill("a brand new harbour");
  await page.getByRole("button", { name: "Change password" }).click();
  await toast(page, "Saved.").waitFor();
  expect(await isSignedIn(elsewhere.cookie)).toBe(false);
  expect(await isSignedIn(person.cookie)).toBe(false);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Your account" }).waitFor();
});

test("sessions are listed, ended one by one and all at once; other people's are not", async () => {
  const { page, person, app } = await opened();
  const one = await newSession(app, person.id);
  const two = await newSession(app, person.id);
  const stranger = await signedIn(app);
  const foreign = await app.db.kysely
    .selectFrom("sessions")
    .select("id")
    .where("userId", "=", stranger.id)
    .executeTakeFirstOrThrow();
  await page.reload();
  const list = page.getByRole("region", { name: "Where you are signed in" });
  expect(await list.getByRole("listitem").count()).toBe(3);
  await page
    .locator('input[name="id"]')
    .first()
    .evaluate((input, id) => input.setAttribute("value", id), foreign.id);
  await list.getByRole("button", { name: /^End/ }).first().click();
  await page.getByRole("heading", { level: 1, name: "Page not found." }).waitFor();
  expect(await isSignedIn(stranger.cookie)).toBe(true);
  await page.goto("/account");
  await list.getByRole("button", { name: /^End/ }).first().click();
  await toast(page, "That session has been ended").waitFor();
  expect(await list.getByRole("listitem").count()).toBe(2);
  await list.getByRole("button", { name: "Sign out everywhere else" }).click();
  await toast(page, "You are signed out everywhere else").waitFor();
  expect([await isSignedIn(one.cookie), await isSignedIn(two.cookie)]).toEqual([false, false]);
  expect(await list.getByRole("listitem").count()).toBe(1);
});

test("one's data as a file, without anything secret", async () => {
  const { person } = await opened();
  const answer = await fetch(`${site.url}/account/data.json`, { headers: { cookie: person.cookie } });
  const text = await answer.text();
  expect(answer.headers.get("content-disposition")).toContain("my-data.json");
  expect(JSON.parse(text).account).toMatchObject({ email: person.email, username: person.name, role: "user" });
  expect(text).not.toMatch(/token|password|hash/i);
});

test("an account is deleted by its password alone, and signs in no more", async () => {
  const { page, person } = await openedLongAgo();
  const part = await openRow(page, "Delete your account");
  await part.getByRole("button", { name: "Delete my account" }).click();
  await toast(page, "Enter your password").waitFor();
  await part.getByLabel("Your password").fill(PASSWORD);
  await part.getByRole("button", { name: "Delete my account" }).click();
  await toast(page, "Your account has been deleted").waitFor();
  expect(await isSignedIn(person.cookie)).toBe(false);
  await logIn(page, person);
  await toast(page, "Email or password is incorrect").waitFor();
});

test("the last admin can't leave", async () => {
  const { page } = await opened({ role: "admin" });
  const part = await openRow(page, "Delete your account");
  await part.getByRole("button", { name: "Delete my account" }).click();
  await toast(page, "This is the only admin").waitFor();
});

test("axe finds nothing, in either theme", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await opened({ colorScheme, verified: false });
    await expectNoViolations(page);
    await openRow(page, "Email");
    await expectNoViolations(page);
  }
});

test.each([true, false])(
  "typed as the session had ended: offered to whoever typed it (script: %s)",
  async (javaScriptEnabled) => {
    const { page, person, app } = await opened({ javaScriptEnabled });
    const username = page.getByRole("textbox", { name: "Username" });
    const goOn = page.getByRole("button", { name: "Continue", exact: true });
    await openRow(page, "Username");
    await username.fill("Sam Early");
    await app.db.kysely.deleteFrom("sessions").where("userId", "=", person.id).execute();
    await page.getByRole("button", { name: "Save username" }).click();
    await page.getByText("Log in to carry on where you left off").waitFor();

    const { browserCookie } = await signedIn(app);
    await page.context().addCookies([{ ...browserCookie, url: site.url }]);
    await page.goto("/account");
    await page.getByRole("region", { name: "Username" }).waitFor();
    expect(await goOn.count()).toBe(0);
    await page.context().clearCookies({ name: browserCookie.name });

    await page.goto("/account");
    await logIn(page, person);
    await page.waitForURL("**/account");
    await page.getByText("Continue with “Sam Early”?").waitFor();
    await page.getByRole("region", { name: "Username" }).getByText(person.name, { exact: true }).waitFor();
    if (javaScriptEnabled) await expectNoViolations(page);
    await goOn.click();
    await expect.poll(() => username.inputValue()).toBe("Sam Early");
    expect(await goOn.count()).toBe(0);
    await page.getByRole("button", { name: "Save username" }).click();
    await page.getByText("Saved.").first().waitFor();
    await page.getByRole("region", { name: "Username" }).getByText("Sam Early", { exact: true }).waitFor();
    expect(await goOn.count()).toBe(0);
  },
);

type Options = { signIn?: boolean; role?: "user" | "admin"; verified?: boolean } & Parameters<typeof newPage>[1];

async function opened({ signIn = true, role, verified, ...visitor }: Options = {}) {
  const app = await appBeside(site, site.dataDir);
  const person: SignedIn = await signedIn(app, { role, verified });
  const page: Page = await newPage(site.url, { expectedErrors: REFUSED, ...visitor });
  if (signIn) {
    await page.context().addCookies([{ ...person.browserCookie, url: site.url }]);
    await page.goto("/account");
  }
  return { page, person, app };
}

/** Signed in so long ago that a sensitive change asks for the password. */
async function openedLongAgo(options: Options = {}) {
  const { page, ...others } = await opened(options);
  await signedInLongAgo(others.app, others.person.id);
  await page.reload();
  return { page, ...others };
}

async function isSignedIn(cookie: string): Promise<boolean> {
  const answer = await fetch(`${site.url}/account`, { headers: { cookie }, redirect: "manual" });
  return answer.status === 200;
}
