import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { daysBetween, localTimeOf } from "#app/platform/date-time.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, confirm, fillPerson, openBooking, times, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const PHONE = { width: 360, height: 740 };
const DESK = { width: 1440, height: 900 };
const looks = [
  ["on a phone, light", { viewport: PHONE, colorScheme: "light" }],
  ["on a phone, dark", { viewport: PHONE, colorScheme: "dark" }],
  ["on a desk, light", { viewport: DESK, colorScheme: "light" }],
  ["on a desk, dark", { viewport: DESK, colorScheme: "dark" }],
] as const;

test.each(looks)(
  "%s: axe finds nothing from the choice to the end, and nothing is wider than the screen",
  async (_, look) => {
    const page = await newPage(site.url, { ...look, expectedErrors: [/Failed to load resource.*422/] });
    await openBooking(page);
    await expectNoViolations(page);
    await expectToFit(page);
    await chooseTime(page, 3);
    await expectNoViolations(page);
    await confirm(page);
    await page.getByRole("heading", { name: "There is a problem" }).waitFor();
    await expectNoViolations(page);
    await expectToFit(page);
    await fillPerson(page);
    await confirm(page);
    await untilScheduled(page);
    await expectNoViolations(page);
    await expectToFit(page);
  },
);

test("what is mended is no longer red, and the summary goes with the last of it", async () => {
  const page = await newPage(site.url, { expectedErrors: [/Failed to load resource.*422/] });
  await openBooking(page);
  await chooseTime(page);
  await confirm(page);
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await summary.waitFor();
  await fillPerson(page, { name: "Ada Smith", phone: "07700 900982", email: "ada" });
  expect(await summary.getByRole("link").count()).toBe(1);
  expect(await page.locator("#name").getAttribute("aria-invalid")).toBe("false");
  expect(await page.locator("#email").getAttribute("aria-invalid")).toBe("true");
  await expectNoViolations(page);
  await fillPerson(page, { email: "ada@example.com" });
  expect(await summary.count()).toBe(0);
  await page.getByLabel("Full name").fill("");
  await confirm(page);
  await summary.getByRole("link", { name: /name/i }).waitFor();
  expect(await page.locator("#name").getAttribute("aria-invalid")).toBe("true");
});

test("one column on a phone, the button always in sight; beside the times from 1024 px", async () => {
  const phone = await newPage(site.url, { viewport: PHONE });
  await openBooking(phone);
  const choose = await boxOf(phone, "section[data-foot-bar] button:visible");
  expect(choose.y + choose.height).toBeLessThanOrEqual(PHONE.height);
  const [scheduler, name] = [await boxOf(phone, "fieldset#start"), await boxOf(phone, "input[name=name]")];
  expect(name.y).toBeGreaterThan(scheduler.y + scheduler.height);
  await chooseTime(phone);
  const button = await boxOf(phone, "section[data-foot-bar] button:visible");
  expect(button.y + button.height).toBeLessThanOrEqual(PHONE.height);

  const desk = await newPage(site.url, { viewport: { width: 1024, height: 800 } });
  await openBooking(desk);
  const [left, right] = [await boxOf(desk, "fieldset#start"), await boxOf(desk, "input[name=name]")];
  expect(right.x).toBeGreaterThan(left.x + left.width);
});

test("what has the focus is never hidden behind the bar", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await openBooking(page);
  await times(page).first().focus();
  await page.keyboard.press("Space");
  await page.locator("[data-foot-bar]").waitFor();
  const seen: string[] = [];
  for (let presses = 0; presses < 40 && !seen.includes("email"); presses++) {
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      const bar = document.querySelector("[data-foot-bar]");
      const { top, bottom } = element.getBoundingClientRect();
      const covered = !bar?.contains(element) && bottom > (bar?.getBoundingClientRect().top ?? 0);
      return { name: element.name ?? element.textContent, top, covered };
    });
    seen.push(focused.name);
    expect(focused, `Tab ${presses + 1}`).toMatchObject({ covered: false });
  }
  expect(seen).toContain("email");
});

test.each([320, 340, 359, 360, 390])("the scheduler keeps its least size on a screen of %i px", async (screen) => {
  const page = await newPage(site.url, { viewport: { ...PHONE, width: screen } });
  await openBooking(page);
  const { x, width, height } = await boxOf(page, "div:has(> #start)");
  expect([x >= 0, x + width <= screen, width >= 320, height >= 630]).toEqual([true, true, true, true]);
  await expectToFit(page);
});

test("every radio and button is large enough to press", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await openBooking(page);
  const sizes = await page.locator("main label:has(input[type=radio]), main button").evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility())
      .map((element) => element.getBoundingClientRect())
      .map(({ width, height }) => Math.min(width, height)),
  );
  expect(sizes.length).toBeGreaterThan(10);
  expect(Math.min(...sizes)).toBeGreaterThanOrEqual(44);
});

test("a viewer in another zone sees the practice's time and their own beside it", async () => {
  const page = await newPage(site.url, { timezoneId: "Asia/Kathmandu" });
  await openBooking(page);
  await page.getByText("Your own is shown beside.").waitFor();
  const radio = times(page).first();
  const start = await radio.inputValue();
  const cell = (await radio.locator("xpath=..").textContent()) ?? "";
  const inLondon = localTimeOf(Date.parse(start), "Europe/London");
  const inKathmandu = localTimeOf(Date.parse(start), "Asia/Kathmandu");
  expect(cell).toMatch(new RegExp(`^${inLondon}.*${inKathmandu} your time$`));

  const home = await newPage(site.url);
  await openBooking(home);
  expect(await home.getByText("your time").count()).toBe(0);
});

test("a day says how many times are left or that it is full, and a sentence why others are missing", async () => {
  const page = await newPage(site.url);
  await page.goto("/book?service=joint-mobilization");
  const names = await page.locator("input[type=radio][name=day]").evaluateAll((radios) =>
    radios.map((radio) => ({
      date: (radio as HTMLInputElement).value,
      label: radio.ariaLabel,
      shown: radio.checkVisibility({ visibilityProperty: true }),
    })),
  );
  for (const { label } of names) expect(label).toMatch(/, (\d+ times? left|full)$/);
  const shown = names.filter((day) => day.shown);
  expect(shown).toHaveLength(5);
  expect(await page.locator("input[name=day]:checked").count()).toBe(1);
  const days =
    1 + daysBetween(await page.locator("form#choices input[name=from]").inputValue(), shown.at(-1)?.date ?? "");
  const why = page.getByText(/^(Today is over|Closed on |No appointments on )/);
  expect(await why.count()).toBe(days > 5 ? 1 : 0);
});

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return box;
}

async function expectToFit(page: Page): Promise<void> {
  const [content, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
}
