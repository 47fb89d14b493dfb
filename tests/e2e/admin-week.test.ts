import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { addTherapist } from "#app/diary/stranded/therapists.server.ts";
import { adminEditPage, REFUSED } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { dayOf, editDay } from "#tests/support/edit-day.ts";
import { practice } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();

async function weekPageOf(name: string, visitor: Parameters<typeof adminEditPage>[1]): Promise<Page> {
  const draft = { name, role: "Therapist, Level 4", bio: "" };
  const added = await addTherapist(await appBeside(site, site.dataDir), practice, draft);
  if (added.kind !== "added") throw new Error(added.kind);
  const page = await adminEditPage(site, visitor);
  await page.goto(`/admin/hours/${added.id}`);
  return page;
}

const timesOf = (page: Page, name: string) =>
  dayOf(page, name)
    .locator("input")
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value).filter(Boolean));

async function copyTypedMonday(page: Page): Promise<void> {
  expect(await timesOf(page, "Monday")).toEqual(["09:00", "17:00"]);
  await (await editDay(page, "Tuesday")).getByLabel("From, time 1").fill("06:00");
  await (await editDay(page, "Monday")).getByLabel("From, time 1").fill("08:30");
  const days = page.getByRole("group", { name: "To", exact: true });
  for (const name of ["Tuesday", "Sunday"]) await days.getByLabel(name).check();
  await page.getByRole("button", { name: "Copy" }).click();
  await page.getByText("Monday is copied to Tuesday and Sunday. Check the days, then save.").waitFor();
  for (const name of ["Monday", "Tuesday", "Sunday"]) {
    await expect.poll(() => timesOf(page, name), { message: name }).toEqual(["08:30", "17:00"]);
  }
  expect(await days.getByLabel("Tuesday").isChecked()).toBe(false);
}

async function saveWithBreak(page: Page): Promise<void> {
  await page.getByLabel("Break from").fill("12:30");
  await page.getByLabel("Break to").fill("13:15");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  for (const [name, from] of [
    ["Sunday", "08:30"],
    ["Saturday", "10:00"],
    ["Friday", "09:00"],
  ] as const) {
    await expect.poll(() => timesOf(page, name), { message: name }).toEqual([from, "12:30", "13:15", "17:00"]);
  }
  expect(await page.getByLabel("Break from").inputValue()).toBe("");
}

async function undoWeek(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => timesOf(page, "Friday")).toEqual(["09:00", "17:00"]);
  await page.getByText("Saved.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => timesOf(page, "Friday")).toEqual(["09:00", "12:30", "13:15", "17:00"]);
}

test.each([true, false])(
  "on a phone a day is copied and a break entered once (script: %s)",
  async (javaScriptEnabled) => {
    const page = await weekPageOf(`Wim Week ${javaScriptEnabled}`, { javaScriptEnabled, expectedErrors: REFUSED });
    await page.getByRole("button", { name: "Copy" }).click();
    await page.getByRole("link", { name: "Select the days to copy to" }).waitFor();
    await copyTypedMonday(page);
    if (javaScriptEnabled) await expectNoViolations(page);
    await saveWithBreak(page);
    await undoWeek(page);
  },
);

test("who can't be booked yet is told so, with what is missing, in the list and on their page", async () => {
  const page = await weekPageOf("Nora Notyet", { javaScriptEnabled: false });
  const week = page.url();
  for (const name of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]) {
    const day = await editDay(page, name);
    for (const label of ["From, time 1", "To, time 1"]) await day.getByLabel(label).fill("");
  }
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await page.goto("/admin/therapists");
  await page.getByText("Nora Notyet. Can't be booked yet: no working hours, gives no service.").waitFor();
  await page
    .getByRole("row", { name: /Nora Notyet/ })
    .getByText("Not yet")
    .waitFor();
  await page.getByRole("link", { name: "Nora Notyet", exact: true }).click();
  await page.getByText("Can't be booked yet: no working hours, gives no service.", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Set the hours" }).click();
  await page.getByRole("heading", { level: 1, name: "Hours of Nora Notyet" }).waitFor();
  expect(page.url()).toContain(new URL(week).pathname);
});

test.each([
  ["by keyboard", { viewport: { width: 1440, height: 900 } }],
  ["on a phone without a script", { viewport: { width: 390, height: 664 }, javaScriptEnabled: false }],
] as const)("alternate weeks are entered %s, and week B starts from week A", async (how, visitor) => {
  const page = await weekPageOf(`Wanda Turn ${how}`, { ...visitor, expectedErrors: REFUSED });
  const press = async (control: Locator) => {
    if (how !== "by keyboard") return control.click();
    await control.focus();
    await page.keyboard.press(await control.evaluate((element) => (element.tagName === "INPUT" ? "Space" : "Enter")));
  };
  await press(page.getByText("Alternate weeks", { exact: true }));
  const typed = how === "by keyboard" ? "08:30" : "09:00";
  await (await editDay(page, "Monday")).getByLabel("From, time 1").fill(typed);
  if (how === "by keyboard") await page.getByText("08:30 to 17:00").first().waitFor();
  await press(page.getByLabel("These hours alternate"));
  expect(await dayOf(page, "Monday, week B").getByLabel("From, time 1").inputValue()).toBe(typed);
  const saturday = await editDay(page, "Saturday, week B");
  await saturday.getByLabel("From, time 1").fill("10:00");
  await saturday.getByLabel("To, time 1").fill("14:00");
  await press(page.getByRole("button", { name: "Save" }));
  await page.getByRole("link", { name: "Choose any date in week A" }).waitFor();
  expect(await timesOf(page, "Saturday, week B")).toEqual(["10:00", "14:00"]);
  await page.getByLabel("Any date in week A").fill("2026-11-25");
  await press(page.getByRole("button", { name: "Save" }));
  await page.getByText("Saved.").waitFor();
  await expect.poll(() => timesOf(page, "Saturday, week B")).toEqual(["10:00", "14:00"]);
  expect(await page.getByLabel("Any date in week A").inputValue()).toBe("2026-11-23");
  if (how !== "by keyboard") return;
  await page.getByRole("button", { name: "Copy week A to week B" }).click();
  await expect.poll(() => timesOf(page, "Saturday, week B")).toEqual(["10:00", "17:00"]);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(page);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
