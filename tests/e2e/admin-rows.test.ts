import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { receiveMessage } from "#app/messages/receive-message.server.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { makeBusy } from "#tests/support/screens/busy-practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
beforeAll(async () => {
  const app = await openBeside(site, site.dataDir);
  await makeBusy(app);
  const who = { firstName: "Asha", lastName: "Perrin", email: "asha.perrin.of.ashenholme@example.com" };
  await receiveMessage(app, { ...who, subject: "Do you treat runners with a sore calf?", message: "I do." });
  await app.db.close();
});
const LISTS = [
  "/appointments",
  "/admin/clients",
  "/admin/messages?state=unread",
  "/admin/mail",
  "/admin/services",
  "/admin/therapists",
];

test.each([360, 390])(
  "at %i px each row of a list is two lines, and nothing in it is over another thing",
  async (width) => {
    const { page } = await adminPage(site, { viewport: { width, height: 844 } });
    for (const path of LISTS) {
      await page.goto(path);
      await expect.poll(() => rowHeights(page), { message: path }).toSatisfy(areTwoLines);
      expect(await overlaps(page), path).toEqual([]);
    }
    await expectNoViolations(page);
  },
);

test.each([true, false])("a row's actions are behind its button on a phone (script: %s)", async (script) => {
  const { page } = await adminPage(site, { viewport: { width: 390, height: 844 }, javaScriptEnabled: script });
  await page.goto("/admin/services");
  const row = page.getByRole("row").filter({ hasText: "Deep Tissue Massage" });
  const hide = row.getByRole("button", { name: "Hide Deep Tissue Massage" });
  const more = row.getByRole("button", { name: "Actions for Deep Tissue Massage" });
  if (script) {
    expect(await hide.isVisible()).toBe(false);
    await more.click();
    expect(await more.getAttribute("aria-expanded")).toBe("true");
  } else expect(await more.count()).toBe(0);
  await hide.click();
  await row.getByRole("button", { name: "Show Deep Tissue Massage" }).waitFor();
  await row.getByRole("button", { name: "Show Deep Tissue Massage" }).click();
  await hide.waitFor();
});

function rowHeights(page: Page): Promise<number[]> {
  return page.locator("tbody tr").evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
}

function areTwoLines(heights: number[]): boolean {
  return heights.length > 0 && heights.every((height) => height >= 60 && height <= 88);
}

/** Cells of one row that lie over each other. */
function overlaps(page: Page): Promise<string[]> {
  return page.locator("tbody tr").evaluateAll((rows) =>
    rows.flatMap((row) => {
      const boxes = [...row.querySelectorAll("td[data-place]:not([data-place=actions]), .data-more")]
        .filter((cell) => cell.checkVisibility())
        .map((cell) => ({ cell, box: cell.getBoundingClientRect() }));
      return boxes.flatMap(({ cell, box }, index) =>
        boxes
          .slice(index + 1)
          .filter(({ box: other }) => box.left < other.right - 1 && other.left < box.right - 1)
          .filter(({ box: other }) => box.top < other.bottom - 1 && other.top < box.bottom - 1)
          .map(({ cell: other }) => `${cell.textContent} / ${other.textContent}`),
      );
    }),
  );
}
