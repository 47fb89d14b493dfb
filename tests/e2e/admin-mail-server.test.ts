import { afterAll, expect, test } from "vitest";
import { adminEditPage, REFUSED } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const login = { user: "desk@example.com", password: "correct horse battery" };
const mails = await startMailServer({ login });
afterAll(() => mails.close());
const site = sharedSite({ DEMO: "catalogue", SMTP_PORTS: `587,${mails.port}` });

const tests = () => mails.arrived.filter(({ mail }) => mail.subject === "Test mail: press its link");

test("a mail server is tried before it is saved, and then sends; the password is on no page", async () => {
  const page = await adminEditPage(site, { expectedErrors: REFUSED });
  await page.goto("/admin/settings/mail-server");
  await page.getByText("No mail server is set up").waitFor();
  await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
  await page.getByLabel("Port", { exact: true }).fill("22");
  await page.getByLabel(/^None/).check();
  await page.getByLabel("User").fill(login.user);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Test what is typed" }).click();
  await page.getByRole("link", { name: `Enter the port: 587, ${mails.port}` }).waitFor();
  await page.getByLabel("Port", { exact: true }).fill(String(mails.port));
  await page.getByRole("button", { name: "Test what is typed" }).click();
  await page.getByRole("alert").filter({ hasText: "refused the user or the password" }).waitFor();
  await page.getByText("535 5.7.8 Not you, with …").waitFor();
  await expectNoViolations(page);
  await page.getByLabel("Password", { exact: true }).fill(login.password);
  await page.getByRole("button", { name: "Test what is typed" }).click();
  await page.getByText("The server took the test mail to").waitFor();
  expect(tests()).toHaveLength(1);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(`Mails go out through 127.0.0.1:${mails.port}.`).waitFor();
  await page.getByText("One is stored, sealed, and never shown.").waitFor();
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  expect(await page.content()).not.toContain(login.password);
  await page.getByRole("button", { name: "Send a test mail" }).click();
  await page.getByText("The server took the test mail to").waitFor();
  expect(tests()).toHaveLength(2);
});
