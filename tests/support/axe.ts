import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { isTakenOver } from "#tests/support/taken-over.ts";

// WCAG 2.2 AA, and axe's own best practices.
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Fails with one line for each violation: the rule, the element, what to do. */
export async function expectNoViolations(page: Page, only: readonly string[] | null = null): Promise<void> {
  expect(await violationsOn(page, only), `axe on ${page.url()}`).toEqual([]);
}

/** The same lines, once all animations have ended. `only`: these rules instead of all. */
export async function violationsOn(page: Page, only: readonly string[] | null = null): Promise<string[]> {
  await expect.poll(async () => (await isTakenOver(page)) && isStill(page), { timeout: 10_000 }).toBe(true);
  // The other mode opens an extra page to merge the findings of frames: twice the time, and useless without frames.
  // What passes is not written down: most of the work on a long page.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
  axe.setLegacyMode(page.frames().length === 1);
  const { violations } = await (only ? axe.withRules([...only]) : axe.withTags(TAGS)).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${help}. ${node.failureSummary ?? ""}`),
  );
}

/** During a transition of colour or opacity text is too pale, and disabled buttons get their colour from the script. */
function isStill(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    // A change made just now begins to animate with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const moving = document.getAnimations().some(({ playState, effect, timeline }) => {
      // An animation tied to scrolling moves only with it.
      return (
        playState === "running" &&
        timeline === document.timeline &&
        effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      );
    });
    return !moving && document.querySelector("[aria-busy=true]") === null;
  });
}
