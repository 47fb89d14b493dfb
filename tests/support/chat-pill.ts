import type { Page } from "playwright-core";

const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, label:has(input)";

/** The controls that the pill hides and that no scrolling brings clear of it, by what they say. */
export async function hiddenForGood(page: Page): Promise<string[]> {
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
