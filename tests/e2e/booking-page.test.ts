import { afterAll, expect, test } from "vitest";
import { systemClock } from "#app/platform/clock.server.ts";
import { openDatabase } from "#app/platform/database/open.server.ts";
import { addDays, localDateOf, weekdayOf } from "#app/platform/date-time.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { createLog } from "#app/platform/log.server.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { bookAndReadMail, whenOn } from "#tests/support/booked-page.ts";
import {
  bookByApi,
  chooseTime,
  fillPerson,
  openBooking,
  PERSON,
  times,
  untilScheduled,
} from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { letterTo } from "#tests/support/contact-message.ts";
import { startMailServer } from "#tests/support/mail-server.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { keptFolder } from "#tests/support/temporary-folder.ts";
import { comeWithinNotice } from "#tests/support/within-notice.ts";

const mails = await startMailServer();
afterAll(() => mails.close());
const dataDir = keptFolder();
const site = sharedSite({ SMTP_URL: mails.url, DATA_DIR: dataDir });

test.for([
  {
    javaScriptEnabled: true,
    address: "scripted@example.com",
    viewport: { width: 1280, height: 900 },
    look: expectNoViolations,
  },
  // Axe is a script itself.
  {
    javaScriptEnabled: false,
    address: "plain@example.com",
    viewport: { width: 360, height: 740 },
    look: () => undefined,
  },
])("a guest books, follows the mail's link, moves and cancels (JavaScript: $javaScriptEnabled)", async (visitor) => {
  const { address, look, ...options } = visitor;
  const page = await newPage(site.url, options);
  await page.goto(await bookAndReadMail(page, mails, address));
  await page.getByRole("heading", { level: 1, name: "Your appointment" }).waitFor();
  await look(page);
  const before = await whenOn(page);

  await page.getByRole("link", { name: "Move your appointment" }).click();
  await page.getByRole("heading", { level: 1, name: "Reschedule your appointment" }).waitFor();
  await look(page);
  await chooseTime(page, 3);
  await page.getByRole("button", { name: "Move my appointment" }).click();
  await page.getByRole("heading", { level: 1, name: /^Appointment moved to / }).waitFor();
  expect(await whenOn(page)).not.toBe(before);
  await letterTo(mails, { address, subject: /^Your new time:/ });

  await page.getByRole("link", { name: "Cancel appointment" }).click();
  await page.getByRole("heading", { level: 1, name: "Cancel this appointment?" }).waitFor();
  await look(page);
  await page.getByLabel(/^Why are you cancelling/).fill("My knee is better");
  await page.getByRole("button", { name: "Cancel appointment" }).click();
  await page.getByRole("heading", { level: 1, name: "Appointment cancelled." }).waitFor();
  expect(await page.getByRole("link", { name: "Move your appointment" }).count()).toBe(0);
  await look(page);
  const told = await letterTo(mails, { address: "hello@limberyard.example", subject: /^Cancelled by the client/ });
  expect(told.mail.text).toContain("My knee is better");
  await page.getByRole("link", { name: "Book again" }).click();
  await page.waitForURL(/\/book\?service=deep-tissue-massage/);
});

test("who loses the race for a time keeps the old one, and takes one of the nearest", async () => {
  const page = await newPage(site.url, { expectedErrors: [/409/] });
  const link = await bookAndReadMail(page, mails, "slow@example.com");
  await page.goto(`${link}/reschedule?therapist=anyone`);
  const { start } = await chooseTime(page, (await times(page).count()) - 1);
  while ((await bookByApi(site.url, { service: "deep-tissue-massage", start })) === 201);
  await page.getByRole("button", { name: "Move my appointment" }).click();
  const notice = page.getByRole("alert");
  await notice.getByText(/Your appointment stays as it is, on /).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/ has just been taken$/);
  await expectNoViolations(page);
  await notice.getByRole("button").first().click();
  await page.getByRole("heading", { level: 1, name: /^Appointment moved to / }).waitFor();
});

test.each([true, false])(
  "a form for another time of what was cancelled meanwhile says why (script: %s)",
  async (script) => {
    const page = await newPage(site.url, { javaScriptEnabled: script });
    const link = await bookAndReadMail(await newPage(site.url), mails, `closed-${script}@example.com`);
    await page.goto(`${link}/reschedule`);
    await chooseTime(page, 0);
    const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: site.url };
    await fetch(`${link}/cancel`, { method: "POST", headers, body: "sequence=0&reason=", redirect: "manual" });
    await page.getByRole("button", { name: "Move my appointment" }).click();
    await page.getByRole("heading", { level: 1, name: "This appointment has been cancelled." }).waitFor();
    await page.getByText("You can no longer move or cancel it.").waitFor();
  },
);

