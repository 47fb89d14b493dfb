import { expect, test } from "vitest";
import { addDays, instantOf, weekdayOf } from "#app/platform/date-time.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { copied } from "#tests/support/copied.ts";
import { londonToday } from "#tests/support/london-now.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const TODAY = londonToday();
const DESKTOP = { width: 1440, height: 1400 };
const HOUR = 3_600_000;

test("in everybody's week an appointment is dragged to another therapist and day, and put back by Undo", async () => {
  const { page, app } = await adminPage(site, { viewport: DESKTOP, expectedErrors: REFUSED });
  const day = addDays(TODAY, 500);
  const monday = addDays(day, 1 - weekdayOf(day));
  const booked = { day: monday, time: "09:00", name: "Dora Drag", therapist: "tom-ellery", despite: "on" } as const;
  const { id, start } = await walkedIn(app, booked);
  const read = () =>
    app.db.kysely
      .selectFrom("appointments")
      .select(["starts_at", "therapist_id"])
      .where("id", "=", id)
      .executeTakeFirst();
  await page.goto(`/admin/diary?view=week&date=${day}`);
  const week = page.getByRole("table", { name: "Who is booked on which day" });
  const rowOf = (name: string) => week.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  const entry = rowOf("Tom").getByRole("cell").first().getByRole("link", { name: "Dora Drag" });
  await entry.waitFor();
  await expectNoViolations(page);
  await entry.dragTo(rowOf("Priya").getByRole("cell").nth(2));
  const question = page.getByRole("alertdialog", { name: "Move it anyway?" });
  const moved = adminToast(page, "Dora Drag");
  await Promise.race([question.waitFor(), moved.waitFor()]);
  if (await question.isVisible()) await question.getByRole("button", { name: "Move anyway" }).click();
  await moved.waitFor();
  expect(await read()).toEqual({ starts_at: start + 48 * HOUR, therapist_id: "demo-priya-sandhu" });
  await rowOf("Priya").getByRole("cell").nth(2).getByText("Dora Drag").waitFor();
  await moved.getByRole("button", { name: "Undo" }).click();
  await expect.poll(read).toEqual({ starts_at: start, therapist_id: "demo-tom-ellery" });
});

test.each(byTurns(WIDTHS, 0))(
  "time is blocked, with whoever is booked in it shown first, and opened again (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    // Wednesdays: Tom works.
    const day = addDays("2027-11-10", width === "phone" ? 0 : 7);
    await walkedIn(app, { day, time: "10:00", name: `Ina ${width}`, therapist: "tom-ellery", despite: "on" });
    await page.goto(`/admin/diary?view=list&date=${day}`);
    await page.getByRole("button", { name: "Block time" }).click();
    const dialog = page.getByRole("dialog", { name: "Block time" });
    await dialog.getByLabel("Therapist").selectOption("Tom Ellery");
    await dialog.getByLabel("From").fill("09:30");
    await dialog.getByLabel("To").fill("11:00");
    await dialog.getByLabel("Reason").fill(`Course ${width}`);
    await expectNoViolations(page);
    await dialog.getByRole("button", { name: "Block time" }).click();
    await dialog.getByText(`Ina ${width} is booked on`).waitFor();
    await dialog.getByRole("button", { name: "Block anyway" }).click();
    await adminToast(page, "Blocked.").waitFor();
    await page.getByText(`Tom: Course ${width}`).waitFor();
    await expectNoViolations(page);
    await page.goto("/admin");
    await page.getByRole("region", { name: "Appointments outside working hours" }).getByText(`Ina ${width}`).waitFor();
    expect(await page.getByText("Nothing to do.").count()).toBe(0);
    await expectNoViolations(page);
    await page.goto(`/admin/diary?view=list&date=${day}`);
    await page.getByRole("button", { name: `Open again: Tom: Course ${width}` }).click();
    await adminToast(page, "Open again.").waitFor();
    await page.getByText(`Tom: Course ${width}`).waitFor({ state: "detached" });
  },
);

test("the diary opens with today; on a phone everybody's week is a list, and each view says its days", async () => {
  const { page } = await adminPage(site);
  await page.goto("/admin/diary");
  await page.locator(".diary-view").waitFor();
  const views = {
    List: ["section[aria-labelledby^=day-2]", / to /],
    Month: [".diary-month", /^[A-Z][a-z]+ \d{4}$/],
    // Side by side, appointments of one hour would be 14 px wide.
    Week: ["section[aria-labelledby^=day-2]", / to /],
    Day: [".diary-view", /^[A-Z][a-z]{2},? \d/],
  } as const;
  const choices = page.getByRole("button", { name: /: choose the view or the therapist$/ });
  for (const [view, [drawing, days]] of Object.entries(views)) {
    await choices.click();
    await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: view }).click();
    await page.locator(drawing).first().waitFor();
    await page.getByRole("heading", { level: 1, name: days }).waitFor();
    expect(await page.locator(".diary-week").count()).toBe(0);
    await expectNoViolations(page);
  }
});

test("a full day of the month says how many more it holds and leads to them, without a script too", async () => {
  const { page, app } = await adminPage(site, { viewport: DESKTOP });
  const day = "2029-03-06";
  const nine = instantOf(day, 540, "Europe/London");
  const ids = await copied(
    app,
    Array.from({ length: 27 }, (_, nth) => nine + (nth * HOUR) / 4),
  );
  await page.goto(`/admin/diary?view=month&date=${day}`);
  const more = page.getByRole("link", { name: "+24 more" });
  await more.waitFor();
  expect(await page.locator("a.diary-event[href^='/admin/appointments/']").count()).toBe(3);
  await expectNoViolations(page);
  const withoutScript = await page.request.get(page.url());
  expect(await withoutScript.text()).toMatch(/href="\/admin\/diary\?view=day&amp;date=2029-03-06"[^>]*>\+24 more/);
  await more.click();
  await page.getByRole("heading", { level: 1, name: "Tuesday 6 March 2029" }).waitFor();
  await expect.poll(() => page.locator(".diary-entry").count()).toBe(27);
  // From here on no page is loaded anew.
  await page.evaluate(() => Object.assign(document, { isTheSame: true }));
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: "List" }).click();
  await page.locator(`.diary-line a[href$="${ids[0]}"]`).click();
  await page.waitForURL(`**/admin/appointments/${ids[0]}`);
  expect(await page.evaluate(() => "isTheSame" in document)).toBe(true);
});

test.each(byTurns(WIDTHS, 1))(
  "a diary is subscribed to by a secret address, which can be revoked (%s)",
  async (width, viewport) => {
    const { page } = await adminPage(site, { viewport });
    const name = width === "phone" ? "Tom Ellery" : "Priya Sandhu";
    await page.goto("/admin/diary");
    await page.getByRole("link", { name: "Calendars", exact: true }).click();
    await page.getByRole("button", { name: `Make an address: ${name}` }).click();
    const item = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    const address = await item.getByLabel("Address to subscribe to").inputValue();
    await expectNoViolations(page);
    const read = async () => (await fetch(address)).status;
    expect(await read()).toBe(200);
    await item.getByRole("button", { name: `Revoke: ${name}` }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Revoke address" }).click();
    await adminToast(page, "Revoked.").waitFor();
    expect(await read()).toBe(404);
  },
);
