import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { letterTo } from "#tests/support/letter.ts";
import { type MailServer, startMailServer } from "#tests/support/mail-server.ts";
import { type SiteServer, startServer } from "#tests/support/server.ts";
import { keptFolder } from "#tests/support/temporary-folder.ts";

let mails: MailServer;
let site: SiteServer;

beforeAll(async () => {
  mails = await startMailServer();
  site = await startServer({ DATA_DIR: keptFolder(), SMTP_URL: mails.url });
});

afterAll(async () => {
  await site?.stop();
  await mails?.close();
});

test.for([
  { javaScriptEnabled: true, address: "scripted@example.com", viewport: { width: 1280, height: 900 } },
  { javaScriptEnabled: false, address: "plain@example.com", viewport: { width: 360, height: 740 } },
])("a guest books, follows the mail's link, moves and cancels (JavaScript: $javaScriptEnabled)", async (visitor) => {
  const { address, ...options } = visitor;
  const page = await newPage(site.url, options);
  await bookFirstTime(page, address);
  const link = await linkFrom(address, /^Confirmed:/);

  await page.goto(link);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Your appointment");
  await expectNoViolations(page);
  const before = await whenOn(page);

  await page.getByRole("link", { name: "Reschedule" }).click();
  await page.waitForURL(/\/reschedule$/);
  await expectNoViolations(page);
  await page.locator("input[name=start]:not(:checked)").last().check({ force: true });
  await page.getByRole("button", { name: "Move my appointment" }).click();
  await page.waitForURL(/\?moved$/);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toMatch(/^Appointment moved to /);
  expect(await whenOn(page)).not.toBe(before);
  expect(await letterTo(mails, { address, subject: /^Your new time:/ })).toBeDefined();

  await page.getByRole("link", { name: "Cancel appointment" }).click();
  await page.waitForURL(/\/cancel$/);
  await expectNoViolations(page);
  await page.getByLabel(/Why are you cancelling/).fill("My knee is better");
  await page.getByRole("button", { name: "Cancel appointment" }).click();
  await page.waitForURL(/\?cancelled$/);
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Appointment cancelled.");
  expect(await page.getByRole("link", { name: "Reschedule" }).count()).toBe(0);
  await expectNoViolations(page);
  const told = await letterTo(mails, { address: "hello@limberyard.example", subject: /^Cancelled by the client/ });
  expect(told.mail.text).toContain("My knee is better");
  await page.getByRole("link", { name: "Book again" }).click();
  await page.waitForURL(/\/book\?service=/);
});

test("the pages of a booking are neither kept, found nor passed on, and a wrong link is no page", async () => {
  const page = await newPage(site.url);
  await bookFirstTime(page, "private@example.com");
  const link = await linkFrom("private@example.com", /^Confirmed:/);
  for (const path of ["", "/reschedule", "/cancel", "/calendar.ics"]) {
    const { headers, status } = await fetch(`${link}${path}`);
    expect([status, headers.get("cache-control"), headers.get("x-robots-tag")]).toEqual([
      200,
      "no-store",
      "noindex, nofollow",
    ]);
    expect(headers.get("referrer-policy")).toMatch(/^(no-referrer|same-origin)$/);
    expect((await fetch(`${link.slice(0, -1)}${path}`)).status).toBe(404);
  }
});

/** Books the first free time of the default treatment. */
async function bookFirstTime(page: Page, address: string): Promise<void> {
  await page.goto("/book?service=deep-tissue-massage");
  await page.goto(`/book?service=deep-tissue-massage&from=${await thirdStrip(page)}`);
  await page.locator("input[name=start]").first().check({ force: true });
  await page.getByLabel("Full name").fill("Sam Carter");
  await page.getByLabel("Phone").fill("07700 900 982");
  await page.getByLabel("E-mail").fill(address);
  await page.getByRole("button", { name: /^Confirm booking/ }).click();
  await page.waitForURL(/\/booking\/.+\?booked$/);
}

/** Two strips of days from now: well before the practice's notice. */
async function thirdStrip(page: Page): Promise<string> {
  const later = await page.getByRole("link", { name: "Later dates" }).getAttribute("href");
  const from = new URL(later ?? "", site.url).searchParams.get("from");
  if (!from) throw new Error("The strip can't be leafed through");
  return from;
}

async function linkFrom(address: string, subject: RegExp): Promise<string> {
  const { mail } = await letterTo(mails, { address, subject });
  const link = /https?:\/\/\S+\/booking\/[\w-]+/.exec(mail.text ?? "")?.[0];
  if (!link) throw new Error("The mail has no link to the booking");
  return link;
}

function whenOn(page: Page): Promise<string | null> {
  return page.locator("dt:text-is('When') + dd").textContent();
}
