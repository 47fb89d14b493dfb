import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { demoWordsIn } from "#tests/support/demo-words.ts";
import { doors } from "#tests/support/doors/table.ts";
import { FERRIER, ferrierIn, saveFacts } from "#tests/support/ferrier.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite({ DEMO: "off" });

const open = [...new Set(doors.filter(({ get }) => get.nobody === 200).map(({ at }) => at))];
const addresses = open.filter((at) => !at.includes("{"));

async function walked(): Promise<{ at: string; status: number; found: string[] }[]> {
  const answers = addresses.map(async (at) => {
    const response = await fetch(site.url + at);
    return { at, status: response.status, found: demoWordsIn(await response.text()) };
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
  await expectNoViolations(page);
  await saveFacts(await appBeside(site, site.dataDir), FERRIER);
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

test("once its facts are there it is open, and still no address says a word of the demo practice", async () => {
  await ferrierIn(await appBeside(site, site.dataDir));
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
});
