import type { Page } from "playwright-core";

const FOCUSABLE =
  "a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input), [tabindex='0']";

/** What the chat covers of all that can be pressed or focused, looked at a screen's height at a time. */
export async function underChat(page: Page): Promise<string[]> {
  const under: string[] = [];
  // A new width reaches lengths in vw with the next frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const step = page.viewportSize()?.height ?? 0;
  for (let top = 0; top < height; top += step) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: "instant" }), top);
    under.push(...(await page.evaluate(coveredControls, FOCUSABLE)).map((control) => `${control} at ${top} px`));
  }
  return under;
}

function coveredControls(focusable: string): string[] {
  const pill = document.querySelector(".chat-pill") as HTMLElement;
  const over = pill.getBoundingClientRect();
  const isUnder = (control: Element) =>
    [...control.getClientRects()].some((rect) => {
      const [left, right] = [Math.max(rect.left, over.left), Math.min(rect.right, over.right)];
      const [top, bottom] = [Math.max(rect.top, over.top), Math.min(rect.bottom, over.bottom)];
      if (left >= right || top >= bottom) return false;
      // Where it stands after the page, a bar at the foot of the screen passes over it, and the bar can be pressed.
      return pill.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    });
  return [...document.querySelectorAll(focusable)]
    .filter((control) => control !== pill && control.checkVisibility({ visibilityProperty: true }) && isUnder(control))
    .map((control) => `${control.tagName} ${control.textContent}`);
}
