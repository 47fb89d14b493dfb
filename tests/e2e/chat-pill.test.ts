import { expect, test } from "vitest";
import { adminPage } from "#tests/support/admin-page.ts";
import { chooseTime, confirm, fillPerson, openBooking, untilScheduled } from "#tests/support/booking-page.ts";
import { keptPage, newPage } from "#tests/support/browser.ts";
import { underChat } from "#tests/support/chat-pill.ts";
import { NOWHERE_SAYS_SO, PUBLIC_PAGES } from "#tests/support/public-pages.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const ADMIN_PAGES = [
  ...["/admin", "/appointments", "/users", "/admin/diary", "/admin/hours", "/admin/hours/demo-tom-ellery"],
  ...[
    "/admin/services",
    "/admin/services/demo-deep-tissue-massage",
    "/admin/clients",
    "/admin/messages",
    "/admin/mail",
  ],
  ...["/admin/settings", "/admin/settings/business", "/admin/settings/words/home", "/admin/audit"],
];
const WIDTHS = [360, 390, 768, 1024, 1440];
const looked = keptPage({ expectedErrors: NOWHERE_SAYS_SO });

test.each(PUBLIC_PAGES)("%s: the chat is there, and covers no control, wherever the page is scrolled", async (path) => {
  const page = await looked(site.url);
  await page.goto(path);
  const pill = page.getByRole("link", { name: "Chat (opens in a new tab)" });
  expect(await pill.getAttribute("href")).toBe("https://chat.limberyard.example/");
  expect(await pill.getAttribute("target")).toBe("_blank");
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 740 });
    // On a busy machine the page is drawn at its new width some frames later.
    await expect.poll(() => underChat(page), { message: `at ${width} px` }).toEqual([]);
  }
});

test("on the booking page of a phone it stands after the page while there is a bar", async () => {
  const page = await newPage(site.url);
  await openBooking(page);
  await chooseTime(page);
  await page.locator("[data-foot-bar]").waitFor();
  const below = () =>
    page.evaluate(() => {
      const [foot, pill] = [document.querySelector("footer"), document.querySelector(".chat-pill")];
      return (pill?.getBoundingClientRect().top ?? 0) >= (foot?.getBoundingClientRect().bottom ?? 0);
    });
  await expect.poll(below).toBe(true);
});

test.each([1024, 1440])("on the booking page of a desk, %i px wide, it lies beside all of it", async (width) => {
  const page = await newPage(site.url, { viewport: { width, height: 900 } });
  await openBooking(page);
  await chooseTime(page);
  const [chat, card] = [
    await page.locator(".chat-pill").boundingBox(),
    await page.getByRole("region", { name: "Your appointment" }).boundingBox(),
  ];
  if (!chat || !card) throw new Error("The column and the chat must be in sight");
  expect(chat.x).toBeGreaterThanOrEqual(card.x + card.width);
});

test("it moves out of sight while a visitor types, and comes back", async () => {
  const page = await newPage(site.url, { viewport: { width: 1024, height: 740 } });
  await page.goto("/contact");
  const isInSight = () =>
    page.locator(".chat-pill").evaluate((pill) => pill.getBoundingClientRect().top < window.innerHeight);
  expect(await isInSight()).toBe(true);
  for (const label of ["Message", "First name"]) {
    await page.getByRole("main").getByLabel(label, { exact: true }).focus();
    await expect.poll(isInSight).toBe(false);
  }
  await page.getByRole("main").getByRole("heading", { level: 1 }).click();
  await expect.poll(isInSight).toBe(true);
});

test.each([390, 1440])("on the pages of a booking at %i px it covers no control", async (width) => {
  const page = await newPage(site.url, { viewport: { width, height: 740 } });
  await openBooking(page);
  await chooseTime(page);
  await fillPerson(page);
  await confirm(page);
  await untilScheduled(page);
  const booking = new URL(page.url()).pathname;
  for (const path of [booking, `${booking}/reschedule`, `${booking}/cancel`]) {
    await page.goto(path);
    expect(await underChat(page), path).toEqual([]);
  }
});

test.each([390, 1440])("on the admin screens at %i px it stands among the links, and nothing floats", async (width) => {
  const { page } = await adminPage(site, { viewport: { width, height: 740 } });
  for (const path of ADMIN_PAGES) {
    await page.goto(path);
    if (width < 1024) await page.getByRole("button", { name: "More", exact: true }).click();
    expect(await page.getByRole("link", { name: "Chat" }).count(), path).toBe(1);
    expect(await page.locator(".chat-pill").count(), path).toBe(0);
  }
});