test.each([true, false])(
  "within the practice's notice it is moved by phone, and cancelled here once its cost is read (script: %s)",
  async (script) => {
    const address = `late-${script}@example.com`;
    const link = await bookAndReadMail(await newPage(site.url), mails, address);
    const page = await newPage(site.url, { javaScriptEnabled: script, viewport: { width: 390, height: 844 } });
    await comeWithinNotice(dataDir, address);
    for (const path of ["", "/reschedule"]) {
      await page.goto(`${link}${path}`);
      await page.getByText("It is too close to your appointment to move it online.").waitFor();
      const call = page.getByRole("main").getByRole("link", { name: "01632 960 417" });
      expect(await call.first().getAttribute("href")).toBe("tel:+441632960417");
      expect(await page.getByRole("button", { name: "Move my appointment" }).count()).toBe(0);
    }
    await page.goto(link);
    await page.getByRole("link", { name: "Cancel appointment" }).click();
    await page.getByRole("heading", { name: "Nothing to pay" }).waitFor();
    await page.getByText(/^There is no fee for a late cancellation\./).waitFor();
    await page.getByRole("link", { name: "Call 01632 960 417" }).waitFor();
    await page.getByRole("link", { name: "Ask to move it" }).waitFor();
    if (script) await expectNoViolations(page);
    await page.getByRole("button", { name: "Cancel appointment" }).click();
    await page.getByRole("heading", { level: 1, name: "Appointment cancelled." }).waitFor();
    const heading = await page.locator("main h1").boundingBox();
    expect((heading?.y ?? 0) + (heading?.height ?? 0)).toBeLessThanOrEqual(160);
    expect(await page.getByRole("main").getByText(/£/).count()).toBe(0);
    const times = page.getByRole("list", { name: "Free times" }).getByRole("link");
    expect(await times.count()).toBe(3);
    if (script) await expectNoViolations(page);
    await letterTo(mails, { address: "hello@limberyard.example", subject: /^Cancelled by the client/ });
    await times.first().click();
    await page.waitForURL(/\/book\?service=deep-tissue-massage.*start=/);
  },
);

test("the pages of a booking are neither kept, found nor passed on, and a wrong link is no page", async () => {
  const page = await newPage(site.url);
  const link = await bookAndReadMail(page, mails, "private@example.com");
  for (const path of ["", "/reschedule", "/cancel", "/calendar.ics"]) {
    const { headers, status } = await fetch(`${link}${path}`);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("referrer-policy")).toMatch(/^(no-referrer|same-origin)$/);
    expect((await fetch(`${link.slice(0, -1)}${path}`)).status).toBe(404);
  }
});

test.each([true, false])(
  "a home visit asks where to come to, and says so wherever it is shown (script: %s)",
  async (script) => {
    await comeToClients("relaxation-massage");
    const page = await newPage(site.url, { javaScriptEnabled: script, viewport: { width: 360, height: 740 } });
    const address = `at-home-${script}@example.com`;
    await openBooking(page, "?service=relaxation-massage");
    await chooseTime(page, script ? 1 : 3);
    await fillPerson(page, { ...PERSON, email: address });
    await page.getByLabel("Address of the appointment").fill("12 Mill Lane\nAshenholme");
    await page.getByLabel("Postcode").fill("ly7 2ab");
    await page.getByLabel("How to get in").fill("Code 4711");
    if (script) await expectNoViolations(page);
    await page.getByRole("button", { name: /^Confirm booking, pay £[\d.]+ at your address$/ }).click();
    await untilScheduled(page);
    await page.getByText("At your address, 12 Mill Lane, Ashenholme, LY7 2AB.").waitFor();
    expect(await page.getByText("How to get there").count()).toBe(0);
    const { mail } = await letterTo(mails, { address, subject: /^Confirmed:/ });
    expect(mail.text).toContain("At your address, 12 Mill Lane, Ashenholme, LY7 2AB");
  },
);

test("a nearly full day shows times of the next beneath, which select their own day", async () => {
  const day = await closeFrom("10:15");
  const page = await newPage(site.url, { viewport: { width: 1440, height: 900 } });
  await page.goto(`/book?service=deep-tissue-massage&day=${day}`);
  expect(await times(page).count()).toBeLessThan(6);
  const further = page.locator("#start").getByRole("link", { name: /^\d\d:\d\d, / });
  expect((await times(page).count()) + (await further.count())).toBe(6);
  for (const link of await further.all()) expect((await link.boundingBox())?.y).toBeLessThan(900 - 52);
  await expectNoViolations(page);
  const title = ((await further.first().getAttribute("aria-label")) ?? "").replace(/^\S+, /, "");
  await further.first().click();
  await expect.poll(() => page.locator("#start legend").textContent()).toBe(title);
  await expect.poll(() => page.locator("input[name=day]:checked").getAttribute("aria-label")).toContain(title);
  expect(await page.locator("input[name=start]:checked").count()).toBe(1);
});

/** Closes the practice from this time on, on a Tuesday some weeks ahead. */
async function closeFrom(time: string): Promise<string> {
  const today = localDateOf(systemClock.now(), "Europe/London");
  const day = addDays(today, 30 - weekdayOf(today));
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const row = { id: "closes-early", therapist_id: null, kind: "closure", first_day: day, last_day: day };
  const rest = { from_minute: hour * 60 + minute, to_minute: 1440, reason: null, public_note: null };
  const db = openDatabase({ databaseUrl: null, dataDir }, createLog("silent"));
  await db.kysely
    .insertInto("day_exceptions")
    .values({ ...row, ...rest })
    .execute();
  await raiseContentVersion(db.kysely, systemClock.now());
  await db.close();
  return day;
}

async function comeToClients(slug: string): Promise<void> {
  const db = openDatabase({ databaseUrl: null, dataDir }, createLog("silent"));
  await db.kysely.updateTable("services").set({ venue: "client" }).where("slug", "=", slug).execute();
  await raiseContentVersion(db.kysely, systemClock.now());
  await db.close();
}
