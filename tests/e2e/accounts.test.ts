import { CompiledQuery } from "kysely";
import { expect, test } from "vitest";
import { getUserByEmail } from "#app/accounts/users.db.server.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { logIn, problem, signUp, toast } from "#tests/support/login-page.ts";
import { mailedLink } from "#tests/support/mailed-link.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { appBeside, newSession, PASSWORD, personIn, signedIn } from "#tests/support/signed-in.ts";

const site = mailingSite();
const DESK = { width: 1440, height: 900 };
const REFUSED = [/Failed to load resource: the server responded with a status of 4\d\d/];

test.each([true, false])("sign up, log out, log in (script: %s)", async (javaScriptEnabled) => {
  const page = await newPage(site.url, { javaScriptEnabled, viewport: DESK });
  const email = `new-${javaScriptEnabled}@example.com`;
  await signUp(page, { email, name: "Nell" });
  await toast(page, "Account created successfully!").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await page.getByRole("link", { name: "Sign In" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Admin" }).count()).toBe(0);

  await page.getByRole("button", { name: "Log Out" }).click();
  await page.waitForURL("**/login");
  await page.getByRole("link", { name: "Sign In" }).waitFor();

  await logIn(page, { email });
  await toast(page, "Logged in successfully!").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  await page.reload();
  expect(await toast(page, "Logged in successfully!").count()).toBe(0);
});

test("after a sign-up the page says that a mail was sent, until it is dismissed", async () => {
  const page = await newPage(site.url, { viewport: { width: 390, height: 664 } });
  await signUp(page, { email: "mailed@example.com", name: "Mel" });
  const said = toast(page, "Account created successfully!");
  await said.getByText("Look in your inbox next").waitFor();
  expect(await said.evaluate((element) => getComputedStyle(element).animationName)).toBe("none");
  await expectNoViolations(page);
  await said.getByRole("button", { name: "Dismiss" }).click();
  await said.waitFor({ state: "hidden" });
});

test.each([
  [true, 390],
  [false, 390],
  [true, 1440],
])("what is wrong has the focus and leads to its field (script: %s, %i px)", async (javaScriptEnabled, width) => {
  const page = await newPage(site.url, {
    javaScriptEnabled,
    viewport: { width, height: 664 },
    expectedErrors: REFUSED,
  });
  await page.goto("/login?mode=sign-up");
  await page.getByLabel("Email").fill("nell@example.com");
  await page.getByRole("button", { name: "Sign Up" }).click();
  const summary = page.getByRole("region", { name: "There is a problem" });
  await summary.getByText("Please fill in all fields").waitFor();
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await toast(page, "Please fill in all fields").waitFor({ state: javaScriptEnabled ? "visible" : "hidden" });
  // One live region says it, and not the summary again.
  expect(await page.getByRole("alert").allInnerTexts()).toEqual(javaScriptEnabled ? ["Please fill in all fields"] : []);
  const links = summary.getByRole("link");
  expect(await links.allTextContents()).toEqual(["Enter a username", "Enter your password"]);
  await links.last().click();
  await page.locator(":focus[name=password]").waitFor();
  // It covers no field that somebody is in.
  expect(await page.locator("[data-toast]:visible").count()).toBe(0);
  expect(await page.getByLabel("Email").inputValue()).toBe("nell@example.com");
  if (javaScriptEnabled) await expectNoViolations(page);
});

test.each([
  ["knows them", true, true],
  ["knows none", false, true],
  ["runs no script", true, false],
] as const)("a browser that %s: the passkey button is there from the start or never", async (_, knows, script) => {
  const places = [];
  for (const arrive of [true, false]) {
    const page = await newPage(site.url, { viewport: DESK, javaScriptEnabled: script, expectedErrors: [/ERR_FAILED/] });
    if (!knows) await page.addInitScript(() => Reflect.deleteProperty(window, "PublicKeyCredential"));
    if (!arrive) await page.route("**/*.js", (route) => route.abort());
    await page.goto("/login");
    expect(await page.getByRole("button", { name: "Use a passkey" }).isVisible()).toBe(knows && script);
    await page.evaluate(() => document.fonts.ready);
    places.push(await page.getByRole("link", { name: "Forgot Password?" }).boundingBox());
  }
  expect(places[0]).toEqual(places[1]);
});

test("the modes have addresses, so Back works", async () => {
  const page = await newPage(site.url);
  await page.goto("/login");
  await page.getByRole("link", { name: "Don't have an account? Sign Up" }).click();
  await page.getByRole("heading", { level: 1, name: "Sign Up" }).waitFor();
  await page.getByRole("link", { name: "Already have an account? Login" }).click();
  await page.getByRole("link", { name: "Forgot Password?" }).click();
  await page.getByRole("heading", { level: 1, name: "Forgot password" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Login" }).waitFor();
  await page.goBack();
  await page.getByRole("heading", { level: 1, name: "Sign Up" }).waitFor();
});

test.each([
  ["/login", "Login", "Please fill in all fields"],
  ["/login?mode=sign-up", "Sign Up", "Please fill in all fields"],
  ["/login?mode=forgot", "Send Password Reset Email", "Please enter your email address"],
])("%s: the button %s on an empty form says '%s' as a toast", async (path, button, words) => {
  const page = await newPage(site.url, { expectedErrors: REFUSED });
  await page.goto(path);
  await page.getByRole("button", { name: button, exact: true }).click();
  await toast(page, words).waitFor();
  expect(await toast(page, words).getByRole("alert").textContent()).toBe(words);
  await toast(page, words).getByRole("button", { name: "Dismiss" }).click();
  await toast(page, words).waitFor({ state: "hidden" });
  await page.locator("[data-error-summary]").waitFor();
});

test.each([
  ["/login", "Login"],
  ["/login?mode=sign-up", "Sign Up"],
  ["/login?mode=forgot", "Send Password Reset Email"],
])("on a phone the message on %s covers no title, no field and no button", async (path, button) => {
  for (const viewport of [390, 320].map((width) => ({ width, height: 844 }))) {
    const page = await newPage(site.url, { viewport, expectedErrors: REFUSED });
    await page.goto(path);
    await page.getByRole("button", { name: button, exact: true }).click();
    await page.locator("[data-summarised]:visible").waitFor();
    const message = await page.locator("[data-summarised]").boundingBox();
    const covered = "h1, [data-error-summary], form :is(input:not([type=hidden]), button)";
    for (const control of await page.getByRole("main").locator(covered).all()) {
      const box = await control.boundingBox();
      if (!message || !box) throw new Error("Not shown");
      const apart = box.y + box.height <= message.y || message.y + message.height <= box.y;
      expect(apart, `${viewport.width} px, ${await control.getAttribute("name")}`).toBe(true);
    }
    expect(message?.y).toBeGreaterThanOrEqual(0);
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
  }
});

test("a reset for what is no address says 'Error sending reset email'", async () => {
  const page = await newPage(site.url, { expectedErrors: REFUSED });
  await page.goto("/login?mode=forgot");
  await page.getByLabel("Email").fill("not an address");
  await page.getByRole("button", { name: "Send Password Reset Email" }).click();
  await toast(page, "Error sending reset email").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("not an address");
  await page.getByRole("link", { name: "Back to Login" }).click();
  await page.getByRole("heading", { level: 1, name: "Login" }).waitFor();
});

test("a wrong password says so, and the address stays", async () => {
  const { email } = await personIn(await appBeside(site, site.dataDir));
  const page = await newPage(site.url, { expectedErrors: REFUSED });
  await logIn(page, { email, password: "not the password" });
  await toast(page, "Email or password is incorrect").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  expect(await problem(page, "Email or password is incorrect").getByRole("link").count()).toBe(1);
});

test.each(["log-in", "sign-up"])(
  "at a %s whose record is missing the session ends, and a toast says so",
  async (way) => {
    const app = await appBeside(site, site.dataDir);
    const run = (sql: string) => app.db.kysely.executeQuery(CompiledQuery.raw(sql));
    const email = `no-record-${way}@example.com`;
    if (way === "log-in") await personIn(app, { email });
    const gone = `delete from users where id = new.userId and email = '${email}'`;
    const moment = way === "log-in" ? "sessions begin" : `audit when new.action = 'account.open' begin`;
    await run(
      `create trigger gone after insert on ${moment} ${gone.replace("new.userId", way === "log-in" ? "new.userId" : "new.subject_id")}; end`,
    );
    const page = await newPage(site.url, { expectedErrors: REFUSED });
    if (way === "log-in") await logIn(page, { email });
    else await signUp(page, { email, name: "Nell" });
    await toast(page, "User data not found!").waitFor();
    await run("drop trigger gone");
    expect(await page.context().cookies()).toEqual([]);
  },
);

test("a record that goes right after the log-in is told on the page that follows", async () => {
  const app = await appBeside(site, site.dataDir);
  const person = await signedIn(app);
  const page = await newPage(site.url);
  await page
    .context()
    .addCookies(
      [person.browserCookie, { name: "ly.notice", value: "signedIn" }].map((cookie) => ({ ...cookie, url: site.url })),
    );
  await app.db.kysely.deleteFrom("users").where("id", "=", person.id).execute();
  await page.goto("/");
  await toast(page, "User data not found!").getByRole("alert").waitFor();
  expect(await page.context().cookies()).toEqual([]);
});

test("an admin goes to the admin pages, anybody else who asks for them to the home page", async () => {
  const app = await appBeside(site, site.dataDir);
  const page = await newPage(site.url, { viewport: DESK });
  await page.goto("/admin");
  expect(new URL(page.url()).pathname).toBe("/");
  const { email } = await personIn(app, { role: "admin" });
  await logIn(page, { email });
  await page.waitForURL("**/admin");
  const client = await signedIn(app);
  const other = await newPage(site.url, { viewport: DESK });
  await other.context().addCookies([{ ...client.browserCookie, url: site.url }]);
  await other.goto("/admin");
  expect(new URL(other.url()).pathname).toBe("/");
});

test("a forgotten password is set anew by the mailed link, once, and ends every session", async () => {
  const app = await appBeside(site, site.dataDir);
  const { id, email } = await personIn(app);
  const elsewhere = await newSession(app, id);
  const page = await newPage(site.url, { expectedErrors: REFUSED });
  await page.goto("/login?mode=forgot");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Password Reset Email" }).click();
  await toast(page, "Password reset email sent!").waitFor();
  await page.getByRole("heading", { level: 1, name: "Login" }).waitFor();
  const next = page.getByRole("region", { name: `Sent to ${email}` });
  await next.getByText("The link works once, for one hour.").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe(email);
  await expectNoViolations(page);

  const link = await mailedLink(app, { kind: "account-reset", to: email });
  await page.goto(link);
  await page.getByLabel("New password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Change password" }).click();
  await toast(page, "Your password must be at least 10 characters").waitFor();
  await page.getByLabel("New password", { exact: true }).fill("a brand new harbour");
  await page.getByRole("button", { name: "Change password" }).click();
  await page.waitForURL("**/login");
  expect(await next.count()).toBe(0);
  const ended = await fetch(`${site.url}/`, { headers: { cookie: elsewhere.cookie } });
  expect(await ended.text()).not.toContain("Log Out");
  await logIn(page, { email, password: "a brand new harbour" });
  await toast(page, "Logged in successfully!").waitFor();
  const again = await page.goto(link);
  expect(again?.status()).toBe(410);
});

test("without a script the page says after a reset where the link went, also for an address without an account", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false, viewport: { width: 360, height: 740 } });
  await page.goto("/login?mode=forgot");
  await page.getByLabel("Email").fill("stranger@example.com");
  await page.getByRole("button", { name: "Send Password Reset Email" }).click();
  const next = page.getByRole("region", { name: "Sent to stranger@example.com" });
  await next.getByText("If you have an account, you’ll get an email within a few minutes.").waitFor();
  await page.reload();
  await next.waitFor();
  await next.getByRole("link", { name: "Use another address" }).click();
  await page.getByRole("heading", { level: 1, name: "Forgot password" }).waitFor();
});

