import { afterAll, expect, test } from "vitest";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { cancel } from "#app/appointments/cancel.server.ts";
import { syncCalendars } from "#app/calendars/calendars.jobs.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { writeSetting } from "#app/settings/settings.db.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
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
    await app.db.kysely.deleteFrom("calendar_accounts").execute();
    await registers(app, "");
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
    await page.getByLabel("Each appointment shows").selectOption("First name and initial");
    await page.getByRole("button", { name: "Save calendars" }).click();
    await page.getByText(/Appointments go to: .*: appointments/).waitFor();
    await page.getByText(/Blocks online bookings: Main calendar, last read/).waitFor();
    expect(await startsOf(app, day)).not.toContain(at("16:00", day));

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
    await page.getByText(/We delete the sign-in\./).waitFor();
    await page.getByRole("button", { name: "Disconnect account" }).click();
    await adminToast(page, "Calendar disconnected.").waitFor();
    await cancel(app, practice, { appointmentId: ann.id, reason: null });
    google.deleteCalendars();
  },
  // A long walk with six looks of axe.
  240_000,
);

async function freeDays(app: AppContext, from: string, to: string) {
  const question = { service: "deep-tissue-massage", minutes: 60, therapist: "tom-ellery", from, to };
  const answer = await askFreeTimes(app, question);
  if (answer.kind !== "times") throw new Error(answer.kind);
  return answer.days.map(({ date, slots }) => ({ date, starts: slots.map(({ start }) => start) }));
}

/** A day, far enough ahead to be moved, that Tom works from ten to five and has free. */
async function dayOfTom(app: AppContext): Promise<string> {
  const from = addDays(localDateOf(app.clock.now(), "Europe/London"), 3);
  const hours = ["10:00", "11:00", "12:00", "13:00", "14:00", "15:00", "16:00"];
  const days = await freeDays(app, from, addDays(from, 28));
  const found = days.find(({ date, starts }) => hours.every((time) => starts.includes(at(time, date))));
  if (!found) throw new Error("Tom has no free day");
  return found.date;
}

async function startsOf(app: AppContext, day: string): Promise<number[]> {
  return (await freeDays(app, day, day)).flatMap(({ starts }) => starts);
}

/** Without the owner's page. */
async function registers(app: AppContext, clientId: string): Promise<void> {
  const now = app.clock.now();
  const value = { google: { clientId, secret: "" }, microsoft: { clientId: "", secret: "" } };
  await writeSetting(app.db.kysely, { key: "calendarApps", value, now });
  await raiseContentVersion(app.db.kysely, now);
}

/** As the job does, as if it were time. */
async function sync(app: AppContext): Promise<void> {
  for (const table of ["calendar_links", "calendar_accounts"] as const)
    await app.db.kysely.updateTable(table).set({ next_at: 0 }).execute();
  await syncCalendars(app);
}
