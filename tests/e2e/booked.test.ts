import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newId } from "#app/platform/ids.server.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { CONFIRM, chooseTime, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = mailingSite();
const PHONE = { width: 390, height: 664 };
const DESK = { width: 1440, height: 900 };

test("a phone's first screen: the ring with the sentence, what can be done, the facts; then what to bring, the way, and the rule", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await openBooked(page);
  const facts = page.getByRole("main").locator("dl").first();
  expect(await facts.getByRole("term").allTextContents()).toEqual(["Treatment", "Therapist", "Price", "Where"]);
  expect(await bottomOf(page, "dt:text-is('Price')")).toBeLessThan(PHONE.height);
  const parts = await page.getByRole("main").getByRole("heading", { level: 2 }).allInnerTexts();
  expect(parts.slice(0, 3)).toEqual(["What to bring", "How to get there", "If plans change"]);
  await page.getByRole("img", { name: /green door/ }).waitFor();
  const way = await page.getByRole("link", { name: /^Directions in your map/ }).getAttribute("href");
  expect(way).toMatch(/^https:\/\/www\.google\.com\/maps\/dir\/\?api=1&destination=/);
  expect(await page.getByText(/^Free to change or cancel until /).count()).toBe(2);
  await expectNoViolations(page);
});

test.each([
  ["en-GB", 320],
  ["en-GB", 390],
  ["en-US", 360],
  ["de-DE", 320],
] as const)("the time stands once, its sentence within the ring (%s, %i px)", async (locale, width) => {
  const page = await newPage(site.url, { viewport: { width, height: 664 }, locale });
  await openBooked(page);
  const time = (await page.locator(".booked-ring-time").textContent())?.replace(/\.$/, "") ?? "";
  const facts = (await page.getByRole("main").getByRole("definition").allTextContents()).join("\n");
  expect([time.length > 3, facts.includes(time)]).toEqual([true, false]);
  const ring = await page.locator(".booked-ring-line").boundingBox();
  for (const part of await page.locator("main h1 span").all()) {
    const box = await part.boundingBox();
    expect(box && ring && box.x > ring.x && box.x + box.width < ring.x + ring.width).toBe(true);
    expect(box && ring && box.y > ring.y && box.y + box.height < ring.y + ring.height).toBe(true);
  }
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
});

test("four equal actions stand below the ring, and other calendars one press further", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await openBooked(page);
  const actions = page.locator(".booking-actions > p > a");
  const boxes = await actions.evaluateAll((links) => links.map((link) => link.getBoundingClientRect().toJSON()));
  expect(boxes).toHaveLength(4);
  for (const { width, height, y, bottom } of boxes) {
    expect([width, height, y]).toEqual([boxes[0].width, boxes[0].height, boxes[0].y]);
    expect(bottom).toBeLessThanOrEqual(PHONE.height);
  }
  await page.getByText("Other calendars").click();
  await page.getByRole("link", { name: /^Google Calendar/ }).waitFor();
  await expectNoViolations(page);
});

test("on a desk the ring with the sentence stands beside the facts, in both themes", async () => {
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await newPage(site.url, { viewport: DESK, colorScheme });
    await openBooked(page);
    const facts = await page.getByRole("main").locator("dl").first().boundingBox();
    const ring = await page.locator(".booked-ring").boundingBox();
    expect((facts?.x ?? 0) >= (ring?.x ?? 0) + (ring?.width ?? 0)).toBe(true);
    expect(await bottomOf(page, ".booked-ring")).toBeLessThan(DESK.height);
    await expectNoViolations(page);
  }
});

test("the ring draws itself once, just after the booking, and stands still where less motion is preferred", async () => {
  const page = await newPage(site.url, { reducedMotion: "no-preference" });
  await openBooked(page);
  expect(await ringMotion(page)).toEqual(["ring-closes 1"]);
  await page.goto(new URL(page.url()).pathname);
  expect(await ringMotion(page)).toEqual([]);
  const still = await newPage(site.url);
  await openBooked(still);
  expect(await ringMotion(still)).toEqual([]);
});

test("without a script the page is whole, and every one of its links and forms is there", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await openBooked(page);
  expect(await page.locator(".booked-ring-line").count()).toBe(1);
  for (const name of [/^Add to calendar/, /^Directions/, "Move your appointment", "Cancel appointment"])
    expect(await page.getByRole("main").getByRole("link", { name }).count(), String(name)).toBe(1);
});

/** The page as a guest sees it just after booking. */
async function openBooked(page: Page): Promise<void> {
  const app = await appBeside(site, site.dataDir);
  await page.goto(`/booking/${await bookAhead(app, { email: `booked-${newId()}@example.com` })}?booked`);
  await untilScheduled(page);
}

async function bottomOf(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).first().boundingBox();
  return (box?.y ?? 0) + (box?.height ?? Number.POSITIVE_INFINITY);
}

/** The animations that the ring was given, with how often each runs. */
function ringMotion(page: Page): Promise<string[]> {
  return page.locator(".booked-ring-line").evaluate((line) => {
    const { animationName, animationIterationCount } = getComputedStyle(line);
    return animationName === "none" ? [] : [`${animationName} ${animationIterationCount}`];
  });
}

test.each([null, 2, 4])(
  "at 1366 by 768 the button is in view, whatever is booked together (%s), where emails are promised, too",
  async (together) => {
    const laptop = { width: 1366, height: 768 };
    const page = await newPage(site.url, { viewport: laptop });
    await openBooking(page, `?service=deep-tissue-massage${together === 2 ? "&people=2" : ""}`);
    for (let others = 1; together === 4 && others < together; others += 1) {
      await chooseTime(page, 0);
      await page.getByRole("link", { name: "Add a time" }).click();
      await page.waitForURL(({ searchParams }) => searchParams.get("also")?.split(",").length === others);
      await expect
        .poll(() => page.getByRole("list", { name: "Booked together" }).getByRole("listitem").count())
        .toBe(others);
    }
    await chooseTime(page, 0);
    await page.evaluate(() => scrollTo(0, 0));
    const button = await page.getByRole("button", { name: CONFIRM }).boundingBox();
    expect(button?.y).toBeGreaterThan(0);
    expect((button?.y ?? 0) + (button?.height ?? Infinity)).toBeLessThanOrEqual(laptop.height);
    for (const link of await page.getByRole("link", { name: /^Remove / }).all())
      expect((await link.boundingBox())?.height).toBeLessThanOrEqual(36);
  },
);
