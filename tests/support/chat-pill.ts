import type { Page } from "playwright-core";

const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input)";

/** The labels of controls that the pill covers and that scrolling can't clear. */
export async function hiddenForGood(page: Page): Promise<string[]> {
  const hidden: string[] = [];
  for (const place of [0, 0.5, 1]) {
    await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), place);
    hidden.push(...(await page.evaluate(coveredControls, CONTROLS)));
  }
  return hidden;
}

/** Runs in the page. A covered control gets a second chance in the middle of the screen. */
function coveredControls(controls: string): string[] {
  const pill = document.querySelector(".chat-pill") as HTMLElement;
  const isUnder = (control: Element) =>
    [...control.getClientRects()].some((rect) => {
      const over = pill.getBoundingClientRect();
      const [left, right] = [Math.max(rect.left, over.left), Math.min(rect.right, over.right)];
      const [top, bottom] = [Math.max(rect.top, over.top), Math.min(rect.bottom, over.bottom)];
      if (left >= right || top >= bottom) return false;
      // Where it does not float, it passes below the bar at the foot of the screen: then the bar is what can be
      // pressed.
      return pill.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
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