test("a new address is confirmed by the mailed link, by a press and not by looking", async () => {
  const app = await appBeside(site, site.dataDir);
  const page = await newPage(site.url);
  await signUp(page, { email: "verify@example.com", name: "Vera" });
  const link = await mailedLink(app, { kind: "account-verify", to: "verify@example.com" });
  const isVerified = async () =>
    Boolean(
      (
        await app.db.kysely
          .selectFrom("users")
          .select("emailVerified")
          .where("email", "=", "verify@example.com")
          .executeTakeFirst()
      )?.emailVerified,
    );
  await page.goto(link);
  expect(await isVerified()).toBe(false);
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await toast(page, "Your email address is confirmed").waitFor();
  expect(await isVerified()).toBe(true);
});

test.each([
  { javaScriptEnabled: true, colorScheme: "light" },
  { javaScriptEnabled: false, colorScheme: "dark" },
] as const)("a link that was asked for elsewhere needs the account’s password: %j", async (look) => {
  const app = await appBeside(site, site.dataDir);
  const email = `elsewhere-${look.colorScheme}@example.com`;
  await signUp(await newPage(site.url), { email, name: "Vera" });
  const link = await mailedLink(app, { kind: "account-verify", to: email });
  const page = await newPage(site.url, { ...look, expectedErrors: REFUSED });
  await page.goto(link);
  await page.getByText("Bookings made with it are then added to that account").waitFor();
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await problem(page, "Enter the password of the account").waitFor();
  await page.getByLabel("Password of the account").fill("not the password");
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await problem(page, "That is not the password of the account").waitFor();
  if (look.javaScriptEnabled) await expectNoViolations(page);
  await page.getByLabel("Password of the account").fill(PASSWORD);
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await toast(page, "Your email address is confirmed").waitFor();
  await page.getByRole("heading", { level: 1, name: "Your Appointments" }).waitFor();
});

