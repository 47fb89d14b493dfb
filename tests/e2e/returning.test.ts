import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectNoViolations } from "#tests/support/axe.ts";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { CONFIRM, untilScheduled } from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { logIn } from "#tests/support/login-page.ts";
import { bodyOfMail, mailedLink } from "#tests/support/mailed-link.ts";
import { mailingSite } from "#tests/support/shared-site.ts";
import { appBeside, PASSWORD, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

const site = mailingSite();
const PHONE = { width: 390, height: 664 };
const SENT = "If there are bookings ahead with that address, their links are on their way to it.";
const KEPT = "A link is on its way to the email address of this booking. Open it on this device to make your account.";

test.each(["/my-appointment", "/"])("from %s the same again takes two presses and no typing", async (from) => {
  const person = await clientWithBooking();
  const page = await newPage(site.url, { viewport: PHONE });
  await page.context().addCookies([{ ...person.browserCookie, url: site.url }]);
  await page.goto(from);
  const again = page.getByRole("region", { name: "Same again, Rosa?" });
  expect(await again.getByRole("link").count()).toBe(4);
  await expectNoViolations(page);
  await again.getByRole("link").first().click();
  await page.waitForURL(/\/book\?.*start=/);
  const confirm = page.getByRole("button", { name: CONFIRM });
  let presses = 1;
  await confirm.click();
  presses += 1;
  await untilScheduled(page);
  expect(presses).toBe(2);
});

test("a finger that the script arrives under still books", async () => {
  const person = await clientWithBooking();
  const page = await newPage(site.url, { viewport: PHONE, hasTouch: true });
  await page.context().addCookies([{ ...person.browserCookie, url: site.url }]);
  await page.goto("/my-appointment");
  const link = page.getByRole("region", { name: "Same again, Rosa?" }).getByRole("link").first();
  let arrive = () => {};
  const underPress = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/assets/entry.client*", async (route) => {
    await underPress;
    await route.continue();
  });
  await link.click();
  const confirm = page.getByRole("button", { name: CONFIRM });
  await confirm.waitFor();
  // At the foot of the screen but in its own place, where a focus would scroll it away.
  await confirm.evaluate((button) => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    window.scrollBy(0, button.getBoundingClientRect().bottom - window.innerHeight + 28);
  });
  const box = await confirm.boundingBox();
  const finger = await page.context().newCDPSession(page);
  const at = { x: 195, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  await finger.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
  arrive();
  await expect.poll(() => page.locator("form#booking").getAttribute("novalidate")).not.toBeNull();
  await finger.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await untilScheduled(page);
});

test("nothing of whoever is signed in gets into the home page of others", async () => {
  const person = await clientWithBooking();
  const home = async (cookie?: string) => {
    const answer = await fetch(site.url, { headers: cookie ? { cookie } : {} });
    return { text: await answer.text(), caching: answer.headers.get("cache-control") };
  };
  expect((await home()).text).not.toContain("Same again");
  const own = await home(person.cookie);
  expect(own.text).toContain("Same again, <!-- -->Rosa");
  expect(own.caching).toMatch(/private|no-store/);
  expect((await home()).text).not.toContain("Same again");
});

test.each([true, false])("a lost link is mailed again, and the answer says nothing (script: %s)", async (script) => {
  const app = await appBeside(site, site.dataDir);
  const email = `lost-${script}@example.com`;
  await bookAhead(app, { email });
  for (const typed of [`unknown-${script}@example.com`, email]) {
    const page = await newPage(site.url, { javaScriptEnabled: script });
    await page.goto("/my-appointment");
    await page.getByLabel("Email address of your booking").fill(typed);
    await page.getByRole("button", { name: "Send me my booking links" }).click();
    await page.getByText(SENT).waitFor();
    if (script) await expectNoViolations(page);
  }
  const text = await bodyOfMail(app, { kind: "booking-links-client", to: email });
  const link = /\/booking\/[\w-]+/.exec(text)?.[0] ?? "";
  const page = await newPage(site.url);
  await page.goto(link);
  await page.getByRole("heading", { level: 1, name: "Your appointment" }).waitFor();
});

test("an address that is none is said at the field, with what was typed", async () => {
  const page = await newPage(site.url, { expectedErrors: [/422/] });
  await page.goto("/my-appointment");
  await page.getByLabel("Email address of your booking").fill("not an address");
  await page.getByRole("button", { name: "Send me my booking links" }).click();
  await expect.poll(() => page.locator("input[name=email]").getAttribute("aria-invalid")).toBe("true");
  expect(await page.locator("input[name=email]").inputValue()).toBe("not an address");
  await expectNoViolations(page);
});

test.each([true, false])("a guest signs up afterwards in one field and one link (script: %s)", async (script) => {
  const app = await appBeside(site, site.dataDir);
  const email = `keep-${script}@example.com`;
  const page = await newPage(site.url, { javaScriptEnabled: script, viewport: PHONE, expectedErrors: [/422/] });
  await page.goto(`/booking/${await bookAhead(app, { email })}`);
  const keep = page.getByRole("button", { name: "Keep my details for next time" });
  await page.getByLabel("Choose a password").fill("short");
  await keep.click();
  await page.getByText("Your password must be at least 10 characters").waitFor();
  await page.getByLabel("Choose a password").fill(PASSWORD);
  await keep.click();
  await page.getByText(KEPT).waitFor();
  const link = await mailedLink(app, { kind: "appointment-account-client", to: email });
  const elsewhere = await newPage(site.url);
  await elsewhere.goto(link);
  await elsewhere.getByLabel("Choose a password").waitFor();
  await page.goto(link);
  expect(await page.getByLabel("Full name").inputValue()).toBe("Rosa Whitfield");
  await page.getByText("You have chosen your password already.").waitFor();
  if (script) await expectNoViolations(page);
  await page.getByRole("button", { name: "Keep my details" }).click();
  await page.waitForURL("**/my-appointment");
  await page.getByRole("listitem").getByText("Confirmed").waitFor();
  await page.goto("/account");
  await page.getByRole("region", { name: "Phone" }).getByText("07700 900 318").waitFor();
  await expectFilled(page, email);
  const again = await newPage(site.url);
  await logIn(again, { email, password: PASSWORD });
  await again.waitForURL("**/");
});

async function expectFilled(page: Page, email: string): Promise<void> {
  await page.goto("/book");
  const values = await page
    .locator("input[name=name], input[name=phone], input[name=email]")
    .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
  expect(values).toEqual(["Rosa Whitfield", "07700 900 318", email]);
}

/** A verified client with a booking in about two weeks, whose number is known. */
async function clientWithBooking(): Promise<SignedIn> {
  const app = await appBeside(site, site.dataDir);
  const person = await signedIn(app, { name: "Rosa Whitfield" });
  await bookAhead(app, { email: person.email, userId: person.id });
  return person;
}
