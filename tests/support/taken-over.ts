import type { Page } from "playwright-core";

/** Whether the page's script runs, or it has none: before that a field forgets what was selected in it. */
export function isTakenOver(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const isTaken = Object.keys(document.documentElement).some((key) => key.startsWith("__reactFiber"));
    return !("__reactRouterContext" in window) || isTaken;
  });
}
