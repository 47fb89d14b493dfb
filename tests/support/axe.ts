import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { isTakenOver } from "#tests/support/taken-over.ts";

// WCAG 2.2 AA, and what axe counts as good practice beside it.
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** The rules that the colours of a theme can break. */
export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Fails with one line for each place on the page that breaks a rule: the rule, the element, what to do. */
export async function expectNoViolations(page: Page, only: readonly string[] | null = null): Promise<void> {
  expect(await violationsOn(page, only), `axe on ${page.url()}`).toEqual([]);
}

/** The same lines, once nothing moves on the page. `only` these rules, or all of ours. */
export async function violationsOn(page: Page, only: readonly string[] | null = null): Promise<string[]> {
  await expect.poll(async () => (await isTakenOver(page)) && isStill(page), { timeout: 10_000 }).toBe(true);
  // The other mode opens a page more to put the findings of frames together: twice the time, and nothing to put where
  // there are none.
  const axe = new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1);
  const { violations } = await (only ? axe.withRules([...only]) : axe.withTags(TAGS)).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${help}. ${node.failureSummary ?? ""}`),
  );
}

/** Half-way through a change of colour or opacity every text is too pale; and what was grey gets its colour by the script. */
function isStill(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    // What the script has just changed begins to move with the next frame.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    const moving = document.getAnimations().some(({ playState, effect, timeline }) => {
      // One that follows the scrolling moves only with it.
      return (
        playState === "running" &&
        timeline === document.timeline &&
        effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
      );
    });
    return !moving && document.querySelector("[aria-busy=true]") === null;
  });
}
