import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { cancel } from "#app/appointments/cancel.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { at, booked } from "#tests/support/booking-inputs.ts";
import { caldavLine, phoneOf, stampOf } from "#tests/support/caldav.ts";
import { calendarText, eventAt } from "#tests/support/calendar-feed.ts";
import { clearCalendars, dayOfTom, sync } from "#tests/support/calendar-journey.ts";
import { practice } from "#tests/support/practice.ts";
import { startRadicale } from "#tests/support/radicale.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const radicale = await startRadicale();
const line = await caldavLine(radicale);
afterAll(async () => {
  line.close();
  await radicale.stop();
});
const site = sharedSite({ OUTBOUND_PRIVATE: line.origin });

test.each([
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1440, height: 900 }],
] as const)(
  "calendars behind a password block, get appointments, and what is changed there is answered both ways (%s)",
  async (_, viewport) => {
    line.is("through");
    const { page, app: beside } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    const app = { ...beside, config: { ...beside.config, outboundPrivate: [line.origin] } };
    await clearCalendars(app);
    const user = radicale.newUser();
    const phone = phoneOf(user);
    await phone.makeCalendar("home");
    const day = await dayOfTom(app);
    await phone.put("home/dentist.ics", calendarText([{ uid: "dentist", ...eventAt(day, "16:00", "17:00") }]));
    const ann = await booked(app, { therapist: "tom-ellery", start: at("10:00", day), name: "Ann Archer" });

    await page.goto("/admin/diary/subscriptions");
    await page.getByRole("link", { name: "Connect with a password" }).click();
    await page.getByRole("heading", { level: 1, name: "Connect calendars with a password" }).waitFor();
    await expectNoViolations(page);
    await page.getByLabel("Therapist").selectOption("Tom Ellery");
    await page.getByLabel("Where the calendar is").selectOption("Another server");
    await page.getByLabel("Server address").fill(line.origin);
    await page.getByLabel("User name").fill(user.username);
    await page.getByLabel("App password").fill("not the one");
    await page.getByRole("button", { name: "Find calendars" }).click();
    await page.getByText("The server refuses this user name and password.").first().waitFor();
    // Nothing that was typed is lost.
    expect(await page.getByLabel("User name").inputValue()).toBe(user.username);
    await expectNoViolations(page);
    await page.getByLabel("App password").fill(user.password);
    await page.getByRole("button", { name: "Find calendars" }).click();

    await page.getByRole("heading", { level: 1, name: /Tom Ellery’s calendars at/ }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("checkbox", { name: "home" }).check();
    await page.getByRole("radio", { name: "home" }).check();
    await page.getByLabel("Each appointment shows").selectOption("First name and initial");
    await page.getByRole("button", { name: "Save calendars" }).click();
    await page.getByText("Appointments go to: home").waitFor();
    await page.getByText(/Blocks online bookings: home, last read/).waitFor();
    expect(await page.content()).not.toContain(user.password);

    await sync(app);
    const event = await eventOf(phone, ann.id);
    expect(event.text).toContain("SUMMARY:Ann A.");

    // Moved on the phone: put back.
    await phone.drag(event.path, 60);
    await sync(app);
    await openProposals(page, /was moved to/);
    await expectNoViolations(page);
    await page.getByRole("button", { name: /^Put it back: Ann Archer/ }).click();
    await page.getByText("We put the appointment back into the calendar within a minute.").waitFor();
    await page.getByText("Nothing to answer.").waitFor();
    await sync(app);
    expect((await eventOf(phone, ann.id)).text).toContain(stampOf(at("10:00", day)));

    // Moved again: the booking follows, and Ann hears of it.
    await phone.drag(event.path, 60);
    await sync(app);
    await openProposals(page, /was moved to/);
    await page.getByRole("button", { name: /^Move the booking and tell Ann: Ann Archer/ }).click();
    await page.getByText(/^Ann Archer: moved to .*11:00/).waitFor();
    expect(await startOf(app, ann.id)).toBe(at("11:00", day));

    // Revoked: it says so, here and on Today, and a new password mends it.
    await sync(app);
    line.is("revoked");
    await sync(app);
    await page.goto("/admin");
    await page
      .getByRole("link", { name: /A connected calendar refuses its password/ })
      .first()
      .click();
    await page.getByText(/The server refuses the user name or the password\./).waitFor();
    await page.emulateMedia({ colorScheme: "dark" });
    await expectNoViolations(page, COLOUR_RULES);
    line.is("through");
    await page.getByRole("link", { name: /^Change the calendars at/ }).click();
    await page.getByLabel("App password", { exact: true }).fill(user.password);
    await page.getByRole("button", { name: "Save password" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await page.getByText(/The server refuses/).count()).toBe(0);

    await page.goto("/admin/diary/subscriptions");
    await page.getByRole("button", { name: /^Disconnect the calendars at/ }).click();
    await page.getByRole("button", { name: "Disconnect account" }).click();
    await adminToast(page, "Calendar disconnected.").waitFor();
    await cancel(app, practice, { appointmentId: ann.id, reason: null });
  },
  // A long walk with five looks of axe.
  240_000,
);

async function openProposals(page: Page, words: RegExp): Promise<void> {
  await page.goto("/admin");
  await page
    .getByRole("link", { name: /Appointments changed in a calendar/ })
    .first()
    .click();
  await page.getByRole("heading", { level: 2, name: words }).waitFor();
}

async function eventOf(phone: ReturnType<typeof phoneOf>, appointmentId: string) {
  for (const path of await phone.list("home")) {
    const text = await phone.read(path);
    if (text.includes(`UID:${appointmentId}`)) return { path, text };
  }
  throw new Error("The appointment is not in the calendar");
}

async function startOf(app: AppContext, id: string): Promise<number> {
  const row = await app.db.kysely
    .selectFrom("appointments")
    .select("starts_at")
    .where("id", "=", id)
    .executeTakeFirst();
  return row?.starts_at ?? 0;
}
