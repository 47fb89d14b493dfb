import { afterAll, expect, test } from "vitest";
import { adminEditPage } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { MICROSOFT_CLIENT, startMicrosoftCalendars } from "#tests/support/microsoft-calendar.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const microsoft = await startMicrosoftCalendars();
const mails = await startMailServer({ token: (_user, token) => microsoft.mayMail(token) });
afterAll(async () => {
  microsoft.close();
  await mails.close();
});
const site = sharedSite({
  DEMO: "catalogue",
  MICROSOFT_CALENDAR_URL: microsoft.origin,
  MICROSOFT_MAIL_SERVER: `127.0.0.1:${mails.port}`,
  OUTBOUND_PRIVATE: microsoft.origin,
});
const MICROSOFTS_PAGE = /^foreign host: http:\/\/127\.0\.0\.1:\d+\/common\/oauth2\//;
const tests = () => mails.arrived.filter(({ mail }) => mail.subject === "Test email: select the link in it");
const LOOKUP = "/admin/settings/mail-server?address=tom.ellery%40example.com&through=microsoft-365";

test.each([390, 1440])(
  "at %i px an owner registers the site, signs in to the mailbox, and emails leave",
  async (width) => {
    const page = await adminEditPage(site, { viewport: { width, height: 900 }, expectedErrors: [MICROSOFTS_PAGE] });
    await page.goto(LOOKUP);
    await page.getByRole("heading", { name: "Or sign in with Microsoft" }).waitFor();
    await page.getByRole("link", { name: "Use SMTP2GO" }).waitFor();
    await page.getByRole("link", { name: "Calendar sign-in" }).click();
    await page.getByLabel("Microsoft application ID").fill(MICROSOFT_CLIENT.clientId);
    await page.getByLabel("Microsoft client secret").fill(MICROSOFT_CLIENT.secret);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.", { exact: true }).waitFor();
    await page.goto(LOOKUP);
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Sign in with Microsoft" }).click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByText("Send the site’s emails through that mailbox?").waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Send through this mailbox" }).click();
    await page.getByText(`127.0.0.1:${mails.port}, signed in with Microsoft as tom.ellery@example.com.`).waitFor();
    const before = tests().length;
    await page.getByRole("button", { name: "Send a test email" }).click();
    await page.getByText("The server took the test email to").waitFor();
    expect(tests()).toHaveLength(before + 1);
    const shown = await page.content();
    for (const secret of microsoft.secrets()) expect(shown).not.toContain(secret);
  },
);
