import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays } from "#app/platform/date-time.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import {
  bookByApi,
  CONFIRM,
  chooseTime,
  fillPerson,
  openBooking,
  PERSON,
  times,
  titleIn,
  untilScheduled,
} from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const PHONE = { width: 390, height: 664 };
const DESK = { width: 1440, height: 900 };
const DEEP = "?service=deep-tissue-massage";

test("a phone's first screen holds the choice, the days, four times and the bar; the first above 560 px", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await page.goto(`/book${DEEP}&day=${await freeDayNear(14)}`);
  expect((await boxOf(page, "h1")).height).toBeLessThan(40);
  expect((await boxOf(page, ".offer > summary")).height).toBeLessThanOrEqual(46);
  const tops = await times(page).evaluateAll((radios) =>
    radios.map((radio) => radio.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
  );
  expect(tops[0]?.top).toBeLessThan(560);
  const bar = await boxOf(page, "[data-foot-bar]");
  expect(bar.height).toBeLessThanOrEqual(72);
  expect(tops.filter(({ bottom }) => bottom <= bar.y).length).toBeGreaterThanOrEqual(4);
  expect(tops.length).toBeLessThanOrEqual(8);
});

test("a guest books on a phone with four presses, three fields and one flick", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await openBooking(page);
  let presses = 0;
  let flicks = 0;
  const press = async (control: Locator) => {
    const { y = -1, height = 0 } = (await control.boundingBox()) ?? {};
    flicks += y >= 0 && y + height <= PHONE.height ? 0 : 1;
    presses += 1;
    await control.click();
  };
  await press(times(page).nth(2));
  const bar = await boxOf(page, "[data-foot-bar]");
  expect(bar.height).toBeLessThanOrEqual(72);
  expect(bar.y + bar.height).toBeLessThanOrEqual(PHONE.height);
  await expect.poll(() => focusedName(page)).toBe("name");
  await page.keyboard.type(PERSON.name);
  await press(page.getByLabel("Phone"));
  await page.keyboard.type(PERSON.phone);
  await press(page.getByLabel("E-mail"));
  await page.keyboard.type(PERSON.email);
  expect((await boxOf(page, "[data-foot-bar]")).height).toBeLessThanOrEqual(72);
  await press(page.getByRole("button", { name: CONFIRM }));
  await untilScheduled(page);
  expect(presses).toBe(4);
  expect(flicks).toBeLessThanOrEqual(1);
});

test("a chosen time folds the days and times to one line, which opens them again", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await openBooking(page);
  const { label, start } = await chooseTime(page, 1);
  const fold = page.getByRole("region", { name: "Chosen time" });
  await fold.getByText(`, ${label}`).waitFor();
  expect(await times(page).count()).toBe(0);
  // What lies half below the bar of a phone is pressed once it is scrolled to.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expectNoViolations(page);
  await fold.getByRole("link").click();
  await times(page).first().waitFor();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(start);
  expect(await fold.count()).toBe(0);
});

test("at 1440 by 900 the days, the times, what is booked and its button are in one view", async () => {
  const page = await newPage(site.url, { viewport: DESK });
  await openBooking(page);
  const { label } = await chooseTime(page, 2);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  const card = page.getByRole("region", { name: "Your appointment" });
  await card.getByText(`, ${label}`).first().waitFor();
  for (const seen of [times(page).first(), times(page).last(), page.locator("input[name=day]:checked")])
    expect(bottomOf(await seen.boundingBox())).toBeLessThanOrEqual(DESK.height);
  expect(bottomOf(await page.getByRole("button", { name: CONFIRM }).boundingBox())).toBeLessThanOrEqual(DESK.height);
  expect(bottomOf(await page.getByLabel("Go to a date").last().boundingBox())).toBeLessThanOrEqual(DESK.height);
  await expectNoViolations(page);
});

