import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { outboxKinds } from "#tests/support/account-mails.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { logIn, openRow, toast } from "#tests/support/login-page.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside, personIn, signedIn, signedInLongAgo } from "#tests/support/signed-in.ts";
import { totp } from "#tests/support/totp.ts";

const site = sharedSite();
const REFUSED = [/Failed to load resource: the server responded with a status of 4\d\d/];

test("a passkey is added, signs in without a password, and is removed", async () => {
  const { page, person, app } = await opened();
  await signedInLongAgo(app, person.id);
  await page.reload();
  await withAuthenticator(page);
  const part = await openRow(page, "Passkeys");
  await part.getByLabel("Name").fill("My <i>laptop</i>");
  await part.getByRole("button", { name: "Add a passkey" }).click();
  await part.getByText("Please fill in all fields").waitFor();
  await part.getByLabel("Your password").fill("not the password");
  await part.getByRole("button", { name: "Add a passkey" }).click();
  await part.getByText("Your current password is incorrect").waitFor();
  await expectNoViolations(page);
  await part.getByLabel("Your password").fill(person.password);
  await part.getByRole("button", { name: "Add a passkey" }).click();
  await part.getByText("My <i>laptop</i>", { exact: true }).first().waitFor();
  expect(await outboxKinds(app)).toEqual(["account-key-changed"]);
  await page.context().clearCookies();
  await page.goto("/login?redirectTo=%2Faccount");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.waitForURL("**/account");
  await toast(page, "Logged in successfully!").waitFor();
  await openRow(page, "Passkeys");
  await part.getByRole("button", { name: /^Remove/ }).click();
  await toast(page, "That passkey has been removed").waitFor();
  await page.context().clearCookies();
  await page.goto("/login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("That passkey did not work").waitFor();
});

test("a passkey that nobody unlocked opens nothing", async () => {
  const { page } = await opened();
  const authenticator = await withAuthenticator(page);
  await openRow(page, "Passkeys");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("region", { name: "Passkeys" }).getByText("Change").waitFor();
  await page.context().clearCookies();
  await authenticator.lock();
  // A browser that does as it is told would not even try: this one was told otherwise.
  await page.route("**/login/passkey-challenges", async (route) => {
    const response = await route.fetch();
    const { options } = await response.json();
    await route.fulfill({ response, json: { options: { ...options, userVerification: "discouraged" } } });
  });
  await page.goto("/login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await page.getByText("That passkey did not work").waitFor();
});

test("an admin's app: set up, asked for after the password, wrong codes refused, backup codes once, off again", async () => {
  const { page, person, app } = await opened({ role: "admin" });
  const part = await openRow(page, "Sign-in codes");
  // Whoever has just signed in is asked for no password.
  expect(await part.getByLabel("Your password").count()).toBe(0);
  await signedInLongAgo(app, person.id);
  await page.reload();
  await openRow(page, "Sign-in codes");
  await part.getByRole("button", { name: "Set up an app" }).click();
  await part.getByText("Enter your password").first().waitFor();
  await part.getByLabel("Your password").fill(person.password);
  await part.getByRole("button", { name: "Set up an app" }).click();
  const key = ((await part.locator("p > code").textContent()) ?? "").replaceAll(" ", "");
  const drawing = await part.getByRole("img", { name: "The key, to be scanned" }).boundingBox();
  expect([drawing?.width, drawing?.height]).toEqual([208, 208]);
  const [backup = ""] = await part.locator("li code").allInnerTexts();
  await expectNoViolations(page);
  await part.getByLabel("Code").fill(totp(key, app.clock.now()));
  await part.getByRole("button", { name: "Turn on" }).click();
  await toast(page, "From now on you need a code when you log in").waitFor();

  const phone = await newPage(site.url, { expectedErrors: REFUSED });
  await logIn(phone, person);
  await phone.waitForURL(/mode=code/);
  await phone.goto("/admin");
  expect(new URL(phone.url()).pathname).toBe("/");
  await phone.goto("/login?mode=code");
  await phone.getByLabel("Code").fill("000000");
  await phone.getByRole("button", { name: "Continue" }).click();
  await toast(phone, "That code is not right").waitFor();
  // The code that turned it on has counted: the app's next one.
  await phone.getByLabel("Code").fill(totp(key, app.clock.now() + 30_000));
  await phone.getByRole("button", { name: "Continue" }).click();
  await phone.waitForURL("**/admin");

  for (const worked of [true, false]) {
    const other = await newPage(site.url, { expectedErrors: REFUSED });
    await logIn(other, person);
    await other.waitForURL(/mode=code/);
    await other.getByLabel("Code").fill(backup);
    await other.getByRole("button", { name: "Continue" }).click();
    await toast(other, worked ? "Logged in successfully!" : "That code is not right").waitFor();
  }

  await openRow(page, "Sign-in codes");
  expect(await part.getByLabel("Your password").count()).toBe(0);
  await part.getByRole("button", { name: "Turn off" }).click();
  await toast(page, "You no longer need a code").waitFor();
  await openRow(page, "Sign-in codes");
  await part.getByText("An authenticator app on your phone").waitFor();
});

test("no code is asked of somebody who has no second factor, and the code's page opens nothing by itself", async () => {
  const { email } = await personIn(await appBeside(site, site.dataDir));
  const page = await newPage(site.url, { expectedErrors: REFUSED });
  await page.goto("/login?mode=code");
  await page.getByLabel("Code").fill("123456");
  await page.getByRole("button", { name: "Continue" }).click();
  await toast(page, "That code is not right").waitFor();
  await page.getByRole("link", { name: "Back to Login" }).click();
  await logIn(page, { email });
  await toast(page, "Logged in successfully!").waitFor();
});

async function opened(who: { role?: "user" | "admin" } = {}) {
  const app = await appBeside(site, site.dataDir);
  const person = await signedIn(app, who);
  const page = await newPage(site.url, { expectedErrors: REFUSED });
  await page.context().addCookies([{ ...person.browserCookie, url: site.url }]);
  await page.goto("/account");
  return { page, person, app };
}

/** A pretended authenticator of the browser, whose holder is there and unlocks it; `lock`: no longer. */
async function withAuthenticator(page: Page) {
  const line = await page.context().newCDPSession(page);
  await line.send("WebAuthn.enable");
  const { authenticatorId } = await line.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { lock: () => line.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }) };
}
