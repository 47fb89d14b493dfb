import { afterAll, expect, test } from "vitest";
import { releaseSome } from "#app/appointments/booking/booking.jobs.server.ts";
import { systemClock } from "#app/platform/clock.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { saveSetting } from "#app/settings/save-setting.server.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, confirm, fillPerson, openBooking } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { bookFor } from "#tests/support/clients.ts";
import { letterTo } from "#tests/support/contact-message.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";
import { keptFolder } from "#tests/support/temporary-folder.ts";

const mails = await startMailServer();
afterAll(() => mails.close());
const dataDir = keptFolder();
const site = sharedSite({ SMTP_URL: mails.url, DATA_DIR: dataDir, RATE_LIMITS: "on" });
const admin = { kind: "admin", userId: "imogen" } as const;

const VISITORS = [
  { javaScriptEnabled: true, viewport: { width: 1440, height: 900 }, look: expectNoViolations },
  { javaScriptEnabled: true, viewport: { width: 390, height: 800 }, look: expectNoViolations },
  // Axe is a script itself.
  { javaScriptEnabled: false, viewport: { width: 390, height: 800 }, look: () => undefined },
];

/** One online booking in an hour is a burst, and there was one: whoever books from here on must press a link. */
async function inBurst() {
  const app = await appBeside(site, dataDir);
  const key = "bookingRules" as const;
  const stored = await app.db.kysely.selectFrom("settings").select("version").where("key", "=", key).executeTakeFirst();
  if (stored && stored.version > 1) return app;
  await saveSetting(app, admin, { key, version: 1, next: (rules) => ({ ...rules, burstPerHour: 1 }) });
  await bookFor(app, [{ name: "First Comer", email: "first@example.com", phone: "+441632960050" }]);
  await app.db.kysely.updateTable("appointments").set({ origin: "somewhere" }).execute();
  return app;
}

test.each(VISITORS)("a held booking is kept by the mail's link (%o)", async ({ look, ...visitor }) => {
  await inBurst();
  const email = `held-${visitor.viewport.width}-${visitor.javaScriptEnabled}@example.com`;
  const page = await newPage(site.url, visitor);
  await openBooking(page, "?service=deep-tissue-massage");
  await chooseTime(page);
  await fillPerson(page, { name: "Sam Carter", phone: "07700 900982", email });
  await confirm(page);
  await page.getByRole("heading", { level: 1, name: "One more step: select the link in the email." }).waitFor();
  await page.locator("dd").getByText("Pending").waitFor();
  await look(page);
  const managed = new URL(page.url()).pathname;
  await page.goto(`${managed}/reschedule`);
  await page.getByText("Confirm by email first").waitFor();
  expect(await page.locator('input[name="start"]').count()).toBe(0);
  await look(page);

  const { mail } = await letterTo(mails, { address: email, subject: /^Confirm your booking/ });
  const link = /https?:\/\/\S+\/keep/.exec(mail.text ?? "")?.[0] ?? "";
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Keep this time?" }).waitFor();
  await look(page);
  await page.goto(managed);
  await page.getByText("Pending").first().waitFor();
  await page.goto(link);
  await page.getByRole("button", { name: "Keep this time" }).click();
  await page.getByRole("heading", { level: 1, name: /^Appointment scheduled for / }).waitFor();
  await page.locator("dd").getByText("Confirmed").waitFor();
  await letterTo(mails, { address: email, subject: /^Confirmed:/ });
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "This time is yours." }).waitFor();
});

test("a booking whose link was not pressed says that its time is free again", async () => {
  const app = await inBurst();
  const page = await newPage(site.url, { viewport: { width: 390, height: 800 } });
  await openBooking(page, "?service=deep-tissue-massage");
  await chooseTime(page, 2);
  await fillPerson(page, { name: "Lena Late", phone: "07700 900983", email: "lena@example.com" });
  await confirm(page);
  await page.getByRole("heading", { level: 1, name: "One more step: select the link in the email." }).waitFor();
  const { mail } = await letterTo(mails, { address: "lena@example.com", subject: /^Confirm your booking/ });
  await app.db.kysely.updateTable("booking_holds").set({ until: 1 }).where("kept_at", "is", null).execute();
  await releaseSome(app);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "This time is free again." }).waitFor();
  await expectNoViolations(page);
  await page.goto(/https?:\/\/\S+\/keep/.exec(mail.text ?? "")?.[0] ?? "");
  await page.getByRole("heading", { level: 1, name: "This time is free again." }).waitFor();
  await expectNoViolations(page);
});

test("beyond three holds nothing is kept, and the mailed link books what is still free", async () => {
  await inBurst();
  const email = "fourth@example.com";
  const page = await newPage(site.url, { viewport: { width: 390, height: 800 } });
  const answer = await page.request.get(`/api/availability?service=deep-tissue-massage&from=${day(14)}&to=${day(30)}`);
  const { days } = (await answer.json()) as { days: { slots: { start: string }[] }[] };
  const starts = days.flatMap(({ slots }) => slots[0]?.start ?? []);
  for (const start of starts.slice(0, 3)) {
    const person = { name: "Sam Carter", phone: "07700 900983", email };
    const booked = await page.request.post("/api/appointments", {
      data: { service: "deep-tissue-massage", start, ...person },
    });
    expect(await booked.json()).toMatchObject({ status: "Pending" });
  }
  await openBooking(page, "?service=deep-tissue-massage");
  await chooseTime(page);
  await fillPerson(page, { name: "Sam Carter", phone: "07700 900983", email });
  await confirm(page);
  await page.getByRole("heading", { level: 1, name: "Open the link in the email to book this time." }).waitFor();
  await expectNoViolations(page);
  const { mail } = await letterTo(mails, { address: email, subject: /^Finish your booking/ });
  await page.goto(/https?:\/\/\S+\/keep/.exec(mail.text ?? "")?.[0] ?? "");
  await page.getByRole("heading", { level: 1, name: "Book this time?" }).waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Book this time" }).click();
  await page.getByRole("heading", { level: 1, name: /^Appointment scheduled for / }).waitFor();
});

function day(ahead: number): string {
  return addDays(localDateOf(systemClock.now(), "Europe/London"), ahead);
}
