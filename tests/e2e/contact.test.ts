import { CompiledQuery } from "kysely";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { letterTo } from "#tests/support/contact-message.ts";
import { oldDraft, postForm, readForAMinute } from "#tests/support/contact-messages.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const mails = await startMailServer();
const site = sharedSite({ SMTP_URL: mails.url });

const LETTER = {
  user_firstName: "Sam",
  user_lastName: "Carter",
  user_email: "sam@example.com",
  user_subject: "Gift vouchers",
  user_message: "Do you sell them?",
};
const SUBJECTS = ["A question", "A booking", "Gift vouchers", "Something else", "A complaint"];
const LABELS = [...SUBJECTS, "First name", "Last name", "Email address", "Message"];

async function openContact(visitor: Parameters<typeof newPage>[1] = {}, path = "/contact"): Promise<Page> {
  const page = await newPage(site.url, visitor);
  await page.goto(path);
  return page;
}

async function write(page: Page, letter: Record<string, string> = LETTER): Promise<void> {
  for (const [name, value] of Object.entries(letter)) {
    if (name === "user_subject") await page.locator(`[name=user_subject][value="${value}"]`).check();
    else await page.locator(`[name=${name}]`).fill(value);
  }
}

const send = (page: Page) => page.getByRole("button", { name: "Send message" }).click();
const alertOf = (page: Page) => page.getByRole("alert");

async function expectTyped(page: Page, letter: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(letter)) {
    const field = page.locator(name === "user_subject" ? "[name=user_subject]:checked" : `[name=${name}]`);
    expect(await field.inputValue(), name).toBe(value);
  }
}

test("the page says how to reach the practice, and when", async () => {
  const page = await openContact();
  expect(await page.title()).toBe("Contact us | Limber Yard");
  await page.getByRole("heading", { level: 1, name: "Contact Us" }).waitFor();
  expect(await page.getByRole("link", { name: "Help Line" }).getAttribute("href")).toBe("tel:+441632960417");
  const text = await page.getByRole("main").textContent();
  expect(text).toContain("Help is available 24/7");
  expect(text).toContain("A person answers Monday to Friday 9:00 AM to 7:00 PM, Saturday 10:00 AM to 4:00 PM.");
  const column = page.getByRole("region", { name: "Get In Touch" });
  expect(await column.getByRole("link", { name: "01632 960 417" }).getAttribute("href")).toBe("tel:+441632960417");
  expect(await column.getByRole("link", { name: "hello@limberyard.example" }).getAttribute("href")).toBe(
    "mailto:hello@limberyard.example",
  );
  const hours = column.locator("div", { has: page.getByRole("heading", { name: "Operation hours" }) }).last();
  expect(await hours.getByRole("term").allTextContents()).toEqual(["Monday to Friday", "Saturday", "Sunday"]);
  expect(await hours.getByRole("definition").allTextContents()).toEqual([
    "9:00 AM to 7:00 PM",
    "10:00 AM to 4:00 PM",
    "Closed",
  ]);
  expect(await column.textContent()).toContain("Larchgate Industrial Estate");
  expect(await page.locator("script[src*='entry.client']").count()).toBe(0);
});

test.each([390, 1440])("the form stands before the ways to reach the practice (%i px)", async (width) => {
  const page = await openContact({ viewport: { width, height: 800 } });
  const titles = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  expect(titles).toEqual(["Send Us a Message", "Get In Touch"]);
});

