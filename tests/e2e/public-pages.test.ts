import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ConsoleMessage, Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { listAdapters } from "#app/adapters/adapters.db.server.ts";
import { pinnedNode, root, tool } from "#scripts/bootstrap/project.mjs";
import { COLOUR_RULES, violationsOn } from "#tests/support/axe.ts";
import { type AxeRow, axeReport } from "#tests/support/axe-report.ts";
import { keptPage } from "#tests/support/browser.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { publicRoutes } from "#tests/support/public-routes.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
const routes = await publicRoutes();
// A link that has been used answers 410, and the browser notes it.
const visitor = { expectedErrors: [/Failed to load resource.*410/] };
const pages = {
  withScript: keptPage(visitor),
  withoutScript: keptPage({ ...visitor, javaScriptEnabled: false }),
};
const PHONE = { width: 360, height: 740 };
// 1280 by 1024 at 400 %.
const ENLARGED = { width: 320, height: 256 };
const LOOKS = [360, 1440].flatMap((width) => (["light", "dark"] as const).map((theme) => ({ width, theme })));

const watched = new WeakSet<Page>();
const hosts = new Set<string>();

let fixtures: Fixtures;
const rows: AxeRow[] = [];

beforeAll(async () => {
  const app = await openBeside(site, site.dataDir);
  fixtures = await fixturesIn(app);
  await app.db.close();
});

afterAll(() => {
  // npm run accessibility keeps the table.
  const file = process.env.ACCESSIBILITY_REPORT;
  if (!file) return;
  writeFileSync(join(root, file), axeReport(rows));
  spawnSync(pinnedNode, [tool("biome"), "format", "--write", file], { cwd: root });
});

async function open(path: string, which: keyof typeof pages, viewport = PHONE): Promise<Page> {
  const page = await pages[which](site.url);
  watch(page);
  await page.setViewportSize(viewport);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(fixtures.fill(path));
  return page;
}

function watch(page: Page): void {
  if (watched.has(page)) return;
  watched.add(page);
  page.on("request", (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:") hosts.add(host);
  });
}

test("there is a page behind every public route", () => {
  expect(routes.length).toBeGreaterThan(20);
  expect(new Set(routes).size).toBe(routes.length);
});

test.each(routes)("%s: axe finds nothing in either theme, on a phone and on a desk", async (path) => {
  const page = await open(path, "withScript");
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    await page.emulateMedia({ colorScheme: theme });
    const found = await violationsOn(page, theme === "dark" ? COLOUR_RULES : null);
    rows.push({ path, width, theme, found: found.length });
    expect(found, `${path} at ${width} px, ${theme}`).toEqual([]);
  }
});

const titles = new Map<string, string>();

test.each(routes)("%s: its headings, its title, at four times the size, and by keyboard alone", async (path) => {
  const said: string[] = [];
  const hear = (message: ConsoleMessage) => said.push(message.text());
  const page = await pages.withScript(site.url);
  page.on("console", hear);
  onTestFinished(() => void page.off("console", hear));
  await open(path, "withScript", ENLARGED);

  const levels = await page
    .locator("h1, h2, h3, h4, h5, h6")
    .evaluateAll((all) => all.map((heading) => Number(heading.tagName.slice(1))));
  expect(levels.filter((level) => level === 1)).toEqual([1]);
  const main = levels.slice(levels.indexOf(1));
  main.forEach((level, at) => {
    expect(level - (main[at - 1] ?? 1), `heading ${at + 1} of ${main}`).toBeLessThanOrEqual(1);
  });

  const title = await page.title();
  expect(title).toMatch(/\S \| Limber Yard$/);
  // Its own, where this is a second try.
  expect(titles.get(title) ?? path, "has the same title").toBe(path);
  titles.set(title, path);

  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await lostAtTheSide(page)).toEqual([]);

  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1280);
  await expectSeenByKeyboard(page);
  expect(said.filter((line) => !visitor.expectedErrors.some((known) => known.test(line)))).toEqual([]);
});

test.each(routes)("%s says the same without a script", async (path) => {
  const [withScript, without] = [await open(path, "withScript"), await open(path, "withoutScript")];
  const [shown, plain] = [await linesOf(withScript), await linesOf(without)];
  expect(shown.length).toBeGreaterThan(0);
  // What only a script can do, such as to play a film here, is not offered without one.
  const served = await withScript.getByRole("main").locator("button[type=button], .scripted").allInnerTexts();
  const offered = served.flatMap((text) => text.split("\n"));
  expect(shown.filter((line) => !plain.includes(line) && !offered.includes(line))).toEqual([]);
});

/** What stands out of a narrow screen's sides, where no row of its own can be moved sideways to it. */
function lostAtTheSide(page: Page): Promise<string[]> {
  return page.getByRole("main").evaluate((main) => {
    const rows = [...main.querySelectorAll("*")].filter((one) => /auto|scroll/.test(getComputedStyle(one).overflowX));
    return [...main.querySelectorAll("a, button, input, select, textarea, h1, h2, h3, p, dd")]
      .filter((element) => element.checkVisibility() && !rows.some((row) => row.contains(element)))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < 0 || box.right > 320.5))
      .map(({ element }) => element.outerHTML.slice(0, 120));
  });
}

/** Past the header at once, and the focus is always seen. */
async function expectSeenByKeyboard(page: Page): Promise<void> {
  await page.keyboard.press("Tab");
  const skip = page.locator(":focus");
  expect(await skip.textContent()).toBe("Skip to main content");
  expect(await skip.isVisible()).toBe(true);
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("main");
  const stops: string[] = [];
  const unseen: string[] = [];
  for (let presses = 0; presses < 150; presses++) {
    await page.keyboard.press("Tab");
    const { stop, trouble } = await focusOf(page);
    if (stop === null) break;
    stops.push(stop);
    if (trouble) unseen.push(`${stop}: ${trouble}`);
  }
  expect(unseen).toEqual([]);
  // To the end: the chat stands last.
  expect(stops.at(-1)).toContain("chat-pill");
}

/** The lines of a page's own part as they are seen. */
async function linesOf(page: Page): Promise<string[]> {
  const [text = ""] = await page.getByRole("main").allInnerTexts();
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}

/** Where the focus is, and why it could not be seen there. */
function focusOf(page: Page): Promise<{ stop: string | null; trouble: string | null }> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return { stop: null, trouble: null };
    const stop = focused.outerHTML.slice(0, 300);
    const marked = [focused, focused.closest("label"), focused.parentElement].some(
      (element) => element && getComputedStyle(element).outlineStyle !== "none",
    );
    // A part of a drawing has its ring drawn.
    const ring = focused.querySelector(".body-ring");
    const drawn = ring !== null && getComputedStyle(ring).stroke !== "none";
    if (!marked && !drawn) return { stop, trouble: "no ring" };
    const box = (focused.closest("label") ?? focused).getBoundingClientRect();
    if (box.bottom < 0 || box.top > window.innerHeight) return { stop, trouble: "out of sight" };
    const under = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 20));
    const covered = under?.closest(".chat-pill, .site-header, [data-foot-bar]");
    if (covered && !covered.contains(focused)) return { stop, trouble: `under ${covered.className.slice(0, 40)}` };
    return { stop, trouble: null };
  });
}

test("while no other company's system is plugged in, none of these pages asks another host for anything", async () => {
  const app = await openBeside(site, site.dataDir);
  expect(await listAdapters(app.db.kysely)).toEqual([]);
  await app.db.close();
  await open("/", "withScript");
  expect([...hosts]).toEqual([new URL(site.url).host]);
});
