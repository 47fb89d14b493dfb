import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { keptPage, newPage } from "#tests/support/browser.ts";
import { publicRoutes } from "#tests/support/public-routes.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside, signedIn } from "#tests/support/signed-in.ts";

const site = sharedSite();
const PATIENCE = 240_000;
const pageOf = keptPage({ expectedErrors: [/status of (404|410)/] });
const paths = (await publicRoutes()).filter((path) => !path.includes("{"));

/**
 * A person who needs large text reads every page without scrolling sideways (WCAG 2.2, 1.4.4 and 1.4.10). Text of 32 px is
 * that of a phone whose text is set to 200 %.
 */
test.each([24, 32])(
  "with text of %s px in the browser no public page scrolls sideways, cuts a text or lays one over another",
  async (size) => {
    const page = await pageOf(site.url);
    expect(await faultsOn(page, { size, paths })).toEqual([]);
  },
  PATIENCE,
);

test.each([24, 32])(
  "nor does an account's page, or that of a booking, with text of %s px",
  async (size) => {
    const app = await appBeside(site, site.dataDir);
    const { id, email, browserCookie } = await signedIn(app);
    const booking = `/booking/${await bookAhead(app, { email, userId: id })}`;
    const page = await newPage(site.url);
    await page.context().addCookies([{ ...browserCookie, url: site.url }]);
    const own = ["/account", "/account/notifications", "/my-appointment"];
    const ofBooking = ["", "?booked", "/reschedule", "/cancel"].map((end) => booking + end);
    const found = await faultsOn(page, { size, paths: [...own, ...ofBooking] });
    expect(found.map((words) => words.replace(booking, "/booking/…"))).toEqual([]);
  },
  PATIENCE,
);

async function faultsOn(page: Page, { size, paths }: { size: number; paths: readonly string[] }): Promise<string[]> {
  const browser = await page.context().newCDPSession(page);
  await browser.send("Page.setFontSizes", { fontSizes: { standard: size, fixed: size } });
  const faults: string[] = [];
  for (const path of paths) {
    // A page that has opened wide keeps its wide margins for a moment when the window becomes narrow.
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(path);
    for (const width of [360, 390, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      const found = await page.evaluate(findFaults);
      expect(found.size).toBe(`${size}px`);
      for (const words of found.words) faults.push(`${path} at ${width} px ${words}`);
    }
  }
  return faults;
}

/** Runs in the page. */
async function findFaults(): Promise<{ size: string; words: string[] }> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const { scrollWidth, clientWidth } = document.documentElement;
  const words = scrollWidth > clientWidth ? [`is ${scrollWidth} px wide`] : [];
  const own = (box: HTMLElement) => box.textContent?.trim().slice(0, 30);
  for (const box of document.querySelectorAll<HTMLElement>(":is(header, main) :is(h1, h2, h3, button, a, label)")) {
    const isCut = box.clientWidth > 1 && box.scrollWidth > box.clientWidth + 1 && box.checkVisibility();
    if (isCut && getComputedStyle(box).overflowX === "visible" && !box.querySelector(".sr-only"))
      words.push(`cuts ${own(box)}`);
  }
  // What lies over the page on purpose, and what is only read out.
  const beside = "svg, noscript, [data-foot-bar], .chat-pill, #body-panel, [popover]:not(:popover-open), .sr-only";
  const texts: { node: Node; left: number; top: number; right: number; bottom: number }[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const box = node.parentElement;
    if (!node.textContent?.trim() || !box?.checkVisibility({ visibilityProperty: true }) || box.closest(beside))
      continue;
    const clips: DOMRect[] = [];
    for (let each: HTMLElement | null = box; each; each = each.parentElement)
      if (getComputedStyle(each).overflowX !== "visible") clips.push(each.getBoundingClientRect());
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const left = Math.max(rect.left, ...clips.map((clip) => clip.left));
      const right = Math.min(rect.right, ...clips.map((clip) => clip.right));
      if (right - left > 2 && rect.height > 2) texts.push({ node, left, right, top: rect.top, bottom: rect.bottom });
    }
    if (!box.closest("h1, h2, h3, button")) continue;
    for (const { index, 0: word } of node.textContent.matchAll(/[\p{L}\p{N}]+/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map((rect) => rect.top)).size > 1) words.push(`breaks ${word}`);
    }
  }
  for (const [nth, one] of texts.entries())
    for (const other of texts.slice(nth + 1)) {
      const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      // Lines of one heading are close.
      const height = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (one.node !== other.node && across > 2 && down > 0.4 * height)
        words.push(`lays “${one.node.textContent}” over “${other.node.textContent}”`);
    }
  return { size: getComputedStyle(document.documentElement).fontSize, words: [...new Set(words)] };
}
