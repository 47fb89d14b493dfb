import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { letterTo } from "#tests/support/contact-message.ts";
import { oldDraft, postForm, readForAMinute } from "#tests/support/contact-messages.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const mails = await startMailServer();
const site = sharedSite({ SMTP_URL: mails.url });
const TREATMENT = "A treatment or booking";
const INFORMATION = "How my information was used";
const FORM = "Send a complaint";
const DAY = /[A-Z]\w+day \d+ [A-Z]\w+ \d{4}/;

async function complain(page: Page, about: string, typed: Record<string, string>): Promise<void> {
  const section = page.getByRole("form", { name: FORM });
  await section.getByRole("radio", { name: about }).check();
  for (const [label, value] of Object.entries(typed)) await section.getByLabel(label).fill(value);
  await section.getByRole("button", { name: "Send complaint" }).click();
}

const typedFor = (reply: string) => ({
  "First name": "Sam",
  "Last name (optional)": "Carter",
  "Where should the reply go?": reply,
  "What happened?": "I waited half an hour.\n<b>Really</b>.",
});

test.each([
  [TREATMENT, true, "treat@example.com"],
  [INFORMATION, false, "inform@example.com"],
])("%s, with a script: %s", async (about, javaScriptEnabled, address) => {
  const page = await newPage(site.url, { javaScriptEnabled });
  await page.goto("/complaints");
  await readForAMinute(page, site);
  await complain(page, about, typedFor(address));
  const answer = page.getByRole("region", { name: FORM }).getByRole("alert");
  await answer.waitFor();
  const said = (await answer.textContent()) ?? "";
  expect(said).toMatch(
    new RegExp(`^Thank you\\. Your reference is C-\\d+\\. You get a letter or email by ${DAY.source}\\.$`),
  );
  await page.locator(":focus[role=alert]").waitFor();
  expect(await page.getByLabel("First name").count()).toBe(0);
  await page.getByRole("link", { name: "Send another complaint" }).click();
  expect(await page.getByLabel("First name").inputValue()).toBe("");
  expect(await page.getByRole("alert").count()).toBe(0);

  const reference = /C-\d+/.exec(said)?.[0] ?? "";
  const told = await letterTo(mails, {
    address: "hello@limberyard.example",
    subject: new RegExp(`^Complaint ${reference} `),
  });
  expect(told.mail.subject).toContain(about === INFORMATION ? "information" : "treatment");
  expect(told.mail.replyTo).toMatchObject([{ address }]);
  expect(told.mail.html).toContain("&lt;b&gt;Really");
  const thanked = await letterTo(mails, { address, subject: new RegExp(reference) });
  expect(thanked.mail.text).toContain(DAY.exec(said)?.[0]);
  expect(thanked.mail.text).not.toContain("half an hour");
});

test("the desk sees what it is, how to reply and by when", async () => {
  const answer = await postForm(site, "/complaints", {
    user_subject: "information",
    user_firstName: "Jo",
    user_lastName: "Bell",
    user_email: "07700 900982",
    user_message: "You wrote to my old address.",
    wanted: "Use the new one.",
    draft: oldDraft(site),
    website: "",
  });
  expect(answer.status).toBe(303);
  const { page } = await adminPage(site, { viewport: { width: 1440, height: 900 } });
  await page.goto("/admin/messages");
  const row = page.getByRole("listitem").filter({ hasText: "Jo Bell" });
  expect(await row.textContent()).toMatch(DAY);
  await row.getByRole("link", { name: /^Complaint C-\d+ about how information was used$/ }).click();
  await page.getByText("You wrote to my old address.").waitFor();
  const facts = await page.getByRole("main").getByRole("definition").allTextContents();
  expect(facts).toEqual([
    ...["Use the new one.", "07700 900982", expect.stringMatching(/^C-\d+$/)],
    expect.stringMatching(/^Acknowledge it by .+, answer by .+ Information Commissioner$/),
  ]);
  expect(await page.getByRole("button", { name: "Send reply" }).count()).toBe(0);
  await expectNoViolations(page);
});

test("what is missing is said at the form, and nothing that was typed or chosen is lost", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false, expectedErrors: [/422/] });
  await page.goto("/complaints");
  await complain(page, INFORMATION, { "First name": "Sam Carter", "Where should the reply go?": "sam@" });
  const section = page.getByRole("region", { name: FORM });
  const links = section.getByRole("alert").getByRole("link");
  expect(await links.allTextContents()).toEqual([
    "Enter an email address in the correct format, like name@example.com",
    "Enter what happened",
  ]);
  await links.first().click();
  await expect.poll(() => page.locator(":focus").inputValue()).toBe("sam@");
  expect(await section.getByLabel("First name").inputValue()).toBe("Sam Carter");
  expect(await section.getByRole("radio", { name: INFORMATION }).isChecked()).toBe(true);
});

test("a machine is answered 451 here too, with everything kept", async () => {
  const fields = {
    user_subject: "treatment",
    user_firstName: "Bot",
    user_email: "x",
    user_message: "y",
    wanted: "zebra",
  };
  const answer = await postForm(site, "/complaints", { ...fields, draft: oldDraft(site), website: "filled" });
  expect(answer.status).toBe(451);
  expect(await answer.text()).toContain("zebra");
});

test.each([360, 1440])("axe finds nothing at %s px in either theme", async (width) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await newPage(site.url, { viewport: { width, height: 800 }, colorScheme, expectedErrors: [/422/] });
    await page.goto("/complaints");
    await expectNoViolations(page);
    await complain(page, TREATMENT, {});
    await page.getByRole("alert").waitFor();
    await expectNoViolations(page);
  }
});
