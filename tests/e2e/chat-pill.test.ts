import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { newPage } from "#tests/support/browser.ts";
import { NOWHERE_SAYS_SO, PUBLIC_PAGES } from "#tests/support/public-pages.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const WIDTHS = [360, 1440];
const visitor = { expectedErrors: NOWHERE_SAYS_SO };

const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input)";

/** The controls that the pill hides and that no scrolling brings clear of it, by what they say. */
async function hiddenForGood(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (const place of [0, 0.5, 1]) {
    await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), place);
    hidden.push(...(await page.evaluate(coveredControls, CONTROLS)));
  }
  return hidden;
}

/** Runs in the page. A control under the pill gets one more chance: in the middle of the screen. */
function coveredControls(controls: string): string[] {
  const pill = document.querySelector(".chat-pill") as HTMLElement;
  const isUnder = (control: Element) =>
    [...control.getClientRects()].some((rect) => {
      const over = pill.getBoundingClientRect();
      return rect.left < over.right && rect.right > over.left && rect.top < over.bottom && rect.bottom > over.top;
    });
  const seen = [...document.querySelectorAll(controls)].filter(
    (control) => control !== pill && control.checkVisibility({ visibilityProperty: true }),
  );
  return seen
    .filter(isUnder)
    .filter((control) => {
      control.scrollIntoView({ block: "center" });
      return isUnder(control);
    })
    .map((control) => `${control.tagName} ${control.textContent}`);
}

test.each(PUBLIC_PAGES.flatMap((path) => WIDTHS.map((width) => [path, width] as const)))(
  "%s at %i px: the chat is there, and hides no control for good",
  async (path, width) => {
    const page = await newPage(site.url, { ...visitor, viewport: { width, height: 740 } });
    await page.goto(path, { waitUntil: "networkidle" });
    const pill = page.getByRole("link", { name: "Chat with us (opens in a new tab)" });
    expect(await pill.getAttribute("href")).toBe("https://chat.limberyard.example/");
    expect(await pill.getAttribute("target")).toBe("_blank");
    expect(await hiddenForGood(page)).toEqual([]);
  },
);

test("on the booking page of a phone it stands beside the button, clear of every time", async () => {
  const page = await newPage(site.url);
  await page.goto("/book", { waitUntil: "networkidle" });
  const pill = page.locator(".chat-pill");
  const bar = page.locator("[data-foot-bar]");
  const [chat, whole, button] = [
    await pill.boundingBox(),
    await bar.boundingBox(),
    await bar.getByRole("button").boundingBox(),
  ];
  if (!chat || !whole || !button) throw new Error("The bar, its button and the chat must be in sight");
  expect(chat.y).toBeGreaterThanOrEqual(whole.y);
  expect(chat.y + chat.height).toBeLessThanOrEqual(whole.y + whole.height);
  expect(chat.x).toBeGreaterThanOrEqual(button.x + button.width);
});
