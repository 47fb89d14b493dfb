import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import services from "#scripts/demo/services.json" with { type: "json" };
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };

// The specification's grid, in its order.
const NINE = [
  ...["Deep Tissue Massage", "Injury Rehabilitation", "Sports Performance Massage", "Pre-Event Massage"],
  ...["Post-Event Massage", "Trigger Point Therapy", "Relaxation Massage", "Joint Mobilization"],
  "Personalized Wellness Plans",
];

const titlesIn = (page: Page, region: string) =>
  page.getByRole("region", { name: region }).getByRole("heading", { level: 3 }).allTextContents();

test("Our Services: nine cards in order, each with an image, a title, a description and a way to its page", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await page.goto("/services");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Treatments");
  const grid = page.getByRole("region", { name: "Our Services" });
  expect(await titlesIn(page, "Our Services")).toEqual(NINE);
  for (const title of NINE) {
    const card = grid.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title }) });
    const { slug, summary } = services.find((service) => service.title === title) ?? {};
    expect(await card.locator("svg.plate:visible").count(), title).toBe(1);
    expect(await card.textContent()).toContain(summary);
    expect(await card.getByRole("link").getAttribute("href")).toBe(`/services/${slug}`);
  }
  expect(await grid.getByText("45, 60 or 90 min, from £48").count()).toBe(2);
  expect(await titlesIn(page, "Also at the Yard")).toEqual(["Sport Foot Massage", "Massage at your event"]);
});

test("one price table by length, sorted by links without a script, and each price leads to its booking", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false, viewport: PHONE });
  await page.goto("/services");
  const body = await page.locator("#body-title").boundingBox();
  const list = await page.getByRole("region", { name: "Our Services" }).boundingBox();
  expect(list?.y).toBeLessThan(body?.y ?? 0);
  const table = page.getByRole("table", { name: "What each treatment costs" });
  const first = () => table.getByRole("rowheader").first().textContent();
  expect(await first()).toBe("Deep Tissue Massage");
  await page.getByRole("link", { name: "By price" }).click();
  expect(await first()).toBe("Pre-Event Massage");
  expect(await page.getByRole("link", { name: "By price" }).getAttribute("aria-current")).toBe("true");
  await page.getByRole("link", { name: "By length" }).click();
  await page.waitForURL(/sort=length/);
  await table.getByRole("link", { name: /^90 min.*Relaxation Massage$/ }).click();
  await page.waitForURL(/\/book\?service=relaxation-massage&minutes=90/);
});

test("BOOK NOW stands in the hero and at the bottom, and leads to booking", async () => {
  const page = await newPage(site.url);
  await page.goto("/services");
  const buttons = page.getByRole("link", { name: "BOOK NOW", exact: true });
  const hrefs = await buttons.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(hrefs).toEqual(["/book", "/book"]);
  const [hero, bottom] = [await buttons.first().boundingBox(), await buttons.last().boundingBox()];
  const grid = await page.getByRole("region", { name: "Our Services" }).boundingBox();
  expect(hero?.y).toBeLessThan(grid?.y ?? 0);
  expect(bottom?.y).toBeGreaterThan((grid?.y ?? 0) + (grid?.height ?? 0));
  await buttons.last().click();
  await page.getByRole("heading", { level: 1, name: "Book Your Appointment" }).waitFor();
});

test("the drawings travel compressed, and come to a phone within their budget", async () => {
  const page = await newPage(site.url);
  const art: { encoding: string | undefined; bytes: number }[] = [];
  page.on("requestfinished", async (request) => {
    if (!request.url().includes("/art/")) return;
    const [answer, sizes] = await Promise.all([request.response(), request.sizes()]);
    art.push({ encoding: answer?.headers()["content-encoding"], bytes: sizes.responseBodySize });
  });
  await page.goto("/services", { waitUntil: "networkidle" });
  await expect.poll(() => art.length).toBeGreaterThan(10);
  expect(new Set(art.map(({ encoding }) => encoding))).toEqual(new Set(["br"]));
  expect(art.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(120_000);
});

test("how somebody feels leads to what may suit", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false });
  await page.goto("/services");
  await page.getByRole("link", { name: /^Aching feet.*Sport Foot Massage$/ }).click();
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Sport Foot Massage");
});

const looks = [PHONE, DESK].flatMap((viewport) =>
  (["light", "dark"] as const).map((colorScheme) => ({ viewport, colorScheme })),
);

test.each(looks)("$viewport.width px, $colorScheme: axe finds nothing and nothing sticks out", async (look) => {
  const page = await newPage(site.url, { ...look, expectedErrors: [/Failed to load resource.*404/] });
  const addresses = ["/services", "/services/injury-rehabilitation", "/services/event-massage", "/services/nothing"];
  for (const address of addresses) {
    await page.goto(address);
    await expectNoViolations(page);
    const { scroll, wide } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      wide: window.innerWidth,
    }));
    expect(scroll, address).toBeLessThanOrEqual(wide);
  }
});
