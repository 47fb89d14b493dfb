import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { readCalendars } from "#app/calendars/calendars.jobs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { laterDay, times } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { eventAt, startCalendarServer } from "#tests/support/calendar-feed.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { contentChanged } from "#tests/support/test-app.ts";

const calendars = await startCalendarServer();
afterAll(calendars.close);
const site = sharedSite({ OUTBOUND_PRIVATE: calendars.origin });

const WIDTHS = [
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1440, height: 900 }],
] as const;

test.each(byTurns(WIDTHS, 0))(
  "a therapist's own calendar blocks online bookings from its address on, and no longer once it is disconnected (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    // What a run before this left.
    await app.db.kysely.deleteFrom("calendar_links").execute();
    await contentChanged(app);
    const visitor = await newPage(site.url, { viewport });
    const day = laterDay();
    calendars.holds(eventAt(day, "12:00", "13:00"));
    expect(await timesOf(visitor, day)).toContain("12:00");

    await page.goto("/admin/diary");
    await page.getByRole("link", { name: "Calendars" }).click();
    await page.getByRole("heading", { level: 1, name: "Calendars" }).waitFor();
    for (const product of ["Google:", "Outlook:", "iCloud:"])
      await page.getByRole("listitem").filter({ hasText: product }).waitFor();
    expect(await page.getByText("Blocks online bookings").count()).toBe(0);
    await expectNoViolations(page);

    await page.getByLabel("Therapist").selectOption("Tom Ellery");
    await page.getByLabel("Calendar address").fill("calendar.google.com");
    await page.getByLabel("Name (optional)").fill(`Home ${width}`);
    await page.getByRole("button", { name: "Connect calendar" }).click();
    await page.getByText("Paste the whole address. It begins with https:// or webcal://").first().waitFor();
    await page.getByLabel("Calendar address").fill("https://127.0.0.1/basic.ics");
    await page.getByRole("button", { name: "Connect calendar" }).click();
    await page
      .getByText(/That address lies in a private network/)
      .first()
      .waitFor();
    // Nothing that was typed is lost.
    expect(await page.getByLabel("Name (optional)").inputValue()).toBe(`Home ${width}`);
    await expectNoViolations(page);

    await page.getByLabel("Calendar address").fill(`${calendars.address}?${width}`);
    await page.getByRole("button", { name: "Connect calendar" }).click();
    await page.getByText("Saved.").waitFor();
    await page.getByText(`Home ${width}`).waitFor();
    expect(await page.getByLabel("Calendar address").inputValue()).toBe("");
    expect(await page.content()).not.toContain("private-0a1b2c");
    expect(await timesOf(visitor, day)).not.toContain("12:00");

    calendars.fails(200, { body: "<!doctype html><title>Sign in</title><input type=password>" });
    await readAll(app);
    await page.reload();
    await page.getByText(/Not read since .*\. That address asks for a sign-in\./).waitFor();
    await page.getByText("The last known times still block. New events do not.").waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoViolations(page, COLOUR_RULES);
    expect(await timesOf(visitor, day)).not.toContain("12:00");
    await page.goto("/admin");
    await page
      .getByRole("link", { name: /A connected calendar fails/ })
      .first()
      .click();
    await page.waitForURL("**/admin/diary/subscriptions");

    calendars.holds();
    await readAll(app);
    await page.reload();
    await page.getByText(`Home ${width}`).waitFor();
    expect(await page.getByText("Not read since").count()).toBe(0);
    expect(await timesOf(visitor, day)).toContain("12:00");

    await page.getByRole("button", { name: `Disconnect Home ${width}` }).click();
    await page.getByRole("button", { name: "Disconnect calendar" }).click();
    await adminToast(page, "Calendar disconnected.").waitFor();
    await expect.poll(() => page.getByText(`Home ${width}`).count()).toBe(0);
  },
);

/** As the job does, as if it were time. */
async function readAll(app: AppContext): Promise<void> {
  await app.db.kysely.updateTable("calendar_links").set({ next_at: 0 }).execute();
  expect(await readCalendars({ ...app, config: { ...app.config, outboundPrivate: [calendars.origin] } })).toBe(1);
}

/** The times that a visitor finds, as `12:00`. */
async function timesOf(page: Page, day: string): Promise<string[]> {
  await page.goto(`/book?service=deep-tissue-massage&therapist=tom-ellery&day=${day}`);
  await times(page).first().waitFor();
  const labels = await times(page).evaluateAll((radios) =>
    radios.map((radio) => radio.parentElement?.textContent ?? ""),
  );
  return labels.map((label) => /\d{1,2}:\d{2}/.exec(label)?.[0] ?? "");
}