test("the form has the five fields, each required and made for what goes in", async () => {
  const page = await openContact({}, "/contact?subject=Event%20massage");
  const form = page.getByRole("region", { name: "Send Us a Message" });
  const fields = await form.locator("input:visible:not([type=radio]), textarea").evaluateAll((all) =>
    all.map((field) => {
      const { name, type, autocomplete, required, labels } = field as HTMLInputElement;
      return [labels?.[0]?.textContent, name, type, autocomplete, required];
    }),
  );
  expect(fields).toEqual([
    ["First name", "user_firstName", "text", "given-name", true],
    ["Last name", "user_lastName", "text", "family-name", true],
    ["Email address", "user_email", "email", "email", true],
    ["Message", "user_message", "textarea", "", true],
  ]);
  const chips = form.getByRole("group", { name: "What is it about?" }).getByRole("radio");
  expect(
    await chips.evaluateAll((all) => all.map((chip) => (chip as HTMLInputElement).labels?.[0]?.textContent)),
  ).toEqual(["Event massage", ...SUBJECTS]);
  expect(await form.getByRole("radio", { name: "Event massage" }).isChecked()).toBe(true);
});

test.each([
  ["with a script", true],
  ["without one", false],
])("%s a message is sent once, told to the practice and acknowledged", async (_, javaScriptEnabled) => {
  const email = `sam-${javaScriptEnabled}@example.com`;
  const about = `Vouchers <b>${javaScriptEnabled}</b>`;
  const page = await openContact({ javaScriptEnabled }, `/contact?${new URLSearchParams({ subject: about })}`);
  await readForAMinute(page, site);
  await write(page, { ...LETTER, user_email: email, user_subject: about });
  await send(page);
  await alertOf(page).getByText("Message sent successfully!").waitFor();
  expect(await alertOf(page).textContent()).toMatch(
    new RegExp(`Thank you, Sam\\. You get a reply at ${email} by \\w+day \\d+ \\w+ \\d{4}\\.`),
  );
  await page.locator(":focus[role=alert]").waitFor();
  expect(await page.getByRole("main").locator("form").count()).toBe(0);

  await page.getByRole("link", { name: "Send another message" }).click();
  await page.getByLabel("First name").waitFor();
  expect(await alertOf(page).count()).toBe(0);
  const blank = Object.fromEntries(Object.keys(LETTER).map((name) => [name, ""]));
  await expectTyped(page, { ...blank, user_subject: "A question" });
  const subject = new RegExp(`Vouchers <b>${javaScriptEnabled}`);
  const told = await letterTo(mails, { address: "hello@limberyard.example", subject });
  expect(told.mail.replyTo).toMatchObject([{ name: "Sam Carter", address: email }]);
  expect(told.mail.html).toContain("Do you sell them?");
  const thanked = await letterTo(mails, { address: email, subject: /^We have your message$/ });
  expect(thanked.mail.text).not.toContain("sell them");
  const letters = mails.arrived.filter(({ recipients }) => recipients.includes(email));
  expect(letters).toHaveLength(1);
});

test("what is missing is said at the top and at its field, and nothing typed is lost", async () => {
  const page = await openContact({ expectedErrors: [/422/] });
  await write(page, { user_firstName: "Sam", user_email: "sam@example", user_message: "x".repeat(2001) });
  await send(page);
  const summary = alertOf(page).filter({ hasText: "There is a problem" });
  await summary.waitFor();
  await page.locator(":focus#answer").waitFor();
  expect(await summary.getByRole("link").allTextContents()).toEqual([
    "Enter your last name",
    "Enter an email address in the correct format, like name@example.com",
    "Your message must be 2,000 characters or fewer",
  ]);
  await summary.getByRole("link").first().click();
  await page.locator(":focus[name=user_lastName]").waitFor();
  expect(await page.locator("[aria-invalid=true]").count()).toBe(3);
  await expectTyped(page, { user_firstName: "Sam", user_email: "sam@example", user_message: "x".repeat(2001) });
  await readForAMinute(page, site);
  await write(page);
  await send(page);
  await alertOf(page).getByText("Message sent successfully!").waitFor();
});

test.each([true, false])(
  "a complaint is taken by the same form, with its number and day (script: %s)",
  async (script) => {
    const page = await openContact({ javaScriptEnabled: script });
    await readForAMinute(page, site);
    const reply = "12 Foundry Rise, Larchgate";
    await write(page, {
      ...LETTER,
      user_subject: "treatment",
      user_email: reply,
      user_message: "I waited half an hour.",
    });
    await send(page);
    await page.getByText(/^Thank you\. Your reference is C-\d+\. You get a letter or email by/).waitFor();
    expect(await page.getByRole("main").locator("form").count()).toBe(0);
  },
);

