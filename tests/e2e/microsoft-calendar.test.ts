import { afterAll, expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { clearCalendars, dayOfTom, startsOf, sync } from "#tests/support/calendar-journey.ts";
import { graphTime, MICROSOFT_CLIENT, startMicrosoftCalendars } from "#tests/support/microsoft-calendar.ts";
import { practice } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const microsoft = await startMicrosoftCalendars();
afterAll(microsoft.close);
const site = sharedSite({ MICROSOFT_CALENDAR_URL: microsoft.origin, OUTBOUND_PRIVATE: microsoft.origin });
const HOUR_MS = 3_600_000;
const MICROSOFTS_PAGE = /^foreign host: http:\/\/127\.0\.0\.1:\d+\/common\/oauth2\//;

test.each([
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1440, height: 900 }],
] as const)(
  "after a sign-in with Microsoft events block, a change there is answered, and a sign-in that ended says what to do (%s)",
  async (_, viewport) => {
    const { page, app: beside } = await adminPage(site, { viewport, expectedErrors: [...REFUSED, MICROSOFTS_PAGE] });
    const app = { ...beside, config: { ...beside.config, ...microsoft.config } };
    await clearCalendars(app);
    microsoft.deleteCalendars();
    const day = await dayOfTom(app);
    const hour = (time: string) => ({ start: at(time, day), end: at(time, day) + HOUR_MS });
    microsoft.shows(hour("16:00"), { ...hour("12:00"), showAs: "free" });
    microsoft.other("AAMkFAM=", "Family", [hour("14:00")]);
    const ann = await booked(app, { therapist: "tom-ellery", start: at("10:00", day), name: "Ann Archer" });

    // The owner registers the app.
    await page.goto("/admin/settings/calendar-apps");
    expect(await page.getByLabel("Microsoft redirect address").inputValue()).toMatch(
      /\/admin\/diary\/subscriptions\/sign-in\/microsoft$/,
    );
    await page.getByLabel("Microsoft application ID").fill(MICROSOFT_CLIENT.clientId);
    await page.getByLabel("Microsoft client secret").fill(MICROSOFT_CLIENT.secret);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Therapists can sign in with Microsoft under Diary, Calendars.").waitFor();
    expect(await page.content()).not.toContain(MICROSOFT_CLIENT.secret);

    // The therapist signs in.
    await page.goto("/admin/diary/subscriptions");
    await page.getByRole("link", { name: "Sign in with Microsoft" }).click();
    await page.getByRole("link", { name: "Sign in with Microsoft for Tom Ellery" }).click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByText("Connect this calendar to Tom Ellery’s diary?").waitFor();
    await page.getByRole("button", { name: "Connect Tom Ellery’s calendar" }).click();
    await page.getByRole("heading", { level: 1, name: "Tom Ellery’s calendars at Microsoft" }).waitFor();
    await page.getByText(/remove this site’s access at account\.live\.com\/consent\/Manage/).waitFor();
    await page.getByRole("button", { name: "Show other calendars" }).click();
    await page.getByText(/^Your other calendars at Microsoft are listed above/).waitFor();
    await expectNoViolations(page);
    await page.getByRole("checkbox", { name: "Family" }).check();
    await page.getByRole("button", { name: "Save calendars" }).click();
    await page.getByText(/Blocks online bookings: Family, last read/).waitFor();
    const starts = await startsOf(app, day);
    const isFree = (time: string) => starts.includes(at(time, day));
    expect(["12:00", "14:00", "16:00"].map(isFree)).toEqual([true, false, false]);

    // What comes later blocks too, and what has gone is free again.
    microsoft.shows(hour("11:00"));
    await sync(app);
    const after = await startsOf(app, day);
    expect([after.includes(at("11:00", day)), after.includes(at("16:00", day))]).toEqual([false, true]);
    microsoft.shows();
    await sync(app);

    // Moved there: put back, moved again, and the booking follows.
    const [event] = microsoft.events();
    expect(event).toMatchObject({ subject: "Appointment", ...hour("10:00") });
    const { start, end } = hour("11:00");
    microsoft.change(event?.id ?? "", { start: graphTime(start), end: graphTime(end) });
    await sync(app);
    await page.goto("/admin/diary/proposals");
    await page.getByRole("button", { name: /^Put it back: Ann Archer/ }).click();
    await page.getByText("We put the appointment back into the calendar within a minute.").waitFor();
    await sync(app);
    expect(microsoft.events()).toMatchObject([hour("10:00")]);
    microsoft.change(event?.id ?? "", { start: graphTime(start), end: graphTime(end) });
    await sync(app);
    await page.goto("/admin/diary/proposals");
    await page.getByRole("button", { name: /^Move the booking and tell Ann: Ann Archer/ }).click();
    await page.getByText(/^Ann Archer: moved to .*11:00/).waitFor();

    // The token dies: one line on Today, and another sign-in mends it.
    microsoft.revoke();
    await sync(app);
    await page.goto("/admin");
    await page
      .getByRole("link", { name: /A connected calendar refuses its password or sign-in/ })
      .first()
      .click();
    await page.getByText(/The sign-in has ended, or was revoked there\. Sign in again\./).waitFor();
    const shown = await page.content();
    expect(microsoft.secrets().filter((secret) => shown.includes(secret))).toEqual([]);
    expect(await startsOf(app, day)).not.toContain(at("14:00", day));
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoViolations(page, COLOUR_RULES);
    await page.getByRole("link", { name: "Change the calendars at Microsoft" }).click();
    await page.getByRole("link", { name: "Sign in with Microsoft again" }).click();
    await page.getByRole("link", { name: "Sign in with Microsoft for Tom Ellery" }).click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("button", { name: "Connect Tom Ellery’s calendar" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await page.getByText(/has ended/).count()).toBe(0);
    await sync(app);
    expect(microsoft.events()).toMatchObject([hour("11:00")]);

    await page.goto("/admin/diary/subscriptions");
    await page.getByRole("button", { name: "Disconnect the calendars at Microsoft" }).click();
    await page.getByText(/To end the sign-in at Microsoft, remove this site’s access there\./).waitFor();
    await page.getByRole("button", { name: "Disconnect account" }).click();
    await adminToast(page, "Calendar disconnected.").waitFor();
    await cancel(app, practice, { appointmentId: ann.id, reason: null });
    microsoft.deleteCalendars();
  },
  // A long walk with looks of axe.
  240_000,
);
