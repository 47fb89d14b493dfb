import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { adminEditPage } from "#tests/support/admin-edit-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { bookAhead } from "#tests/support/booked-ahead.ts";
import { newPage } from "#tests/support/browser.ts";
import { openRow, signUp, toast } from "#tests/support/login-page.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

// As on a first day: no mail server is set up.
const site = sharedSite();
const PHONE = { width: 390, height: 844 };
const PROMISES =
  /we (have |will |’ll )?(sent|send|e-?mail(ed)?|mail(ed)?) |by e-?mail|on its way|inbox|link (in|of) (your|our|the) (e-?)?mail|confirmation e-?mail|confirmation, and a link/i;

const saysOf = (page: Page) => page.getByRole("main").textContent();

test("who has booked is asked to save the page, finds its link and the calendar, and reads of no email", async () => {
  const app = await appBeside(site, site.dataDir);
  const page = await newPage(site.url, { viewport: PHONE });
  const secret = await bookAhead(app, { email: "rosa@example.com" });
  await page.goto(`/booking/${secret}?booked`);
  await page.getByText("Save this page.").waitFor();
  await page.getByRole("link", { name: `${site.url}/booking/${secret}` }).waitFor();
  await page.getByRole("link", { name: "Add to calendar" }).waitFor();
  await page.getByText("This booking is saved on this device.").waitFor();
  expect(await saysOf(page)).not.toMatch(PROMISES);
  await expectNoViolations(page);
  await page.goto(`/booking/${secret}/cancel`);
  await page.getByRole("button", { name: /^Cancel/ }).click();
  await page.getByText("Appointment cancelled.").waitFor();
  expect(await saysOf(page)).not.toMatch(PROMISES);
});

test.each(["/book", "/login?mode=sign-up", "/login?mode=forgot", "/my-appointment"])(
  "%s promises no email",
  async (at) => {
    const page = await newPage(site.url, { viewport: PHONE });
    await page.goto(at);
    expect(await saysOf(page)).not.toMatch(PROMISES);
    await expectNoViolations(page);
  },
);

test("a forgotten password and a new account say that email is not set up, with the phone number", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await page.goto("/login?mode=forgot");
  await page.getByText("Email is not set up here yet, so a link for a new password can’t be sent.").waitFor();
  expect(await page.getByRole("main").getByRole("link", { name: /^0\d/ }).getAttribute("href")).toMatch(/^tel:/);
  expect(await page.getByRole("button", { name: "Send Password Reset Email" }).count()).toBe(0);
  const answer = await fetch(`${site.url}/login?mode=forgot`, {
    ...{ method: "POST", body: new URLSearchParams({ email: "ada@example.com" }) },
    headers: { origin: site.url, "sec-fetch-site": "same-origin" },
  });
  expect([answer.status, (await answer.text()).includes("Password reset email sent!")]).toEqual([409, false]);
  await signUp(page, { email: "new@example.com", name: "Nell" });
  await toast(page, "Account created successfully!").waitFor();
  await toast(page, "Email is not set up here yet, so your address can’t be confirmed. Call").waitFor();
  await page.goto("/account");
  await openRow(page, "Email");
  await page.getByText("Email is not set up here yet, so an address can’t be confirmed or changed.").waitFor();
});

test("an invitation shows its link to the owner who invited, and to no other", async () => {
  const owner = await adminEditPage(site, { viewport: PHONE });
  await owner.goto("/admin/settings/people");
  await owner.getByRole("link", { name: "Invite", exact: true }).click();
  await owner.getByLabel("Their email address").fill("robin@example.com");
  await owner.getByRole("checkbox", { name: "Reception" }).check();
  await owner.getByRole("button", { name: "Make an invitation link" }).click();
  await owner.getByText("Copy the link below and give it to them yourself.").waitFor();
  const link = await owner.getByLabel("Link to copy and give to them").inputValue();
  await expectNoViolations(owner);
  const other = await adminEditPage(site, { viewport: PHONE });
  await other.goto("/admin/settings/people");
  await other.getByText("robin@example.com").waitFor();
  expect(await other.getByLabel("Link to copy and give to them").count()).toBe(0);
  const robin = await newPage(site.url, { viewport: PHONE });
  await robin.goto(link);
  await robin.getByRole("button", { name: "Join" }).waitFor();
});
