import { expect, test } from "vitest";
import { weightOf } from "#scripts/bench/weight.ts";
import { newPage } from "#tests/support/browser.ts";
import { NOWHERE_SAYS_SO, PUBLIC_PAGES } from "#tests/support/public-pages.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
// These two hydrate, and the third signs people in with a passkey.
const MORE_SCRIPT = ["/book", "/my-appointment", "/login"];

test("a first visit of the home page is light: 150 KB with everything, 15 KB of it style", async () => {
  const page = await newPage(site.url, { viewport: { width: 360, height: 740 } });
  const { total, style } = await weightOf(page, `${site.url}/`);
  expect(total).toBeLessThan(150_000);
  expect(total).toBeGreaterThan(50_000);
  expect(style).toBeLessThan(15_000);
});

test("the booking page's script is the framework and itself: 148 KB, without the checks of its form", async () => {
  const page = await newPage(site.url);
  const { script } = await weightOf(page, `${site.url}/book`);
  expect(script).toBeLessThan(148_000);
  expect(script).toBeGreaterThan(90_000);
});

test.each(PUBLIC_PAGES.filter((path) => !MORE_SCRIPT.includes(path)))(
  "%s runs at most 3.5 KB of script, before compression, and none of the framework",
  async (path) => {
    const page = await newPage(site.url, { expectedErrors: NOWHERE_SAYS_SO });
    await page.goto(path, { waitUntil: "networkidle" });
    const sources = await page.evaluate(async () => {
      // Data for search engines is no script.
      const scripts = [...document.scripts].filter(({ type }) => !type || type === "module");
      return Promise.all(
        scripts.map(async ({ src, textContent }) => (src ? (await fetch(src)).text() : (textContent ?? ""))),
      );
    });
    expect(sources.length).toBeGreaterThan(1);
    expect(sources.join("").length).toBeLessThanOrEqual(3.5 * 1024);
  },
);
