import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { keptPage } from "#tests/support/browser.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { adminScreens, unseen } from "#tests/support/screens/admin-screens.ts";
import { lengthenName, makeBusy } from "#tests/support/screens/busy-practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

const site = sharedSite();
// Each page is looked at by axe once, by turns narrow and dark or wide and light; with EVERY_LOOK=1 both ways. Other work on the machine must not decide whether they are done in time.
const PATIENCE = 180_000;
const signIn = (page: Page) => page.context().addCookies([{ ...cookie, url: site.url }]);
const pages = {
  withScript: keptPage({}, signIn),
  withoutScript: keptPage({ javaScriptEnabled: false }, signIn),
};
let fixtures: Fixtures;
let cookie: SignedIn["browserCookie"];
beforeAll(async () => {
  const app = await openBeside(site, site.dataDir);
  fixtures = await fixturesIn(app);
  await makeBusy(app);
  await lengthenName(app, fixtures.fill("{record}"));
  cookie = (await signedIn(app, { role: "admin", name: "Imogen Hartley" })).browserCookie;
  await app.db.close();
});

async function pageAt(at: string, which: keyof typeof pages): Promise<Page> {
  const page = await pages[which](site.url);
  await page.setViewportSize(WIDTHS[0][1]);
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto(fixtures.fill(at));
  return page;
}

test("every admin page of the lock table shows something at its address", () => {
  expect(unseen).toEqual([]);
  expect(adminScreens.length).toBeGreaterThan(35);
});

test.each(adminScreens)(
  "%s: nothing sticks out, narrow and wide, and axe finds nothing",
  async (at) => {
    const page = await pageAt(at, "withScript");
    for (const [index, [, viewport]] of WIDTHS.entries()) {
      // The colours are the same at every width: dark where it is narrow, light where it is wide.
      await page.emulateMedia({ colorScheme: index === 0 ? "dark" : "light" });
      await page.setViewportSize(viewport);
      await expect.poll(() => drawnWidth(page)).toBe(viewport.width);
      // Where a day stands in its strip is decided when the page is opened.
      if (at.startsWith("/admin/diary") && viewport !== WIDTHS[0][1]) await page.goto(fixtures.fill(at));
      await page.getByRole("heading", { level: 1 }).or(page.getByRole("dialog")).first().waitFor();
      // Drawn by a part of the script that is fetched for it.
      if (at.startsWith("/admin/diary")) await page.waitForLoadState("networkidle");
      // All of it in sight: what lies under a bar at the foot of the window is a push of the finger away.
      const height = await page.evaluate(() => document.documentElement.scrollHeight + 200);
      await page.setViewportSize({ ...viewport, height });
      await expect.poll(() => page.evaluate(() => innerHeight)).toBe(height);
      if (process.env.EVERY_LOOK || adminScreens.indexOf(at) % 2 === index) await expectNoViolations(page);
      expect(await stickingOut(page), `at ${viewport.width} px`).toEqual([]);
    }
  },
  PATIENCE,
);

test.each(adminScreens)("%s without a script: all is there, and what can be pressed works", async (at) => {
  const page = await pageAt(at, "withoutScript");
  await page.getByRole("heading", { level: 1 }).waitFor();
  expect(await page.getByText(/^(Loading|Drawing)/).count()).toBe(0);
  expect(await deadControls(page)).toEqual([]);
  const grey = await page.getByRole("button", { disabled: true }).count();
  // getByText leaves out what stands in a noscript.
  const said = page.locator("main noscript").first();
  if (grey > 0) expect(await said.evaluate((words) => words.checkVisibility() && words.textContent)).toMatch(/in grey/);
});

/** What a script does when the width changes is done with the next frame. */
function drawnWidth(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return innerWidth;
  });
}

/** What makes the page wider than its window, and boxes that scroll sideways without a name or out of a key's reach. */
function stickingOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const boxes = [...document.querySelectorAll<HTMLElement>("main *")].filter((box) => {
      const scrolls = /auto|scroll/.test(getComputedStyle(box).overflowX) && box.scrollWidth > box.clientWidth + 1;
      const isNamed = box.ariaLabel !== null || box.hasAttribute("aria-labelledby");
      return scrolls && !(box.tabIndex >= 0 && isNamed) && box.tagName !== "TEXTAREA";
    });
    const wide = scrollWidth > clientWidth ? [`the page: ${scrollWidth} of ${clientWidth} px`] : [];
    return [...wide, ...boxes.map((box) => `${box.tagName} ${box.className}`)];
  });
}

/** Buttons that need a script and don't say so, and forms that would write what was typed into the address. */
function deadControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll("button")].filter((button) => {
      // A field named "method" hides the form's own property of that name.
      const isPost = button.form?.getAttribute("method") === "post";
      const sends = button.type === "submit" && (isPost || button.form?.role === "search");
      return button.checkVisibility() && !button.disabled && !sends && button.popoverTargetElement === null;
    });
    const leaks = [...document.forms].filter(
      (form) => form.getAttribute("method") !== "post" && form.role !== "search",
    );
    return [
      ...buttons.map((button) => `button: ${button.ariaLabel ?? button.textContent}`),
      ...leaks.map((form) => `form: ${form.textContent}`.slice(0, 60)),
    ];
  });
}