test.each([null, "dark"] as const)(
  "at 1366 by 768 the whole road from the time to its button is in one view, and the next day stands below (%s)",
  async (colorScheme) => {
    const laptop = { width: 1366, height: 768 };
    const page = await newPage(site.url, { viewport: laptop, colorScheme });
    await openBooking(page, `${DEEP}&day=${await freeDayNear(9)}`);
    await page.getByRole("link", { name: "Book for two at the same time" }).waitFor();
    await chooseTime(page, 1);
    const top = await times(page).first().boundingBox();
    expect(top?.y).toBeGreaterThan(0);
    const heading = await page.getByRole("heading", { level: 1 }).boundingBox();
    expect((await boxOf(page, ".offer-row")).y - bottomOf(heading)).toBeGreaterThanOrEqual(4);
    for (const seen of [page.getByRole("button", { name: CONFIRM }), page.getByLabel("Go to a date").last()])
      expect(bottomOf(await seen.boundingBox())).toBeLessThanOrEqual(laptop.height);
    const details = ["Full name", "Phone"].map((label) => page.getByLabel(label).boundingBox());
    const [name, phone] = await Promise.all(details);
    expect(name?.y).toBe(phone?.y);
    // Links to times of the next day, which a phone has in its strip.
    const next = page.locator(".times").getByRole("link", { name: /^\d\d:\d\d, / });
    expect(await next.count()).toBe(4);
    await expectNoViolations(page);
    await next.first().click();
    await page.waitForURL(/start=/);
    await page.setViewportSize(PHONE);
    expect(await next.first().isVisible()).toBe(false);
  },
);

test.each([PHONE, DESK])("another day is spoken once, with a time that went with it ($width px)", async (viewport) => {
  const page = await newPage(site.url, { viewport });
  await openBooking(page, `${DEEP}&day=${await freeDayNear(9)}`);
  await chooseTime(page, 1);
  if (viewport === PHONE) await page.getByRole("link", { name: "Change the day or time" }).click();
  await page.evaluate(listenToStatus);
  const other = page.locator("[name=day]:not(:checked):visible").last();
  const title = titleIn(await other.getAttribute("aria-label"));
  await other.locator("xpath=..").click();
  await page.getByRole("group", { name: title }).waitFor();
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
  await expect.poll(async () => (await spoken()).filter((words) => words.startsWith(title))).toHaveLength(1);
  expect((await spoken()).join("\n")).toMatch(/: \d+ free times?\. Yours is not among them\.$/m);
});

test.each([PHONE, DESK])(
  "read out, treatment, day, time, details, rule and button follow each other in the main landmark ($width px)",
  async (viewport) => {
    const page = await newPage(site.url, { viewport });
    const day = `${DEEP}&day=${await freeDayNear(9)}`;
    await openBooking(page, day);
    await page.goto(`/book${day}&start=${await times(page).nth(1).inputValue()}`);
    if (viewport === PHONE) await page.getByRole("link", { name: "Change the day or time" }).click();
    const tree = await page.getByRole("main").ariaSnapshot();
    const order = [
      /Deep Tissue Massage/,
      /radio "[^"]+ times left"/,
      /radio "\d\d:\d\d/,
      /textbox "Full name/,
      /Free to change or cancel/,
      /button "Confirm booking/,
    ].map((part) => tree.search(part));
    expect(order).not.toContain(-1);
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  },
);

/** Runs in the page: collects what live regions say from now on. */
function listenToStatus(): void {
  const spoken: string[] = [];
  Object.assign(window, { spoken });
  const regions = () => [...document.querySelectorAll("[role=status]")];
  const before = new Map(regions().map((region) => [region, region.textContent ?? ""]));
  const listen = () => {
    for (const region of regions()) {
      const words = region.textContent ?? "";
      if (words && words !== before.get(region)) spoken.push(words);
      before.set(region, words);
    }
  };
  new MutationObserver(listen).observe(document.body, { subtree: true, childList: true, characterData: true });
}

test("what is booked stays in sight while the page is scrolled on a desk", async () => {
  const page = await newPage(site.url, { viewport: { width: 1440, height: 760 } });
  // A day that has more times than are shown at once, whatever the hour of the test.
  await openBooking(page, `${DEEP}&day=${await freeDayNear(14)}`);
  await chooseTime(page);
  await page.getByText(/more times? on/).click();
  await page.evaluate(() => window.scrollTo(0, 120));
  await expect.poll(async () => (await boxOf(page, ".booking-summary")).y).toBeGreaterThanOrEqual(0);
});

test.each([PHONE, DESK])("a date seven weeks ahead is three presses away ($width px)", async (viewport) => {
  const page = await newPage(site.url, { viewport });
  await openBooking(page, DEEP);
  const date = await freeDayNear(49);
  if (viewport === PHONE) await page.getByRole("button", { name: "Go to a date" }).click();
  await page.getByLabel("Go to a date").last().click();
  await page.keyboard.type(date.split("-").reverse().join(" "));
  await page.keyboard.press("Enter");
  await expect.poll(() => page.locator("input[name=day]:checked").inputValue()).toBe(date);
  expect(await times(page).count()).toBeGreaterThan(0);
});

