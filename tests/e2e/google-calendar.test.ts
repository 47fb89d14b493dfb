import { afterAll, expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { clearCalendars, dayOfTom, startsOf, sync } from "#tests/support/calendar-journey.ts";
import { GOOGLE_CLIENT, startGoogleCalendars } from "#tests/support/google-calendar.ts";
import { practice } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const google = await startGoogleCalendars();
afterAll(google.close);
const site = sharedSite({ GOOGLE_CALENDAR_URL: google.origin, OUTBOUND_PRIVATE: google.origin });
const HOUR_MS = 3_600_000;
const GOOGLES_PAGE = /^foreign host: http:\/\/127\.0\.0\.1:\d+\/o\/oauth2\//;

test.each([
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1440, height: 900 }],
] as const)(
  "an owner registers an app, a therapist signs in, and appointments go both ways (%s)",
  async (_, viewport) => {
    const { page, app: beside } = await adminPage(site, { viewport, expectedErrors: [...REFUSED, GOOGLES_PAGE] });
    const app = { ...beside, config: { ...beside.config, ...google.config } };
    await clearCalendars(app);
    const day = await dayOfTom(app);
    google.isBusy({ start: at("16:00", day), end: at("17:00", day) });
    const ann = await booked(app, { therapist: "tom-ellery", start: at("10:00", day), name: "Ann Archer" });

    // The owner, from the page of calendars.
    await page.goto("/admin/diary/subscriptions");
    await page.getByRole("link", { name: "Set up sign-in" }).click();
    await page.getByRole("heading", { level: 1, name: "Calendar sign-in" }).waitFor();
    await expectNoViolations(page);
    expect(await page.getByLabel("Google redirect address").inputValue()).toMatch(
      /\/admin\/diary\/subscriptions\/sign-in\/google$/,
    );
    await page.getByLabel("Google client ID").fill("not one");
    await page.getByLabel("Google client secret").fill(GOOGLE_CLIENT.secret);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Copy the whole client ID. It ends in .apps.googleusercontent.com").first().waitFor();
    expect(await page.content()).not.toContain(GOOGLE_CLIENT.secret);
    await page.getByLabel("Google client ID").fill(GOOGLE_CLIENT.clientId);
    await page.getByLabel("Google client secret").fill(GOOGLE_CLIENT.secret);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Therapists can sign in with Google under Diary, Calendars.").waitFor();
    expect(await page.content()).not.toContain(GOOGLE_CLIENT.secret);

    // The therapist: first they cancel at Google, then they allow.
    await page.goto("/admin/diary/subscriptions");
    await page.getByRole("link", { name: "Sign in with Google" }).click();
    await page.getByRole("heading", { level: 1, name: "Connect a Google calendar" }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Sign in with Google for Tom Ellery" }).click();
    await page.getByRole("heading", { name: "Limber Yard wants access" }).waitFor();
    await page.getByRole("link", { name: "Cancel" }).click();
    await page.getByText("Nothing is connected, as you did not allow it on the page there.").waitFor();
    await page.getByRole("link", { name: "Sign in with Google for Tom Ellery" }).click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByText("Connect this calendar to Tom Ellery’s diary?").waitFor();
    // Coming back has connected nothing yet.
    expect(await app.db.kysely.selectFrom("calendar_accounts").select("id").execute()).toEqual([]);
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Connect Tom Ellery’s calendar" }).click();

    await page.getByRole("heading", { level: 1, name: "Tom Ellery’s calendars at Google" }).waitFor();
    await expectNoViolations(page);
    expect(await page.getByRole("checkbox", { name: "Main calendar" }).isChecked()).toBe(true);
    google.other("family@group.calendar.google.com", "Family", [{ start: at("14:00", day), end: at("15:00", day) }]);
    await page.getByRole("button", { name: "Show other calendars" }).click();
    await page.getByText(/^Your other calendars at Google are listed above/).waitFor();
    await expectNoViolations(page);
    await page.getByRole("checkbox", { name: "Family" }).check();
    await page.getByLabel("Each appointment shows").selectOption("First name and initial");
    await page.getByRole("button", { name: "Save calendars" }).click();
    await page.getByText(/Appointments go to: .*: appointments/).waitFor();
    await page.getByText(/Blocks online bookings: Main calendar, last read/).waitFor();
    await page.getByText(/Blocks online bookings: Family, last read/).waitFor();
    const starts = await startsOf(app, day);
    expect([starts.includes(at("16:00", day)), starts.includes(at("14:00", day))]).toEqual([false, false]);

    await sync(app);
    expect(google.events()).toMatchObject([{ summary: "Ann A.", start: at("10:00", day) }]);

    // Moved at Google, and the booking follows.
    const eventId = google.events()[0]?.id ?? "";
    google.change(eventId, {
      start: { dateTime: new Date(at("11:00", day)).toISOString() },
      end: { dateTime: new Date(at("11:00", day) + HOUR_MS).toISOString() },
    });
    await sync(app);
    await page.goto("/admin/diary/proposals");
    await page.getByRole("button", { name: /^Move the booking and tell Ann: Ann Archer/ }).click();
    await page.getByText(/^Ann Archer: moved to .*11:00/).waitFor();

    // Revoked: one line on Today, and another sign-in mends it.
    google.revoke();
    await sync(app);
    await page.goto("/admin");
    await page
      .getByRole("link", { name: /A connected calendar refuses its password or sign-in/ })
      .first()
      .click();
    await page.getByText(/The sign-in has ended, or was revoked there\. Sign in again\./).waitFor();
    const shown = await page.content();
    expect(google.secrets().filter((secret) => shown.includes(secret))).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoViolations(page, COLOUR_RULES);
    await page.getByRole("link", { name: "Change the calendars at Google" }).click();
    await page.getByRole("link", { name: "Sign in with Google again" }).click();
    await page.getByRole("link", { name: "Sign in with Google for Tom Ellery" }).click();
    await page.getByRole("link", { name: "Allow" }).click();
    await page.getByRole("button", { name: "Connect Tom Ellery’s calendar" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await page.getByText(/has ended/).count()).toBe(0);

    await page.goto("/admin/diary/subscriptions");
    await page.getByRole("button", { name: "Disconnect the calendars at Google" }).click();
    await page.getByText(/We delete the sign-in, and end it at Google\./).waitFor();
    await page.getByRole("button", { name: "Disconnect account" }).click();
    await adminToast(page, "The sign-in has ended at Google, too.").waitFor();
    expect(google.hasEnded()).toBe(true);
    await cancel(app, practice, { appointmentId: ann.id, reason: null });
    google.deleteCalendars();
  },
  // A long walk with six looks of axe.
  240_000,
);
