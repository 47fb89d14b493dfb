import { expect, test } from "vitest";
import { typographic } from "#app/platform/text.ts";
import { DEFAULT_WORDS } from "#app/site/page-words.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const { beforeYouCome, bookingAndPaying, yourHealth, gettingHere } = DEFAULT_WORDS.faq;
const QUESTIONS = [...beforeYouCome, ...bookingAndPaying, ...yourHealth, ...gettingHere].map(({ question }) =>
  typographic(question),
);

test("every question stands under its group as a heading, and opens its answer", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await page.goto("/faq");
  await page.getByRole("heading", { level: 1, name: "Questions and answers" }).waitFor();
  const groups = page.getByRole("main").getByRole("heading", { level: 2 });
  expect(await groups.allTextContents()).toEqual([
    ...["On this page", "Before you come", "Booking and paying", "Your health and your information", "Getting here"],
  ]);
  expect(await page.getByRole("heading", { level: 3 }).allTextContents()).toEqual(QUESTIONS);
  const answer = page.getByText("Underwear always stays on.");
  expect(await answer.isVisible()).toBe(false);
  await page.getByText("What should I wear?").click();
  expect(await answer.isVisible()).toBe(true);
});

test("the address of an answer opens it", async () => {
  const page = await newPage(site.url);
  await page.goto("/faq#is-it-step-free");
  const answer = page.getByText("Yes, from the car park to the couch.");
  await expect.poll(() => answer.isVisible()).toBe(true);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await answer.getByRole("link", { name: "About" }).click();
  await page.waitForURL("**/about");
});

test("facts come from the settings, and every answer's link leads somewhere", async () => {
  const page = await newPage(site.url);
  await page.goto("/faq");
  const main = page.getByRole("main");
  expect(await main.textContent()).toContain("It is free up to 24 hours before");
  expect(await main.textContent()).not.toMatch(/[{}[\]]/);
  const links = await main
    .getByRole("link", { includeHidden: true })
    .evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
  for (const link of new Set(links.filter((link) => link.startsWith("/")))) {
    expect((await fetch(site.url + link)).status, link).toBe(200);
  }
});