test.each([true, false])(
  "on a phone the month opens as a sheet, and a day of it is chosen (script: %s)",
  async (withScript) => {
    const page = await newPage(site.url, { viewport: PHONE, javaScriptEnabled: withScript });
    await (withScript ? openBooking(page, DEEP) : page.goto(`/book${DEEP}`));
    const month = page.locator(".day-legend");
    expect(await month.isVisible()).toBe(false);
    await page.getByRole("button", { name: "Go to a date" }).click();
    await month.waitFor();
    for (const word of ["many", "some", "few"]) await month.getByText(word).waitFor();
    if (withScript) await expectNoViolations(page);
    const date = await freeDayNear(9);
    const day = page.locator(`label:has([name=day][value="${date}"])`);
    expect((await day.boundingBox())?.height).toBeGreaterThanOrEqual(48);
    await day.click();
    if (!withScript) await page.getByRole("button", { name: "Show times" }).click();
    await expect.poll(() => page.locator("[name=day]:checked").inputValue()).toBe(date);
    await month.waitFor({ state: "hidden" });
    expect(await times(page).count()).toBeGreaterThan(0);
    // Pressed away, and with Escape.
    await page.getByRole("button", { name: "Go to a date" }).click();
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await month.waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "Go to a date" }).click();
    await page.keyboard.press("Escape");
    await month.waitFor({ state: "hidden" });
  },
);

test.each([true, false])(
  "up to four times are booked in one go, each with a page of its own (script: %s)",
  async (javaScriptEnabled) => {
    const page = await newPage(site.url, { viewport: PHONE, javaScriptEnabled });
    await page.goto(`/book${DEEP}&day=${await freeDayNear(21)}`);
    const add = page.getByRole("link", { name: "Add a time" }).or(page.getByRole("button", { name: "Add a time" }));
    const first = await chooseTime(page, 0);
    await fillPerson(page);
    await add.click();
    await page.waitForURL(/also=/);
    expect(await page.getByLabel("Full name").inputValue()).toBe(PERSON.name);
    const starts = () => times(page).evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value));
    await expect.poll(starts).not.toContain(first.start);
    for (const total of ["£116.00", "£174.00"]) {
      const { start } = await chooseTime(page, 0);
      if (javaScriptEnabled) await page.getByRole("button", { name: `, pay ${total} at the practice` }).waitFor();
      await add.click();
      await page.waitForURL(total === "£116.00" ? /also=[^&]+%2C/ : /also=[^&]+%2C[^&]+%2C/);
      await expect.poll(starts).not.toContain(start);
    }
    const together = page.getByRole("list", { name: "Booked together" }).getByRole("listitem");
    await expect.poll(() => together.count()).toBe(3);
    expect(await page.locator(".offer-line").textContent()).toContain("60 min for 4 times · £232.00");
    if (javaScriptEnabled) await expectNoViolations(page);
    await page
      .getByRole("link", { name: /^Remove / })
      .first()
      .click();
    await expect.poll(() => together.count()).toBe(2);
    await page.getByRole("link", { name: "No other time" }).click();
    await expect.poll(() => together.count()).toBe(1);
    await fillPerson(page);
    await page.getByRole("button", { name: "Confirm booking for 2 times, pay £116.00 at the practice" }).click();
    await untilScheduled(page);
    await page.getByText("£116.00 for both.").waitFor();
    const other = page.getByRole("definition").filter({ hasText: "for both" }).getByRole("link");
    const moment = (await other.textContent()) ?? "";
    await other.click();
    await page.getByRole("heading", { level: 1, name: "Your appointment on" }).waitFor();
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain(moment.split(", ").at(-1));
  },
);

test("when one of several times is taken meanwhile, the page says which one, and books none", async () => {
  const page = await newPage(site.url, { expectedErrors: [/Failed to load resource.*409/] });
  const query = `${DEEP}&therapist=tom-ellery`;
  await page.goto(`/book${query}&day=${await freeDayNear(28)}`);
  const first = await chooseTime(page, 0);
  await page.getByRole("link", { name: "Add a time" }).click();
  await page.getByRole("list", { name: "Booked together" }).waitFor();
  await chooseTime(page, 0);
  await fillPerson(page);
  const { start } = first;
  expect(await bookByApi(site.url, { service: "deep-tissue-massage", therapist: "tom-ellery", start })).toBe(201);
  await page.getByRole("button", { name: CONFIRM }).click();
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await page
    .getByRole("link", { name: new RegExp(`${first.label}: That time has just been taken. Nothing is booked yet`) })
    .waitFor();
  await page.getByText(new RegExp(`^No longer free: .+${first.label}`)).waitFor();
  expect(await page.getByLabel("Full name").inputValue()).toBe(PERSON.name);
  await page.getByRole("button", { name: /^Confirm booking, pay £58/ }).waitFor();
});

