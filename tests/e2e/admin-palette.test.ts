import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { readableReference } from "#app/appointments/appointment.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

function paletteOn(page: Page) {
  const palette = page.getByRole("dialog", { name: "Find" });
  return { palette, options: palette.getByRole("listbox").getByRole("option") };
}

/** A dialog and the list in it are there before the field has the focus. */
function focused(page: Page) {
  return expect.poll(() => page.evaluate(() => document.activeElement?.id));
}

/** A row can be picked, and a key pressed, once the script runs. */
function scriptRuns(page: Page) {
  return expect.poll(() => page.getByRole("checkbox").first().isEnabled()).toBe(true);
}

test("by keyboard: a client, a reference, an action, and the keys themselves", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 1440, height: 900 } });
  const booked = await walkedIn(app, { name: "Łucja Øst", day: "2031-07-02", time: "03:00", despite: "on" });
  await page.goto("/appointments");
  const { palette, options } = paletteOn(page);
  const search = page.getByRole("searchbox", { name: "Search" });
  await scriptRuns(page);
  await page.keyboard.press("/");
  await palette.waitFor();
  await focused(page).toBe("anything");
  await page.keyboard.type("luc");
  await options.filter({ hasText: "Łucja Øst" }).waitFor();
  await expectNoViolations(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/clients\/[\w-]+$/);
  await palette.waitFor({ state: "detached" });

  await page.keyboard.press("Control+k");
  await focused(page).toBe("anything");
  await page.keyboard.type(readableReference(booked).toLowerCase());
  await options.filter({ hasText: readableReference(booked) }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/admin/appointments/${booked.id}`);
  await palette.waitFor({ state: "detached" });

  await page.keyboard.press("Control+k");
  await focused(page).toBe("anything");
  await page.keyboard.type("walk-in");
  await expect.poll(() => options.count()).toBe(1);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Add Appointment" }).waitFor();
  await focused(page).toBe("find");
  await page.keyboard.press("Escape");

  await page.goto("/appointments");
  await scriptRuns(page);
  await search.fill("a/b?");
  await page.waitForURL(/q=a/);
  expect(await palette.count()).toBe(0);
  await page.getByRole("heading", { level: 1 }).focus();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Keys" });
  await help.waitFor();
  await expectNoViolations(page);
  await help.getByRole("checkbox", { name: /Use the single keys/ }).uncheck();
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  expect(await help.count()).toBe(0);
  await page.keyboard.press("Control+k");
  await palette.waitFor();
});

test("by hand on a phone: More, Find, a press; nothing is only there", async () => {
  const { page, app } = await adminPage(site, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    colorScheme: "dark",
  });
  await walkedIn(app, { name: "Thumb Tester", day: "2031-07-09", time: "03:00", despite: "on" });
  await page.goto("/admin/diary?view=list");
  await expect.poll(() => page.getByRole("button", { name: "Block time" }).isEnabled()).toBe(true);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Find", exact: true }).click();
  const { palette, options } = paletteOn(page);
  await palette.waitFor();
  await focused(page).toBe("anything");
  await page.keyboard.type("thu");
  const tester = options.filter({ hasText: "Thumb Tester" });
  await tester.waitFor();
  await expectNoViolations(page);
  await tester.click();
  await page.getByRole("heading", { level: 1, name: "Thumb Tester" }).waitFor();
  await page.getByRole("link", { name: /^Today/ }).click();
  await page.getByRole("link", { name: "Find a client, an appointment or a page" }).click();
  await palette.waitFor();
});

test("without a script the same link is a page", async () => {
  const { page, app } = await adminPage(site, { javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  await walkedIn(app, { name: "Plain Pia", day: "2031-07-16", time: "03:00", despite: "on" });
  await page.goto("/admin/settings");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Find", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search" }).fill("pia");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("list", { name: "Found" }).getByRole("link", { name: "Plain Pia" }).click();
  await page.getByRole("heading", { level: 1, name: "Plain Pia" }).waitFor();
});
