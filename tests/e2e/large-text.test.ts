import { expect, test } from "vitest";
import { keptPage } from "#tests/support/browser.ts";
import { publicRoutes } from "#tests/support/public-routes.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const PATIENCE = 180_000;
const pageOf = keptPage({ expectedErrors: [/status of (404|410)/] });
const paths = (await publicRoutes()).filter((path) => !path.includes("{"));

/** A person who needs large text reads every public page without scrolling sideways (WCAG 2.2, 1.4.4 and 1.4.10). */
test.each([24, 32])(
  "with text of %s px in the browser no public page scrolls sideways or cuts a heading",
  async (size) => {
    const page = await pageOf(site.url);
    const browser = await page.context().newCDPSession(page);
    await browser.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      for (const width of [360, 390, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const found = await page.evaluate(async () => {
          await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
          const { scrollWidth, clientWidth } = document.documentElement;
          const cut = [...document.querySelectorAll<HTMLElement>("main :is(h1, h2, h3, button, a, label)")]
            .filter((box) => box.clientWidth > 1 && getComputedStyle(box).overflowX === "visible")
            .filter((box) => box.scrollWidth > box.clientWidth + 1 && box.checkVisibility())
            .map((box) => `cuts ${box.textContent?.slice(0, 30)}`);
          const size = getComputedStyle(document.documentElement).fontSize;
          return { size, words: [...(scrollWidth > clientWidth ? [`is ${scrollWidth} px wide`] : []), ...cut] };
        });
        expect(found.size).toBe(`${size}px`);
        for (const words of found.words) wide.push(`${path} at ${width} px ${words}`);
      }
    }
    expect(wide).toEqual([]);
  },
  PATIENCE,
);