test.each([true, false])("for two stays chosen when another length is (script: %s)", async (javaScriptEnabled) => {
  const page = await newPage(site.url, { viewport: DESK, javaScriptEnabled });
  await page.goto(`/book${DEEP}&people=2&day=${await freeDayNear(14)}`);
  await page.locator("label", { has: page.getByRole("radio", { name: /^90 min/ }) }).click();
  if (!javaScriptEnabled) await page.getByRole("button", { name: "Show times" }).first().click();
  await page.waitForURL(/minutes=90/);
  await page.getByRole("link", { name: "Only for one" }).waitFor();
});

test("a date that can't be read, is over or too far ahead is answered beside it", async () => {
  const page = await newPage(site.url, { viewport: PHONE, javaScriptEnabled: false });
  for (const [typed, answer] of [
    ["soon", "Enter a date, like 14 1 2027"],
    ["1 2 2020", "That day is over. Enter a later date"],
    ["1 2 2090", /^Error: Bookings are open until .+\. Enter an earlier date$/],
  ] as const) {
    await page.goto("/book");
    await page.getByRole("button", { name: "Go to a date" }).click();
    await page.getByLabel("Go to a date").last().fill(typed);
    await page.getByRole("button", { name: "Go", exact: true }).click();
    await page.locator("#date-error").filter({ hasText: answer }).waitFor();
    expect(await page.getByLabel("Go to a date").last().inputValue()).toBe(typed);
  }
});

test("more times are one press away, between those already there, with a script or without", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await newPage(site.url, { viewport: PHONE, javaScriptEnabled });
    await page.goto(`/book${DEEP}&day=${await freeDayNear(14)}`);
    expect(await times(page).count()).toBe(8);
    const more = page.getByText(/^\d+ more times on \w+day$/);
    const count = Number.parseInt((await more.textContent()) ?? "", 10);
    await more.click();
    await expect.poll(() => times(page).count()).toBe(8 + count);
    const starts = await times(page).evaluateAll((radios) => radios.map((radio) => (radio as HTMLInputElement).value));
    expect(starts).toEqual(starts.toSorted());
  }
});

test.each([PHONE, DESK])(
  "a link with a time leads to the details, the first empty field focused ($width px)",
  async (viewport) => {
    const page = await newPage(site.url, { viewport });
    await page.goto("/services/deep-tissue-massage");
    await page
      .getByRole("region", { name: "Next free times" })
      .getByRole("link", { name: /\d\d:\d\d/ })
      .first()
      .click();
    await expect.poll(() => focusedName(page)).toBe("name");
    await expect.poll(() => boxOf(page, "#name").then(({ y }) => y)).toBeLessThan(viewport.height - 72);
    expect(await page.getByRole("button", { name: CONFIRM }).isVisible()).toBe(true);
  },
);

test("a link to a time that has gone says so and shows the others", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  const day = await freeDayNear(14);
  await page.goto(`/book${DEEP}&day=${day}&start=${day}T03:00:00.000Z`);
  await page.getByText("The time you asked for is no longer free.").waitFor();
  expect(await times(page).count()).toBe(8);
});

test("the selected day is the day that is shown, after later dates, another length and another therapist", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await openBooking(page, DEEP);
  const shown = () => page.locator("#start legend").textContent();
  const selected = () => page.locator("input[name=day]:checked").getAttribute("aria-label");
  const before = await shown();
  await page.locator(".of-strip[aria-label='Later dates']").click();
  await expect.poll(shown).not.toBe(before);
  const later = (await shown()) ?? "";
  await expect.poll(selected).toMatch(new RegExp(`^${later},`));
  await page.getByText("Change treatment, length or therapist").click();
  const other = page.locator("input[name=minutes]:not(:checked)").first();
  const minutes = await other.inputValue();
  await other.check();
  await page.waitForURL(new RegExp(`minutes=${minutes}`));
  await expect.poll(shown).toBe(later);
  expect(await selected()).toMatch(new RegExp(`^${later},`));
  // By keyboard the focus stays on the day that was selected.
  await page.locator("input[name=day]:checked").focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(shown).not.toBe(later);
  const focused = await page.evaluate(() => document.activeElement?.ariaLabel ?? null);
  expect(titleIn(focused)).toBe(await shown());
});

