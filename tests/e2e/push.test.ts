import { afterAll, expect, test } from "vitest";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { newPage } from "#tests/support/browser.ts";
import { startPushStandIn } from "#tests/support/push/push-stand-in.ts";
import { stubPushManager } from "#tests/support/push/stub-push-manager.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { signedIn } from "#tests/support/signed-in.ts";

const service = await startPushStandIn();
afterAll(() => service.close());
const site = sharedSite({ DEMO: "catalogue", OUTBOUND_PRIVATE: service.origin });
const PHONE = { width: 390, height: 844 };

test("an owner switches it on, is told on this phone of a booking, tries it, and removes it; a client is offered it", async () => {
  const visitor = { viewport: PHONE, colorScheme: "dark", hasWorkers: true } as const;
  const { page, app } = await adminPage(site, visitor);
  await stubPushManager(page, service.browser("phone"));
  await page.goto("/admin/settings/push");
  await page.getByText("Switched off: no one is asked").waitFor();
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("Switched on.").waitFor();
  await expectNoViolations(page);

  await page.goto("/admin/notifications");
  await page.getByRole("button", { name: "Tell me on this device" }).click();
  await page.getByText("This device gets notifications").waitFor();
  await page.getByRole("heading", { name: "Your devices" }).waitFor();
  await expectNoViolations(page);
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoViolations(page);
  await page.getByRole("button", { name: /^Send a try/ }).click();
  await page.getByText("Sent. It shows within a minute").waitFor();
  expect(service.titles()).toEqual(["This is how reminders look here."]);
  await bookAhead(app, { email: "rosa@example.com" });
  await expect.poll(() => service.titles().slice(1)).toEqual([expect.stringMatching(/^New booking, .+ at \d\d:\d\d$/)]);
  expect(service.problems).toEqual([]);
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("button", { name: "Tell me on this device" }).waitFor();

  const client = await signedIn(app);
  const own = await newPage(site.url, { hasWorkers: true });
  await own.context().addCookies([{ ...client.browserCookie, url: site.url }]);
  await stubPushManager(own, service.browser("client"));
  await own.goto("/account");
  const reminders = own.getByRole("link", { name: "reminders on your devices" });
  expect(await reminders.getAttribute("href")).toBe("/account/notifications");
  await own.goto("/my-appointment");
  await own.getByRole("link", { name: "Remind me on this device" }).click();
  await own.getByRole("button", { name: "Remind me on this device" }).click();
  await own.getByText("This device gets notifications").waitFor();
  await expectNoViolations(own);
});

test("without a script, the page says why there is no press, and lists what is told", async () => {
  const { page } = await adminPage(site, { viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/admin/notifications");
  // The words of a noscript are no text for the locators by text.
  const words = page.locator("noscript", { has: page.locator("p") });
  expect(await words.isVisible()).toBe(true);
  expect(await words.textContent()).toContain("Only a browser’s script can switch this on");
  expect(await page.getByRole("button", { name: /device/ }).count()).toBe(0);
});
