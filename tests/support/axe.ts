import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { AxeBuilder } from "@axe-core/playwright";
import type axe from "axe-core";
import type { Result, RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { isTakenOver } from "#tests/support/taken-over.ts";

declare global {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to from outside
  interface Window {
    axe: typeof axe;
  }
}

// The same as axe.source, in half the time.
const AXE = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");

// WCAG 2.2 AA, and axe's own best practices.
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

export const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Fails with one line for each violation: the rule, the element, what to do. */
export async function expectNoViolations(page: Page, only: readonly string[] | null = null): Promise<void> {
  expect(await violationsOn(page, only), `axe on ${page.url()}`).toEqual([]);
}

/** The same lines, once all animations have ended. `only`: these rules instead of all. */
export async function violationsOn(page: Page, only: readonly string[] | null = null): Promise<string[]> {
  await expect.poll(async () => (await isTakenOver(page)) && isStill(page), { timeout: 30_000 }).toBe(true);
  // What passes is not written down: most of the work on a long page.
  const runOnly = only ? { type: "rule" as const, values: [...only] } : { type: "tag" as const, values: TAGS };
  const options = { resultTypes: ["violations" as const], runOnly };
  const violations = page.frames().length === 1 ? await foundIn(page, options) : await foundInFrames(page, options);
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${node.target.join(" ")}: ${help}. ${node.failureSummary ?? ""}`),
  );
}

/** Loads axe once for each page, where the builder does so twice for each run: half the time of a second look. */
async function foundIn(page: Page, options: RunOptions): Promise<Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
  return page.evaluate(async (asked) => (await window.axe.run(document, asked)).violations, options);
}

/** Opens an extra page to merge the findings of frames. */
async function foundInFrames(page: Page, options: RunOptions): Promise<Result[]> {
  return (await new AxeBuilder({ page }).options(options).analyze()).violations;
}

/** During a transition of colour or opacity text is too pale, and disabled buttons get their colour from the script. */
function isStill(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    // A change made just now begins to animate with the next frame. A browser that draws none animates nothing.
    const drawn = new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    await Promise.race([drawn, new Promise((resolve) => setTimeout(resolve, 1_000))]);
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