test("a link to a treatment that cannot be booked says so, chooses nothing, and leads on without a script", async () => {
  const page = await newPage(site.url, { viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/book?service=nope");
  await page.getByText("That treatment is not offered. Choose one from the list.").waitFor();
  expect(await page.getByRole("radio").count()).toBe(0);
  await page.getByRole("link", { name: /^Deep Tissue Massage/ }).click();
  await times(page).first().waitFor();
  const scripted = await newPage(site.url, { viewport: DESK });
  await scripted.goto("/book?service=deep-tissue-massage&minutes=37");
  await scripted.getByRole("heading", { name: "Choose a length of Deep Tissue Massage" }).waitFor();
  await expectNoViolations(scripted);
});

test("a slow day shows its own name and nothing to press, then says that it takes long", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await openBooking(page, DEEP);
  await page.clock.install();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/book.data*", async (route) => {
    await held;
    await route.continue();
  });
  const other = page.getByRole("radio", { name: /left$/ }).and(page.locator(":not(:checked)")).first();
  const title = titleIn(await other.getAttribute("aria-label"));
  const asked = page.waitForRequest(/book\.data/);
  await other.check();
  await asked;
  expect(await page.locator("#start").evaluate((part) => (part as HTMLElement).inert)).toBe(true);
  await page.clock.fastForward(400);
  await page.getByText("Finding free times…", { exact: true }).waitFor();
  expect(await page.locator("#start").getByRole("heading").textContent()).toBe(title);
  expect(await page.locator("input[name=start]").count()).toBe(0);
  await page.clock.fastForward(5000);
  await page.getByText(/^This is taking longer than it should/).waitFor();
  release();
  await times(page).first().waitFor();
  expect(await page.locator("#start legend").textContent()).toBe(title);
  await expectNoViolations(page);
});

test("before a time is chosen the bar says what it costs and leads to the times, from a field by Enter, too", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await openBooking(page, DEEP);
  const bar = page.getByRole("region", { name: "Your booking" });
  await bar.getByText("£58.00").waitFor();
  await bar.getByRole("button", { name: "Choose a time" }).click();
  await expect.poll(() => focusedName(page)).toBe("start");
  await page.getByLabel("Full name").fill("Ada Smith");
  await page.keyboard.press("Enter");
  await expect.poll(() => focusedName(page)).toBe("start");
  expect(await page.getByLabel("Full name").inputValue()).toBe("Ada Smith");
});

test("by keyboard the times stay while arrows go through them, and Enter in a field leads on", async () => {
  const page = await newPage(site.url, { viewport: PHONE, expectedErrors: [/Failed to load resource.*422/] });
  await openBooking(page);
  await times(page).first().focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  expect(await page.locator("input[name=start]:checked").inputValue()).toBe(await times(page).nth(1).inputValue());
  expect(await times(page).count()).toBeGreaterThan(1);
  await page.getByLabel("Full name").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
});

test("without a script a time that a link has chosen can be changed", async () => {
  const page = await newPage(site.url, { viewport: PHONE, javaScriptEnabled: false });
  const day = await freeDayNear(14);
  await page.goto(`/book${DEEP}&day=${day}`);
  const start = await times(page).nth(3).inputValue();
  await page.goto(`/book${DEEP}&day=${day}&start=${start}`);
  expect(await times(page).count()).toBe(0);
  await page.getByRole("link", { name: "Change the day or time" }).click();
  await chooseTime(page, 1);
  await fillPerson(page);
  await page.getByRole("button", { name: CONFIRM }).click();
  await untilScheduled(page);
});

/** The date of the fortnight so many days ahead on which the demo practice has the most times. */
async function freeDayNear(days: number): Promise<string> {
  const [, today = ""] = /name="from" value="([^"]+)"/.exec(await (await fetch(`${site.url}/book`)).text()) ?? [];
  const from = addDays(today, days);
  const query = `service=deep-tissue-massage&from=${from}&to=${addDays(from, 13)}`;
  const answer = await (await fetch(`${site.url}/api/availability?${query}`)).json();
  const answered = answer.days as { date: string; slots: unknown[] }[];
  const free = answered.toSorted((one, other) => other.slots.length - one.slots.length)[0];
  if (!free || free.slots.length <= 8) throw new Error(`No free day near ${from}`);
  return free.date;
}

function focusedName(page: Page): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("name") ?? null);
}

function bottomOf(box: { y: number; height: number } | null): number {
  return box ? box.y + box.height : Number.POSITIVE_INFINITY;
}

async function boxOf(page: Page, selector: string) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen`);
  return box;
}
