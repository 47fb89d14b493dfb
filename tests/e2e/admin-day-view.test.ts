import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, weekdayOf } from "#app/platform/date-time.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { londonToday } from "#tests/support/london-now.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const TODAY = londonToday();
const DESKTOP = { width: 1440, height: 1400 };
const HOUR = 3_600_000;
// Imogen's and Tom's working hours are drawn from eight to six.
const DRAWN_MINUTES = 600;

/** A Wednesday in more than a year without a bank holiday: Imogen and Tom work from nine to five. */
function wednesday(weeks: number): string {
  let day = addDays(TODAY, 400);
  while (weekdayOf(day) !== 3 || !["05", "06", "07"].includes(day.slice(5, 7))) day = addDays(day, 1);
  return addDays(day, 7 * weeks);
}

const entryOf = (page: Page, name: string) => page.locator(".diary-entry").filter({ hasText: name });
const columnOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });

function saidOn(page: Page, words: string): Promise<void> {
  return page.locator(".diary-view [role=status]").filter({ hasText: words }).waitFor({ state: "attached" });
}

function rowOf(app: AppContext, id: string) {
  return app.db.kysely
    .selectFrom("appointments")
    .select(["starts_at", "minutes", "therapist_id"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Carries an entry by the mouse: down by minutes, and to the middle of another column. */
async function carry(
  page: Page,
  entry: Locator,
  { to, minutes, edge = false }: { to?: Locator; minutes: number; edge?: boolean },
) {
  await entry.scrollIntoViewIfNeeded();
  const body = await entry.locator("xpath=ancestor::*[@data-column]").boundingBox();
  const box = await entry.boundingBox();
  const target = to ? await to.boundingBox() : null;
  if (!box || !body) throw new Error("Not drawn");
  const from = { x: box.x + 40, y: edge ? box.y + box.height - 3 : box.y + 12 };
  const x = target ? target.x + target.width / 2 : from.x;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(x, from.y + (minutes / DRAWN_MINUTES) * body.height, { steps: 6 });
  await page.mouse.up();
}

test("by mouse it is carried to a colleague and put back by Undo, lengthened, and springs back from a taken time", async () => {
  const { page, app } = await adminPage(site, { viewport: DESKTOP, expectedErrors: REFUSED });
  const day = wednesday(0);
  const tom = { therapist: "tom-ellery", day } as const;
  const { id, start } = await walkedIn(app, { ...tom, time: "10:00", name: "Dora Drag" });
  await walkedIn(app, { ...tom, time: "14:00", name: "Sits There" });
  await page.goto(`/admin/diary?view=day&date=${day}`);
  const dora = entryOf(page, "Dora Drag");
  await dora.waitFor();
  await expectNoViolations(page);
  await carry(page, dora, { to: columnOf(page, "Imogen"), minutes: 60 });
  const moved = adminToast(page, "Dora Drag");
  await moved.waitFor();
  // Until this is said, nothing else can be carried.
  await saidOn(page, "Moved to 11:00, Imogen.");
  expect(await rowOf(app, id)).toMatchObject({ starts_at: start + HOUR, therapist_id: "demo-imogen-hartley" });
  await columnOf(page, "Imogen").getByText("11:00 Dora Drag").waitFor();
  await moved.getByRole("button", { name: "Undo" }).click();
  await columnOf(page, "Tom").getByText("10:00 Dora Drag").waitFor();
  expect(await rowOf(app, id)).toMatchObject({ starts_at: start, therapist_id: "demo-tom-ellery" });

  await carry(page, dora, { minutes: 30, edge: true });
  await saidOn(page, "Moved to 10:00, Tom.");
  await dora.getByText("90 min").waitFor();
  expect(await rowOf(app, id)).toMatchObject({ starts_at: start, minutes: 90 });

  await carry(page, dora, { minutes: 240 });
  await adminToast(page, "That time is taken. Nothing has changed.").waitFor();
  await dora.getByText("10:00").waitFor();
  expect(await rowOf(app, id)).toMatchObject({ starts_at: start });
});

test("by keyboard it is lifted, carried, warned of and put back, and carried again; a link to free time books", async () => {
  const { page, app } = await adminPage(site, { viewport: DESKTOP, expectedErrors: REFUSED, colorScheme: "dark" });
  const day = wednesday(1);
  const kay = { therapist: "tom-ellery", day, time: "10:00", name: "Kay Board", phone: "01632 960 001" };
  const { id, start } = await walkedIn(app, kay);
  await page.goto(`/admin/diary?view=day&date=${day}`);
  const entry = entryOf(page, "Kay Board");
  const press = async (key: string, words: string) => {
    await page.keyboard.press(key);
    await saidOn(page, words);
  };
  await page.locator(".diary-entry[aria-describedby]").waitFor();
  await entry.focus();
  await press("Space", "Moving Kay Board, 10:00, Tom.");
  await press("ArrowDown", "10:15, Tom. Free.");
  await press("ArrowLeft", "10:15, Imogen. Free.");
  await expectNoViolations(page);
  await press("Escape", "Put back.");
  await press("Space", "Moving Kay Board");
  for (const time of ["09:45", "09:30", "09:15", "09:00"]) await press("ArrowUp", `${time}, Tom. Free.`);
  await press("ArrowUp", "08:45, Tom. Outside working hours.");
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Move it anyway?" });
  await question.getByRole("button", { name: "Put it back" }).click();
  await question.waitFor({ state: "detached" });
  expect(await rowOf(app, id)).toMatchObject({ starts_at: start });
  await expect.poll(() => entry.evaluate((element) => element === document.activeElement)).toBe(true);
  await press("Space", "Moving Kay Board");
  await press("ArrowLeft", "10:00, Imogen. Free.");
  await press("Shift+ArrowDown", "10:00, Imogen, 75 minutes. Free.");
  await press("Enter", "Moved to 10:00, Imogen.");
  expect(await rowOf(app, id)).toMatchObject({ starts_at: start, minutes: 75, therapist_id: "demo-imogen-hartley" });
  await expect.poll(() => entry.evaluate((element) => element === document.activeElement)).toBe(true);

  await columnOf(page, "Tom").getByRole("link", { name: "Add, free 09:00 to 17:00" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  expect(await dialog.getByLabel("Therapist").inputValue()).toBe("tom-ellery");
  expect(await dialog.getByLabel("Time", { exact: true }).inputValue()).toBe("09:00");
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });

  const box = await columnOf(page, "Tom").locator("[data-column]").boundingBox();
  await page.mouse.click((box?.x ?? 0) + 80, (box?.y ?? 0) + ((box?.height ?? 0) * 305) / DRAWN_MINUTES);
  expect(await dialog.getByLabel("Date").inputValue()).toBe(day);
  expect(await dialog.getByLabel("Therapist").inputValue()).toBe("tom-ellery");
  expect(await dialog.getByLabel("Time", { exact: true }).inputValue()).toBe("13:00");
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.emulateMedia({ media: "print" });
  await expect
    .poll(() => page.getByText("Confidential: names, telephone numbers and addresses").isVisible())
    .toBe(true);
  expect(await entry.getByText("01632 960 001").isVisible()).toBe(true);
  expect(await page.getByRole("navigation").count()).toBe(0);
  const sheets = (await page.pdf({ preferCSSPageSize: true })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(1);
});

test("a phone shows one therapist, and the next by a press or a swipe; the page never scrolls sideways", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 390, height: 844 } });
  const day = wednesday(2);
  await walkedIn(app, { day, therapist: "imogen-hartley", name: "Imogen's Client" });
  await walkedIn(app, { day, therapist: "tom-ellery", name: "Tom's Client" });
  await page.goto(`/admin/diary?view=day&date=${day}`);
  const names = page.getByRole("navigation", { name: "Therapists in view" });
  // From the heading to the first hour.
  const above = () =>
    page.evaluate(() => {
      const top = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN;
      return top(".diary-body") - top("h1");
    });
  await expect.poll(above).toBeLessThan(160);
  const inView = (name: string) =>
    entryOf(page, name).evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });
  const current = () => names.locator("[aria-current]").textContent();
  await expect.poll(() => inView("Imogen's Client")).toBe(true);
  expect(await inView("Tom's Client")).toBe(false);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await expectNoViolations(page);
  }
  await names.getByRole("link", { name: "Tom 1 booked" }).click();
  await expect.poll(() => inView("Tom's Client")).toBe(true);
  await expect.poll(current).toContain("Tom");
  // A swipe scrolls the columns.
  await page.locator(".diary-scroll").evaluate((element) => element.scrollTo({ left: 0 }));
  await expect.poll(() => inView("Imogen's Client")).toBe(true);
  await expect.poll(current).toContain("Imogen");
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test("without a script each therapist has a list with links, and a week has one for each day", async () => {
  const { page, app } = await adminPage(site, { viewport: DESKTOP, javaScriptEnabled: false });
  const day = wednesday(3);
  const { id } = await walkedIn(app, { day, therapist: "tom-ellery", name: "Nora Noscript" });
  await page.goto(`/admin/diary?view=day&date=${day}`);
  const tom = columnOf(page, "Tom");
  const texts = await tom.getByRole("listitem").allInnerTexts();
  expect(texts.map((text) => text.replace(/\s+/g, " ").trim())).toEqual([
    "Add, free 09:00 to 10:00",
    "10:00 Nora Noscript Deep Tissue Massage, 60 min New client",
    "Add, free 11:15 to 17:00",
  ]);
  expect(await entryOf(page, "Nora Noscript").getAttribute("href")).toBe(`/admin/appointments/${id}`);
  await tom.getByRole("link", { name: "Add, free 11:15 to 17:00" }).click();
  const way = page.getByRole("link", { name: "Add the appointment" });
  expect(await way.getAttribute("href")).toContain(`day=${day}&time=11%3A15&with=tom-ellery`);
  await page.getByRole("navigation", { name: "Therapists" }).getByRole("link", { name: "Tom" }).click();
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "Week" }).click();
  await entryOf(page, "Nora Noscript").waitFor();
  expect(await page.locator(".diary-column").count()).toBe(7);
});
