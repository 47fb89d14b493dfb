import { CompiledQuery } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { logIn, openRow, problem, signUp, toast } from "#tests/support/login-page.ts";
import { mailedLink } from "#tests/support/mailed-link.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { appBeside, personIn, signedIn } from "#tests/support/signed-in.ts";

const site = mailingSite();
const FAULT = "That did not work, through a fault of the site. Try again in a moment";
const expectedErrors = [/Failed to load resource: the server responded with a status of 500/];

test.each([390, 1440])(
  "a fault at a log-in is a toast, the address stays, and it goes when it can again (%i px)",
  async (width) => {
    const app = await appBeside(site, site.dataDir);
    const { email } = await personIn(app);
    const page = await newPage(site.url, { viewport: { width, height: 844 }, expectedErrors });
    const mend = await failing(app, "insert on sessions");
    await logIn(page, { email });
    await toast(page, FAULT).getByRole("alert").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe(email);
    await expectNoViolations(page);
    expect(site.server.lines.filter((line) => line.includes("an account's form failed")).length).toBeGreaterThan(0);
    await mend();
    await logIn(page, { email });
    await toast(page, "Logged in successfully!").waitFor();
  },
);

test("without a script a fault at a sign-up is in the summary, and what was typed stays", async () => {
  const app = await appBeside(site, site.dataDir);
  const page = await newPage(site.url, { javaScriptEnabled: false, expectedErrors });
  const mend = await failing(app, "insert on users");
  await signUp(page, { email: "fault@example.com", name: "Fay" });
  await problem(page, FAULT).waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("fault@example.com");
  expect(await page.getByLabel("Username").inputValue()).toBe("Fay");
  await mend();
});

test("a fault at asking for a reset says 'Error sending reset email'", async () => {
  const app = await appBeside(site, site.dataDir);
  const page = await newPage(site.url, { expectedErrors });
  const mend = await failing(app, "insert on outbox");
  await page.goto("/login?mode=forgot");
  await page.getByLabel("Email").fill("fault@example.com");
  await page.getByRole("button", { name: "Send Password Reset Email" }).click();
  await toast(page, "Error sending reset email").waitFor();
  expect(await page.getByLabel("Email").inputValue()).toBe("fault@example.com");
  await mend();
});

test("a fault at a reset or at confirming an address leaves the link and its page as they were", async () => {
  const app = await appBeside(site, site.dataDir);
  const { email } = await personIn(app);
  const page = await newPage(site.url, { expectedErrors });
  await page.goto("/login?mode=forgot");
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send Password Reset Email" }).click();
  await page.goto(await mailedLink(app, { kind: "account-reset", to: email }));
  const mend = await failing(app, "update on sign_ins");
  await page.getByLabel("New password", { exact: true }).fill("a brand new harbour");
  await page.getByRole("button", { name: "Change password" }).click();
  await toast(page, FAULT).waitFor();
  await mend();
  await page.getByLabel("New password", { exact: true }).fill("a brand new harbour");
  await page.getByRole("button", { name: "Change password" }).click();
  await toast(page, "Your password has been changed").waitFor();

  const other = await newPage(site.url, { expectedErrors });
  await signUp(other, { email: "fault-two@example.com", name: "Fay" });
  await other.goto(await mailedLink(app, { kind: "account-verify", to: "fault-two@example.com" }));
  const mendUsers = await failing(app, "update on users");
  await other.getByRole("button", { name: "Yes, confirm it" }).click();
  await toast(other, FAULT).waitFor();
  await mendUsers();
  await other.getByRole("button", { name: "Yes, confirm it" }).click();
  await toast(other, "Your email address is confirmed").waitFor();
});

test("a fault on the page of one's account is a toast there", async () => {
  const app = await appBeside(site, site.dataDir);
  const person = await signedIn(app);
  const page = await newPage(site.url, { expectedErrors });
  await page.context().addCookies([{ ...person.browserCookie, url: site.url }]);
  await page.goto("/account");
  const mend = await failing(app, "update on users");
  await openRow(page, "Username");
  await page.getByRole("textbox", { name: "Username" }).fill("Fay Newname");
  await page.getByRole("button", { name: "Save username" }).click();
  await toast(page, FAULT).waitFor();
  expect(await page.getByRole("textbox", { name: "Username" }).inputValue()).toBe("Fay Newname");
  await mend();
});

test("without a script, a form that a fault has undone says that nothing has changed, and one press sends it again", async () => {
  const app = await appBeside(site, site.dataDir);
  const person = await signedIn(app, { role: "admin" });
  const page = await newPage(site.url, { javaScriptEnabled: false, expectedErrors });
  await page.context().addCookies([{ ...person.browserCookie, url: site.url }]);
  await page.goto("/admin/settings/messages");
  await page.getByRole("textbox", { name: /kept/ }).fill("7");
  const mend = await failing(app, "insert on audit");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Not saved. Try again.").waitFor();
  await page.getByText("Everything you typed is kept on this page.").waitFor();
  await mend();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("Saved").first().waitFor();
  expect(await page.getByRole("textbox", { name: /kept/ }).inputValue()).toBe("7");
});

/** Makes the site's database refuse a kind of statement, until it is mended. */
async function failing({ db }: AppContext, statement: string): Promise<() => Promise<void>> {
  const run = (sql: string) => db.kysely.executeQuery(CompiledQuery.raw(sql));
  await run(`create trigger fault before ${statement} begin select raise(abort, 'the database refuses'); end`);
  const mend = async () => {
    await run("drop trigger if exists fault");
  };
  onTestFinished(mend);
  return mend;
}
