import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { listSubscriptions, makeSubscription } from "#app/diary/calendar-subscriptions.server.ts";
import { invitePerson } from "#app/team/invite-person.server.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { type MailServer, startMailServer } from "#tests/support/mail-server.ts";
import { startPostgres } from "#tests/support/postgres.ts";
import { makeDatabase } from "#tests/support/postgres-databases.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { PASSWORD, signedIn } from "#tests/support/signed-in.ts";
import { totp } from "#tests/support/totp.ts";

const mails: MailServer = await startMailServer();
afterAll(() => mails.close());
const postgres = await startPostgres();
afterAll(() => postgres.stop());
const site = sharedSite({ SMTP_URL: mails.url });
const onPostgres = sharedSite({ SMTP_URL: mails.url, DATABASE_URL: await makeDatabase(postgres.url) });
const TOM = "demo-tom-ellery";

const PHONE = { width: 390, height: 844 };
const DEAD = "This invitation can’t be used.";
const GONE = [/status of 4(10|22)/];

test("an invitation by keyboard, on its way and in the dark", async () => {
  const { page: owner } = await adminPage(site, { viewport: PHONE });
  await owner.goto("/users");
  await owner.getByText("Joined", { exact: true }).first().waitFor();
  expect(await owner.getByText("Here for", { exact: true }).count()).toBe(0);
  await owner.goto("/admin/settings/people");
  await expectNoViolations(owner);
  await inviteByKeyboard(owner, "robin@example.com");
  await owner.getByText("We have emailed the invitation.").waitFor();
  await owner.getByText(/^Sent on .*, works until /).waitFor();
  // The next invitation begins empty.
  await owner.getByRole("link", { name: "Invite", exact: true }).click();
  await expect.poll(() => owner.getByLabel("Their email address").inputValue()).toBe("");
  await expectNoViolations(owner);
  await owner.emulateMedia({ colorScheme: "dark" });
  await expectNoViolations(owner, COLOUR_RULES);
});

test.each([
  ["SQLite", site],
  ["PostgreSQL", onPostgres],
] as const)(
  "from an invitation to the first page without a script, and out again in mid-session (%s)",
  async (_, at) => {
    const conflicts = [/status of 409/];
    const { page: owner, app, admin } = await adminPage(at, { viewport: PHONE, expectedErrors: conflicts });
    const others = app.db.kysely.updateTable("users").set({ role: "user" }).where("id", "!=", admin.id);
    await others.execute();
    const actor = { kind: "admin", userId: admin.id, isConfirmed: true } as const;
    const email = `robin-${at === site ? "s" : "p"}@example.com`;
    await invitePerson(app, actor, { email, roles: ["owner", "therapist"], therapist: TOM });
    const link = await invitationTo(email);
    const robin = await newPage(at.url, { viewport: PHONE, javaScriptEnabled: false, expectedErrors: GONE });
    await robin.goto(link);
    await robin.getByText("owner and therapist").waitFor();
    await robin.getByLabel("Full name").fill("Robin Vale");
    await robin.getByLabel("Choose a password").fill(PASSWORD);
    await robin.getByRole("button", { name: "Join" }).click();
    await robin.waitForURL("**/account/second-factor");
    await robin.goto("/appointments");
    await robin.getByRole("heading", { level: 1, name: "Appointments" }).waitFor();
    // What is an owner's opens once the second factor is on.
    await robin.goto("/admin/settings");
    await robin.waitForURL("**/account/second-factor");
    await turnOnCodes(robin, app.clock.now());
    await robin.goto("/admin/settings");
    await robin.getByRole("heading", { level: 1, name: "Settings" }).waitFor();

    await makeSubscription(app, actor, TOM);
    const feed = (await listSubscriptions(app, actor)).find(({ therapistId }) => therapistId === TOM)?.url ?? "";
    expect((await fetch(feed)).status).toBe(200);

    await owner.goto("/users");
    await owner.getByRole("link", { name: "Change roles: Robin Vale" }).click();
    await owner.getByRole("heading", { level: 1, name: "Robin Vale" }).waitFor();
    if (at === site) await expectNoViolations(owner);
    await owner.getByRole("button", { name: "Suspend Robin Vale" }).click();
    await owner.getByRole("button", { name: "Readmit Robin Vale" }).waitFor();
    await robin.goto("/admin/settings");
    await robin.waitForURL("**/login?redirectTo=*");
    expect((await fetch(feed)).status).toBe(404);
    expect((await robin.goto(link))?.status()).toBe(410);
    await robin.getByText(DEAD).waitFor();

    await owner.goto(`/admin/settings/people/${admin.id}`);
    await owner.getByRole("checkbox", { name: "Owner" }).uncheck();
    await owner.getByRole("checkbox", { name: "Reception" }).check();
    await owner.getByRole("button", { name: "Save" }).click();
    await owner.getByText("This is the only owner. Make someone else an owner first.").waitFor();
  },
);

test("an invitation is closed to another address", async () => {
  const { page: owner, app } = await adminPage(site, { expectedErrors: GONE });
  await owner.goto("/admin/settings/people");
  await inviteByKeyboard(owner, "kit@example.com");
  await owner.getByText("We have emailed the invitation.").waitFor();
  const link = await invitationTo("kit@example.com");

  const page = await newPage(site.url, { viewport: PHONE, colorScheme: "dark", expectedErrors: GONE });
  await page.goto(link);
  await page.getByRole("button", { name: "Join" }).waitFor();
  await expectNoViolations(page);
  const other = await signedIn(app, { name: "Otto Other" });
  await page.context().addCookies([{ ...other.browserCookie, url: site.url }]);
  expect((await page.goto(link))?.status()).toBe(410);
  await page.getByText(DEAD).waitFor();
  await expectNoViolations(page);
});

async function inviteByKeyboard(page: Page, email: string): Promise<void> {
  await page.getByRole("link", { name: "Invite", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => page.getByLabel("Their email address").evaluate((field) => field === document.activeElement))
    .toBe(true);
  await page.keyboard.type(email);
  // Owner, Reception, Therapist, Bookkeeper, whose diary, the button.
  for (const keys of [["Tab"], ["Tab", "Space"], ["Tab"], ["Tab", "Space"], ["Tab"], ["Tab"]]) {
    for (const key of keys) await page.keyboard.press(key);
  }
  await page.keyboard.press("Enter");
}

async function invitationTo(email: string): Promise<string> {
  const found = () => mails.arrived.find(({ recipients }) => recipients.includes(email))?.mail.text ?? "";
  await expect.poll(found, { timeout: 15_000 }).toContain("token=");
  return /https?:\/\/\S+\/join\?token=[\w-]+/.exec(found())?.[0] ?? "";
}

async function turnOnCodes(page: Page, now: number): Promise<void> {
  await page.getByRole("heading", { level: 1, name: "One step left: scan this code" }).waitFor();
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("link", { name: "That code is not right" }).waitFor();
  const key = ((await page.locator("form code").first().textContent()) ?? "").replaceAll(" ", "");
  await page.getByLabel("Code", { exact: true }).fill(totp(key, now));
  await page.getByRole("button", { name: "Turn on" }).click();
  await page.getByRole("heading", { level: 1, name: "Codes are on" }).waitFor();
  expect(
    await page
      .getByRole("listitem")
      .filter({ hasText: /^[a-z0-9]{5}-[a-z0-9]{5}$/ })
      .count(),
  ).toBe(10);
  await page.getByRole("link", { name: "Go on" }).click();
  await page.waitForURL("**/admin");
}
