import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { logIn, toast } from "#tests/support/login-page.ts";
import { mailedLink } from "#tests/support/mailed-link.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { appBeside, newSession, PASSWORD, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

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
  await page.getByRole("textbox", { name: "Username" }).fill("");
  await page.getByRole("button", { name: "Save username" }).click();
  await toast(page, "Please fill in all fields").waitFor();
  await page.getByRole("textbox", { name: "Username" }).fill("<b>Sam</b> & co");
  await page.getByRole("button", { name: "Save username" }).click();
  await toast(page, "Saved.").waitFor();
  expect(await page.getByRole("textbox", { name: "Username" }).inputValue()).toBe("<b>Sam</b> & co");
});

test("what comes of a form is shown where it stands, with the focus in it", async () => {
  const { page } = await opened();
  const part = page.getByRole("region", { name: "Password", exact: true });
  for (const current of ["", "not the password"]) {
    await part.getByLabel("Current password").fill(current);
    await part.getByLabel("New password").fill("another long password 8");
    await part.getByRole("button", { name: "Change password" }).click();
    await page.locator("[data-error-summary]").waitFor();
    await expect.poll(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await expect.poll(() => part.evaluate((element) => element.getBoundingClientRect().top)).toBeLessThan(600);
  }
  await page.getByRole("textbox", { name: "Username" }).fill("Sam");
  await page.getByRole("button", { name: "Save username" }).click();
  await toast(page, "Saved.").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Username");
});

test.each([true, false])("an error says which form it belongs to (script: %s)", async (javaScriptEnabled) => {
  const { page } = await opened({ javaScriptEnabled, viewport: { width: 390, height: 664 } });
  const email = page.getByRole("region", { name: "Email", exact: true });
  await email.getByLabel("New e-mail address").fill("nell@");
  await email.getByRole("button", { name: "Change e-mail address" }).click();
  const problem = page.getByRole("region", { name: "There is a problem" });
  await problem.waitFor();
  expect(await problem.count()).toBe(1);
  expect(await email.getByRole("alert").count()).toBe(javaScriptEnabled ? 1 : 0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe("Email");
  expect(await email.getByLabel("New e-mail address").inputValue()).toBe("nell@");
  await problem.getByRole("link", { name: "Enter your password" }).click();
  await page.locator(":focus#address-password").waitFor();
  if (javaScriptEnabled) await expectNoViolations(page);
});

test("another address, once its owner opens the link", async () => {
  const { page, person, app } = await opened();
  const email = `changed-${person.id}@example.com`;
  const part = page.getByRole("region", { name: "Email", exact: true });
  await part.getByLabel("New e-mail address").fill(email);
  await part.getByLabel("Your password").fill("not the password");
  await part.getByRole("button", { name: "Change e-mail address" }).click();
  await toast(page, "Your current password is incorrect").waitFor();
  expect(await part.getByLabel("New e-mail address").inputValue()).toBe(email);
  await part.getByLabel("Your password").fill(PASSWORD);
  await part.getByRole("button", { name: "Change e-mail address" }).click();
  await toast(page, "A link is on its way to that address").waitFor();
  await page.getByText(`Signed in as ${person.email}`).waitFor();
  await page.goto(await mailedLink(app, { kind: "account-change", to: email }));
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await toast(page, "Your e-mail address is confirmed").waitFor();
  await page.goto("/account");
  await page.getByText(`Signed in as ${email}`).waitFor();
});

test("another password, which ends the sessions elsewhere and keeps this one", async () => {
  const { page, person, app } = await opened();
  const elsewhere = await newSession(app, person.id);
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
  const { page, person } = await opened();
  const part = page.getByRole("region", { name: "Delete your account" });
  await part.getByRole("button", { name: "Delete my account" }).click();
  await toast(page, "Please fill in all fields").waitFor();
  await part.getByLabel("Your password").fill(PASSWORD);
  await part.getByRole("button", { name: "Delete my account" }).click();
  await toast(page, "Your account has been deleted").waitFor();
  expect(await isSignedIn(person.cookie)).toBe(false);
  await logIn(page, person);
  await toast(page, "Email or password is incorrect").waitFor();
});

test("the last admin can't leave", async () => {
  const { page } = await opened({ role: "admin" });
  const part = page.getByRole("region", { name: "Delete your account" });
  await part.getByLabel("Your password").fill(PASSWORD);
  await part.getByRole("button", { name: "Delete my account" }).click();
  await toast(page, "This is the only admin").waitFor();
});

test("axe finds nothing, in either theme", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page } = await opened({ colorScheme, verified: false });
    await expectNoViolations(page);
  }
});

test.each([true, false])(
  "typed as the session had ended: offered to whoever typed it (script: %s)",
  async (javaScriptEnabled) => {
    const { page, person, app } = await opened({ javaScriptEnabled });
    const username = page.getByRole("textbox", { name: "Username" });
    const goOn = page.getByRole("button", { name: "Continue", exact: true });
    await username.fill("Sam Early");
    await app.db.kysely.deleteFrom("sessions").where("userId", "=", person.id).execute();
    await page.getByRole("button", { name: "Save username" }).click();
    await page.getByText("Log in to carry on where you left off").waitFor();

    const { browserCookie } = await signedIn(app);
    await page.context().addCookies([{ ...browserCookie, url: site.url }]);
    await page.goto("/account");
    await username.waitFor();
    expect(await goOn.count()).toBe(0);
    await page.context().clearCookies({ name: browserCookie.name });

    await page.goto("/account");
    await logIn(page, person);
    await page.waitForURL("**/account");
    await page.getByText("Continue with “Sam Early”?").waitFor();
    expect(await username.inputValue()).toBe(person.name);
    if (javaScriptEnabled) await expectNoViolations(page);
    await goOn.click();
    await expect.poll(() => username.inputValue()).toBe("Sam Early");
    expect(await goOn.count()).toBe(0);
    await page.getByRole("button", { name: "Save username" }).click();
    await page.getByText("Saved.").first().waitFor();
    expect([await username.inputValue(), await goOn.count()]).toEqual(["Sam Early", 0]);
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

async function isSignedIn(cookie: string): Promise<boolean> {
  const answer = await fetch(`${site.url}/account`, { headers: { cookie }, redirect: "manual" });
  return answer.status === 200;
}
