import { afterAll, expect, test } from "vitest";
import { adminEditPage, REFUSED } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { startNameServer } from "#tests/support/name-server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const login = { user: "desk@example.com", password: "correct horse battery" };
const mails = await startMailServer({ login });
const names = await startNameServer({
  "MX ferrier.example": ["aspmx.l.google.com"],
  "MX other.example": ["mx.unheard-of.example"],
});
afterAll(async () => {
  names.close();
  await mails.close();
});
const site = sharedSite({
  DEMO: "catalogue",
  SMTP_PORTS: `465,587,2525,${mails.port}`,
  DNS_SERVERS: names.address,
  MAIL_FROM: "jo@ferrier.example",
});

const tests = () => mails.arrived.filter(({ mail }) => mail.subject === "Test email: select the link in it");

test("a mail server is tried before it is saved, and then sends; the password is on no page", async () => {
  const page = await adminEditPage(site, { expectedErrors: REFUSED });
  await page.goto("/admin/settings/mail-server");
  await page.getByText("Email is not set up").waitFor();
  await page.getByLabel("Server", { exact: true }).fill("127.0.0.1");
  await page.getByLabel("Port", { exact: true }).fill("22");
  await page.getByLabel(/^None/).check();
  await page.getByLabel("User").fill(login.user);
  await page.getByLabel("Password", { exact: true }).fill("wrong");
  await page.getByRole("button", { name: "Test what is typed" }).click();
  await page.getByRole("link", { name: `Enter the port: 465, 587, 2525, ${mails.port}` }).waitFor();
  await page.getByLabel("Port", { exact: true }).fill(String(mails.port));
  await page.getByRole("button", { name: "Test what is typed" }).click();
  await page.getByRole("alert").filter({ hasText: "rejected the user name or password" }).waitFor();
  await page.getByText("535 5.7.8 Not you, with …").waitFor();
  await expectNoViolations(page);
  await page.getByLabel("Password", { exact: true }).fill(login.password);
  await page.getByRole("button", { name: "Test what is typed" }).click();
  await page.getByText("The server took the test email to").waitFor();
  expect(tests()).toHaveLength(1);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(`Emails go out through 127.0.0.1:${mails.port}.`).waitFor();
  await page.getByText("A password is saved. Leave blank to keep it.").waitFor();
  expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
  expect(await page.content()).not.toContain(login.password);
  await page.getByRole("button", { name: "Send a test email" }).click();
  await page.getByText("The server took the test email to").waitFor();
  expect(tests()).toHaveLength(2);
});

test("the provider of an address is recognised, says what it needs and fills in the form", async () => {
  const page = await adminEditPage(site);
  await page.goto("/admin/settings/mail-server");
  const address = page.getByLabel("Address that your emails come from");
  expect(await address.inputValue()).toBe("jo@ferrier.example");
  await page.getByRole("button", { name: "Show what it needs" }).click();
  await page.getByRole("heading", { name: "Gmail or Google Workspace" }).waitFor();
  await page.getByText("Open the app passwords page").waitFor();
  expect(await page.getByRole("link", { name: "Open the page at" }).getAttribute("href")).toBe(
    "https://myaccount.google.com/apppasswords",
  );
  await page.getByText("Not checked at support.google.com.").waitFor();
  expect(await page.getByLabel("Server", { exact: true }).inputValue()).toBe("smtp.gmail.com");
  expect(await page.getByLabel("Port", { exact: true }).inputValue()).toBe("465");
  expect(await page.getByLabel("User").inputValue()).toBe("jo@ferrier.example");
  await expectNoViolations(page);
  await address.fill("jo@other.example");
  await page.getByRole("button", { name: "Show what it needs" }).click();
  await page.getByText("its emails arrive at mx.unheard-of.example").waitFor();
  await page.getByLabel("Provider").selectOption({ label: "Microsoft 365" });
  await page.getByRole("button", { name: "Show what it needs" }).click();
  await page.getByText("turns off sending with a password at the end of December 2026").waitFor();
  await page.getByRole("link", { name: "Use SMTP2GO" }).click();
  await page.getByText("Read on Wednesday 25 November 2026 at developers.smtp2go.com.").waitFor();
  expect(await page.getByLabel("Port", { exact: true }).inputValue()).toBe("2525");
  await address.fill("jo@");
  await page.getByRole("button", { name: "Show what it needs" }).click();
  await page.locator("[data-field-error]").first().waitFor();
});

test("the sender’s domain is checked, with the records to copy", async () => {
  const page = await adminEditPage(site);
  await page.goto("/admin/settings/mail-server");
  await page.getByRole("button", { name: "Check ferrier.example" }).click();
  await page.getByText("_dmarc.ferrier.example").waitFor();
  await page.getByText("v=DMARC1; p=none;").waitFor();
  await page.getByText("No SPF record").waitFor();
  await page.getByText("Paste an email’s headers").click();
  await page.getByLabel("Headers (optional)").fill("From: Jo");
  await page.getByRole("button", { name: "Check ferrier.example" }).click();
  await page.getByText("There is no line “DKIM-Signature”").waitFor();
  await expectNoViolations(page);
});