test.each([true, false])(
  "'this was not me' shows a page, and frees the address by a press (script: %s)",
  async (script) => {
    const app = await appBeside(site, site.dataDir);
    const email = `not-me-${script}@example.com`;
    await signUp(await newPage(site.url), { email, name: "Vera" });
    const link = `${await mailedLink(app, { kind: "account-verify", to: email })}&answer=not-me`;
    const page = await newPage(site.url, {
      javaScriptEnabled: script,
      viewport: script ? DESK : { width: 390, height: 844 },
    });
    await page.goto(link);
    await page.getByRole("heading", { level: 1, name: "This was not you?" }).waitFor();
    expect(await getUserByEmail(app.db.kysely, email)).not.toBeNull();
    if (script) await expectNoViolations(page);
    await page.getByRole("button", { name: "Remove my address" }).click();
    await toast(page, "Your email address has been removed").waitFor();
    expect(await getUserByEmail(app.db.kysely, email)).toBeNull();
  },
);

test.each(["/login", "/login?mode=sign-up", "/login?mode=forgot", "/reset-password?token=x"])(
  "axe finds nothing on %s, in either theme",
  async (path) => {
    const page = await newPage(site.url, { expectedErrors: REFUSED });
    await page.goto(path);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await expectNoViolations(page);
    }
  },
);
