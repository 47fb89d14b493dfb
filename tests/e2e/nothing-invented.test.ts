import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { getChecklist } from "#app/site/go-live/get-checklist.server.ts";
import { adminEditPage, REFUSED } from "#tests/support/admin-edit-page.ts";
import { assertedIn } from "#tests/support/asserted-facts.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { letterTo } from "#tests/support/contact-message.ts";
import { demoWordsIn } from "#tests/support/demo-words.ts";
import { doors } from "#tests/support/doors/table.ts";
import { FERRIER, saveFacts } from "#tests/support/ferrier.ts";
import {
  bookFirst,
  bookTest,
  OWNER,
  openToVisitors,
  proveMail,
  readPolicies,
  sayWhat,
  sayWho,
  turnOnCodes,
} from "#tests/support/ferrier-journey.ts";
import { logIn } from "#tests/support/login-page.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";
import { keptFolder } from "#tests/support/temporary-folder.ts";

const mails = await startMailServer();
afterAll(() => mails.close());
const backupDir = keptFolder();
const site = sharedSite({
  ...{ DEMO: "off", SMTP_URL: mails.url, MAIL_FROM: "desk@ferrier.example", BACKUP_DIR: backupDir },
  ...{ ADMIN_EMAIL: OWNER.email, ADMIN_PASSWORD: OWNER.password },
});

const open = [...new Set(doors.filter(({ get }) => get.nobody === 200).map(({ at }) => at))];
const addresses = open.filter((at) => !at.includes("{"));

// The practice states nothing under "About your practice", so no page may assert it.
const foundIn = (text: string) => [...demoWordsIn(text), ...(text.startsWith("<!DOCTYPE") ? assertedIn(text) : [])];

async function walked(): Promise<{ at: string; status: number; found: string[] }[]> {
  const answers = addresses.map(async (at) => {
    const response = await fetch(site.url + at);
    return { at, status: response.status, found: foundIn(await response.text()) };
  });
  return Promise.all(answers);
}

// A page that was served before is renewed within a second, and later on a slow machine.
const RENEWED = { timeout: 20_000 };

async function textAt(page: Page, at: string, part: "banner" | "main"): Promise<string | null> {
  await page.goto(at);
  return page.getByRole(part).textContent();
}

const wrong = (answers: Awaited<ReturnType<typeof walked>>) =>
  answers.filter(({ status, found }) => status >= 500 || found.length > 0);

test("from an empty folder no address says a word of the demo practice, and the home page says that it opens soon", async () => {
  expect(addresses.length).toBeGreaterThan(15);
  expect(wrong(await walked())).toEqual([]);
  const page = await newPage(site.url);
  await page.goto("/");
  await page.getByRole("heading", { level: 1, name: "Opening soon" }).waitFor();
  expect((await page.getByRole("main").textContent())?.match(/opening soon/gi)).toHaveLength(1);
  await expectNoViolations(page);
  const { name, phone } = FERRIER;
  await saveFacts(await appBeside(site, site.dataDir), { name, phone });
});

test.each([390, 320])(
  "before it opens, a visitor reads its name and telephone on both pages, at %i px",
  async (width) => {
    const page = await newPage(site.url, { viewport: { width, height: 664 }, javaScriptEnabled: false });
    for (const at of ["/", "/book"]) {
      await expect.poll(() => textAt(page, at, "banner"), RENEWED).toContain("Ferrier");
      const ring = page.getByRole("main").getByRole("link", { name: "01632 960 552" });
      await ring.waitFor();
      expect(await ring.getAttribute("href")).toBe("tel:+441632960552");
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  },
);

test("its owner goes through the checklist by keyboard on a phone until only the address is red", async () => {
  const app = await appBeside(site, site.dataDir);
  const page = await newPage(site.url, { viewport: { width: 390, height: 844 } });
  await logIn(page, OWNER);
  await page.waitForURL("**/admin");
  await sayWho(page);
  await sayWhat(page);
  await readPolicies(page);
  await proveMail(page, mails);
  await turnOnCodes(page, app.clock.now());
  await bookTest(page);
  const red = page.locator('[data-state="todo"]');
  // The first backup is made while the site starts.
  await expect
    .poll(
      async () => {
        await page.goto("/admin/go-live");
        return red.evaluateAll((lines) => lines.map((line) => line.getAttribute("data-line")));
      },
      { timeout: 30_000 },
    )
    .toEqual(["address"]);
  await expectNoViolations(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // What no test machine has is an address of its own with https.
  const config = { ...app.config, publicUrl: "https://ferrier.example", smtpUrl: mails.url, backupDir };
  const groups = await getChecklist({ ...app, config }, "en-GB");
  expect(groups.flatMap(({ lines }) => lines.filter(({ state }) => state === "todo"))).toEqual([]);
}, 120_000);

test("until she opens it, visitors stay on one page and she sees the whole site; by phone it shows her number", async () => {
  const page = await newPage(site.url, { viewport: { width: 390, height: 844 } });
  for (const at of ["/about", "/services", "/faq", "/contact", "/book"]) {
    const answer = await fetch(site.url + at, { redirect: "manual" });
    expect([answer.status, answer.headers.get("location")], at).toEqual([302, "/"]);
  }
  await page.goto("/");
  expect(await page.locator('meta[name="robots"]').getAttribute("content")).toBe("noindex, nofollow");
  expect(await page.getByRole("link", { name: /Book|About|Services/ }).count()).toBe(0);
  await expectNoViolations(page);
  const team = await adminEditPage(site, { viewport: { width: 390, height: 844 }, expectedErrors: REFUSED });
  await team.goto("/about");
  await team.getByText("Not open yet: visitors see only your name and contact details.").waitFor();
  await expectNoViolations(team);
  await openToVisitors(team, "Open, book by phone");
  await team.getByText("Saved.").waitFor();
  for (const at of ["/", "/about", "/services", "/contact", "/faq", "/book", "/login"]) {
    await expect.poll(() => textAt(page, at, "banner"), RENEWED).toContain("Call 01632 960 552");
    expect(await page.locator('a[href^="/book"]').count(), at).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await page.goto("/book");
  await page.getByText("Bookings are by phone.").waitFor();
  await openToVisitors(team, "Open");
  await team.getByText(/steps? (is|are) left:/).waitFor();
  await expectNoViolations(team);
  await team.getByRole("button", { name: "Open to visitors" }).press("Enter");
  await team.getByText("Saved.").waitFor();
});

test("then it is open, a visitor books, and still no address and no mail says a word of the demo practice", async () => {
  const app = await appBeside(site, site.dataDir);
  await bookFirst(app, { name: "Ada Smith", email: "ada@example.com", phone: "+447700900101" });
  const page = await newPage(site.url);
  await expect.poll(() => textAt(page, "/", "main"), RENEWED).toContain("Move Better.");
  await page.getByText("Ferrier Sports Therapy is the trading name of Jo Ferrier.").waitFor();
  expect(wrong(await walked())).toEqual([]);
  await expectNoViolations(page);
  for (const at of ["/about", "/contact", "/faq", "/services"]) {
    await page.goto(at);
    for (const heading of await page.getByRole("heading").all()) {
      expect(await heading.textContent(), at).toMatch(/\w/);
    }
    await expectNoViolations(page);
  }
  await letterTo(mails, { address: "ada@example.com", subject: /^Confirmed:/ });
  await letterTo(mails, { address: FERRIER.email, subject: /Ada Smith|New booking/ });
  for (const { mail } of mails.arrived) {
    expect(demoWordsIn(JSON.stringify([mail.subject, mail.from, mail.text, mail.html])), mail.subject).toEqual([]);
  }
});