test("whoever is faster than people type is asked to press once more, and then heard", async () => {
  const page = await openContact({ javaScriptEnabled: false, expectedErrors: [/451/] });
  await write(page);
  await send(page);
  await alertOf(page).getByText("Failed to send the message. Please try again.").waitFor();
  await expectTyped(page, LETTER);
  const sent = page.getByText("Message sent successfully!");
  // Sent again while its answer is on the way, it would be an empty form.
  await expect
    .poll(
      async () => {
        await Promise.all([page.waitForEvent("load"), send(page)]);
        return sent.count();
      },
      { timeout: 20_000, interval: 500 },
    )
    .toBe(1);
});

test("a filled trap is answered 451, and a person behind it is heard at the second press", async () => {
  const answer = await postForm(site, "/contact", { ...LETTER, draft: oldDraft(site), website: "https://x.example" });
  expect(answer.status).toBe(451);
  const html = await answer.text();
  expect(html).toContain("Failed to send the message. Please try again.");
  expect(html).toContain("Do you sell them?");
  expect(html).not.toContain("https://x.example");
  const page = await openContact();
  expect(await page.getByLabel("Leave this empty").isVisible()).toBe(false);
});

test("a blocked address and a blocked word are answered 403 with everything kept", async () => {
  const app = await appBeside(site, site.dataDir);
  const value = JSON.stringify({ blocked: ["pest.example", "miracle cure"] });
  await app.db.kysely.insertInto("settings").values({ key: "messages", value, version: 1, updated_at: 0 }).execute();
  await raiseContentVersion(app.db.kysely, app.clock.now());
  for (const wrong of [{ user_email: "a@pest.example" }, { user_message: "Our miracle  cure!" }]) {
    const page = await openContact({ expectedErrors: [/403/] });
    await readForAMinute(page, site);
    await write(page, { ...LETTER, ...wrong });
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      send(page),
    ]);
    expect(answer.status()).toBe(403);
    await alertOf(page).getByText("Failed to send the message. Please try again.").waitFor();
    await expectTyped(page, { ...LETTER, ...wrong });
  }
  await app.db.kysely.deleteFrom("settings").where("key", "=", "messages").execute();
  await raiseContentVersion(app.db.kysely, app.clock.now());
});

test("when nothing can be written the words stay in the form, and go when it can again", async () => {
  const { db } = await appBeside(site, site.dataDir);
  const refuse = "create trigger no_letters before insert on enquiries begin select raise(abort, 'no'); end";
  await db.kysely.executeQuery(CompiledQuery.raw(refuse));
  const page = await openContact({ javaScriptEnabled: false, expectedErrors: [/503/] });
  await readForAMinute(page, site);
  await write(page);
  await send(page);
  await alertOf(page).getByText("Failed to send the message. Please try again.").waitFor();
  expect(await alertOf(page).textContent()).toContain("Nothing has been lost: your words are still in the form.");
  await expectTyped(page, LETTER);
  await db.kysely.executeQuery(CompiledQuery.raw("drop trigger no_letters"));
  await send(page);
  await alertOf(page).getByText("Message sent successfully!").waitFor();
});

const LOOKS = [360, 1440].flatMap((width) =>
  (["light", "dark"] as const).map((colorScheme) => ({ width, colorScheme })),
);

test.each(LOOKS)("axe finds nothing at $width px, $colorScheme, before and after a slip", async (look) => {
  const viewport = { width: look.width, height: 800 };
  const page = await openContact({ viewport, colorScheme: look.colorScheme, expectedErrors: [/422/] });
  await expectNoViolations(page);
  await send(page);
  await alertOf(page).waitFor();
  await expectNoViolations(page);
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
  expect(await page.getByRole("main").locator("label:visible").allTextContents()).toEqual(LABELS);
});
