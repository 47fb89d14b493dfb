import { expect, test } from "vitest";
import { getTimeOffer } from "#app/appointments/requests/time-offers.db.server.ts";
import { setWeek } from "#app/diary/stranded/set-week.server.ts";
import { getWeek } from "#app/hours/edit-hours.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, WIDTHS } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { deskTask } from "#tests/support/desk-site.ts";
import { practice, walkedIn } from "#tests/support/practice.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { contentChanged } from "#tests/support/test-app.ts";

const site = mailingSite();
const THERAPISTS = ["demo-tom-ellery", "demo-imogen-hartley", "demo-priya-sandhu"];

test.each(byTurns(WIDTHS, 1))(
  "a therapist who is off sick today: each client finds another time (%s)",
  async (_, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    const today = await thisMorning(app);
    const tom = { day: today, therapist: "tom-ellery", phone: "07700 900321", despite: "on" } as const;
    const [first, second, third] = [
      await walkedIn(app, { ...tom, time: "11:00", name: `Ada ${viewport.width}`, email: "ada@example.com" }),
      await walkedIn(app, { ...tom, time: "12:30", name: `Bo ${viewport.width}`, email: "bo@example.com" }),
      await walkedIn(app, { ...tom, time: "14:00", name: `Cy ${viewport.width}`, email: "cy@example.com" }),
    ];
    await page.goto("/admin");
    const next = page.getByRole("region", { name: `Next: Ada ${viewport.width}` });
    await next.getByRole("button", { name: `Ada ${viewport.width} has arrived` }).waitFor();

    const task = deskTask();
    await task.press(page.getByRole("link", { name: "Someone is off sick" }));
    await task.press(page.getByRole("button", { name: "Tom Ellery is off today" }));
    await page.getByText("0 of 3 done, 3 to go").waitFor();

    await page.goto("/admin");
    await next.getByText("Tom is off").waitFor();
    expect(await next.getByRole("button", { name: /has arrived/ }).count()).toBe(0);
    await expectNoViolations(page);
    await page.goto(`/admin/appointments/${second.id}`);
    await page.getByText("Tom is off.").waitFor();
    expect(await page.getByRole("button", { name: "Arrived" }).count()).toBe(0);
    await page.goto(`/admin/diary?view=day&date=${today}`);
    await page
      .locator(".diary-entry")
      .filter({ hasText: `Cy ${viewport.width}` })
      .getByText("Tom is off")
      .waitFor();
    await page.goto("/admin");
    await page.getByRole("link", { name: `Find another time for Cy ${viewport.width}` }).waitFor();
    await next.getByRole("link", { name: `Find another time for Ada ${viewport.width}` }).click();
    await page.waitForURL(/\/admin\/stranded#client-/);

    const card = page.getByRole("listitem", { name: `Ada ${viewport.width}` });
    const withImogen = card.getByRole("button", { name: / with Imogen Hartley$/ });
    await withImogen.filter({ hasText: "11:00" }).waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoViolations(page, COLOUR_RULES);
    await page.getByRole("button", { name: `Offer three times by email: Ada ${viewport.width}` }).click();
    await page.getByText(`Ada ${viewport.width}: we are emailing three times.`).waitFor();
    // The others by one look at all mails.
    await task.press(page.getByRole("link", { name: "Offer times to all" }));
    const mails = page.getByRole("region", { name: "Preview: 2 emails" });
    for (const name of ["Bo", "Cy"]) {
      const mail = mails.getByRole("listitem").filter({ hasText: `${name} ${viewport.width}` });
      await mail.getByText(/with \w+ \w+; .* with \w+ \w+; .* with/).waitFor();
    }
    await expectNoViolations(page, COLOUR_RULES);
    await task.press(mails.getByRole("button", { name: "Send 2 emails" }));
    await page.getByText("We are emailing 2 clients three times each.").waitFor();
    expect(task.cost()).toBe("4/0");
    const offers = await Promise.all([first, second, third].map(({ id }) => getTimeOffer(app.db.kysely, id)));
    const times = offers
      .flatMap((offer) => offer?.times ?? [])
      .map(({ start, therapistId }) => `${therapistId} ${start}`);
    expect(times).toHaveLength(9);
    expect(new Set(times).size).toBe(9);
    await takenBack(app);
  },
);

/** Puts the practice where it is between eight and nine in the morning, on a day that all work; the local date. */
async function thisMorning(app: AppContext): Promise<string> {
  const db = app.db.kysely;
  const now = app.clock.now();
  const ahead = 8 - new Date(now).getUTCHours();
  const hours = ahead < -12 ? ahead + 24 : ahead;
  const zone = `Etc/GMT${hours > 0 ? "-" : "+"}${Math.abs(hours)}`;
  const { bookingRules } = (await readSettings(db, app.log)).settings;
  await writeSetting(db, { key: "bookingRules", value: { ...bookingRules, zone }, now });
  for (const therapistId of THERAPISTS) {
    const version = (await getWeek(db, therapistId))?.version ?? 0;
    const days = [1, 2, 3, 4, 5, 6, 7] as const;
    const weekly = days.map((weekday) => ({ weekday, fromMinute: 540, toMinute: 1080 }));
    await setWeek(app, practice, { therapistId, version, weekly, accepted: [] });
  }
  await takenBack(app);
  return localDateOf(now, zone);
}

/** No day is closed, and nobody is booked. */
async function takenBack(app: AppContext): Promise<void> {
  for (const table of ["appointment_claims", "time_offers", "appointments", "day_exceptions"] as const) {
    await app.db.kysely.deleteFrom(table).execute();
  }
  await contentChanged(app);
}
