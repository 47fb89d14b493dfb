import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { chooseTime, confirm, fillPerson, openBooking, PERSON, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { logIn, signUp, toast } from "#tests/support/login-page.ts";
import { mailedLink } from "#tests/support/mailed-link.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { appBeside, PASSWORD, personIn, signedIn } from "#tests/support/signed-in.ts";

const site = mailingSite();
const NONE = "No appointments found.";

test("sign up, book, see it, reschedule it, cancel it, book it again, log out", async () => {
  const { clock } = await appBeside(site, site.dataDir);
  const page = await newPage(site.url);
  await signUp(page, { email: "journey@example.com", name: "June" });
  await toast(page, "Account created successfully!").waitFor();
  await page.goto("/my-appointment");
  await page.getByRole("heading", { level: 1, name: "Your Appointments" }).waitFor();
  await page.getByText(NONE).waitFor();

  // Late enough to be changed online: the practice asks for a day's notice.
  await book(page, "journey@example.com", `?from=${addDays(localDateOf(clock.now(), "Europe/London"), 9)}`);
  await page.goto("/my-appointment");
  const row = page.getByRole("listitem").filter({ hasText: "Status" });
  await row.getByText("Confirmed").waitFor();
  expect(await row.getByRole("term").allInnerTexts()).toEqual(["Date", "Time", "Status"]);
  expect(await row.getByRole("link", { name: /^Add to calendar/ }).getAttribute("href")).toMatch(/calendar\.ics$/);
  await row.getByRole("link", { name: /^Reschedule/ }).click();
  await page.waitForURL(/\/booking\/[\w-]+\/reschedule/);
  await page.goBack();
  await row.getByRole("link", { name: /^Cancel/ }).click();
  await page.getByRole("button", { name: "Cancel appointment" }).click();
  await page.waitForURL(/cancelled/);
  await page.goto("/my-appointment");
  await row.getByText("Cancelled").waitFor();
  expect(await row.getByRole("link", { name: /^(Reschedule|Cancel|Add)/ }).count()).toBe(0);
  await row.getByRole("link", { name: /^Book again/ }).click();
  await page.getByRole("heading", { level: 1, name: "Book Your Appointment" }).waitFor();

  await page.goto("/my-appointment");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Log Out" }).click();
  await page.waitForURL("**/login");
  await page.goto("/my-appointment");
  await page.getByText("You must be logged in to view your appointments").waitFor();
});

test("a guest's booking is linked by the verified address, and by nothing less", async () => {
  const app = await appBeside(site, site.dataDir);
  const email = "guest@example.com";
  const guest = await newPage(site.url);
  await book(guest, "Guest@Example.com");
  const page = await newPage(site.url);
  await signUp(page, { email, name: "Gil" });
  await page.goto("/my-appointment");
  await page.getByText(NONE).waitFor();
  await page.goto(await mailedLink(app, { kind: "account-verify", to: email }));
  await page.getByRole("button", { name: "Yes, confirm it" }).click();
  await page.waitForURL("**/my-appointment");
  await page.getByRole("listitem").getByText("Confirmed").waitFor();

  const other = await signedIn(app);
  const answer = await fetch(`${site.url}/my-appointment`, { headers: { cookie: other.cookie } });
  expect(await answer.text()).toContain(NONE);
});

test("bookings made as a guest are there at the next sign-in of whoever proved the address before", async () => {
  const { email } = await personIn(await appBeside(site, site.dataDir));
  const page = await newPage(site.url);
  await book(page, email);
  await page.goto("/my-appointment");
  await page.getByRole("link", { name: "Sign In" }).last().click();
  await logIn(page, { email, password: PASSWORD });
  await page.waitForURL("**/my-appointment");
  await page.getByRole("listitem").getByText("Confirmed").waitFor();
});

test("signed out: what this browser saved, until it is cleared", async () => {
  const page = await newPage(site.url);
  await book(page, PERSON.email);
  await page.getByText("This booking is saved on this device.").waitFor();
  await page.goto("/my-appointment");
  const saved = page.getByRole("region", { name: "Saved on this device" });
  await saved.waitFor();
  expect(await saved.getByRole("listitem").count()).toBe(1);
  await expectNoViolations(page);
  await saved.getByRole("button", { name: "Clear" }).click();
  await saved.waitFor({ state: "detached" });
  expect(await page.evaluate(() => localStorage.getItem("appointments"))).toBeNull();
});

test("axe finds nothing on the list, in either theme", async () => {
  const { email, browserCookie } = await signedIn(await appBeside(site, site.dataDir));
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await newPage(site.url, { colorScheme });
    await page.context().addCookies([{ ...browserCookie, url: site.url }]);
    // Once: the next time that is free may be the same time with another therapist.
    if (colorScheme === "light") await book(page, email);
    await page.goto("/my-appointment");
    await page.getByRole("listitem").getByText("Confirmed").first().waitFor();
    await expectNoViolations(page);
  }
});

async function book(page: Page, email: string, query = ""): Promise<void> {
  await openBooking(page, query);
  await chooseTime(page);
  await fillPerson(page, { ...PERSON, email });
  await confirm(page);
  await untilScheduled(page);
}

test("from a booking page without a reload: 'Loading...' while it lasts, then the appointments", async () => {
  const person = await signedIn(await appBeside(site, site.dataDir));
  const page = await newPage(site.url, { viewport: { width: 1440, height: 900 } });
  await page.context().addCookies([{ ...person.browserCookie, url: site.url }]);
  await page.goto("/book");
  let letOn = () => {};
  const held = new Promise<void>((resolve) => {
    letOn = resolve;
  });
  await page.route("**/my-appointment.data*", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "My Appointments" }).click();
  await page.getByRole("status").getByText("Loading...", { exact: true }).waitFor();
  letOn();
  await page.getByText(NONE).waitFor();
  expect(await page.getByText("Loading").count()).toBe(0);
});
