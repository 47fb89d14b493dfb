import { afterAll, beforeAll, expect, test } from "vitest";
import { DEFAULT_FORM } from "#app/health/form/form.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { adminPage, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { switchedOn } from "#tests/support/health.ts";
import { mailingSite, sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = mailingSite();
const silent = sharedSite();
let app: AppContext;
let address: string;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  address = (await fixturesIn(app)).fill("/booking/{secret}/form");
});
afterAll(() => app.db.close());

const PHONE = { width: 390, height: 844 };
const QUESTIONS = DEFAULT_FORM.questions.filter(({ type }) => type === "yes-no");

test("without a script a client answers, is told what is missing, and reads whom to call", async () => {
  const page = await newPage(site.url, {
    viewport: PHONE,
    javaScriptEnabled: false,
    expectedErrors: [/status of 422/],
  });
  await page.goto(address);
  expect(await page.title()).toMatch(/^Before your appointment/);
  for (const { title } of QUESTIONS.slice(1))
    await page.getByRole("group", { name: title }).getByLabel("No", { exact: true }).check();
  await page.getByRole("group", { name: "Are you 16 or over?" }).getByLabel("Yes", { exact: true }).check();
  await page.getByLabel("Allergies").fill("Arnica");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("link", { name: `Answer yes or no: ${QUESTIONS[0]?.title}` }).waitFor();
  await page.getByRole("link", { name: /^Tick the box to agree/ }).waitFor();
  expect(await page.getByLabel("Allergies").inputValue()).toBe("Arnica");
  await page.getByRole("group", { name: QUESTIONS[0]?.title }).getByLabel("Yes", { exact: true }).check();
  await page.getByRole("checkbox", { name: /^I agree to/ }).check();
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByText("Thank you. That is all, and your appointment stands.").waitFor();
  await page.getByText("call 999").waitFor();
  await page.goto(address);
  await page.getByText("Your form is here.").waitFor();
  expect(await page.content()).not.toContain("Arnica");
});

test.each(["light", "dark"] as const)("axe finds nothing on it, at 390 and 1440 px (%s)", async (colorScheme) => {
  const page = await newPage(site.url, { viewport: PHONE, colorScheme });
  await page.goto(address);
  await expectNoViolations(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectNoViolations(page);
});

test("the privacy notice says what is asked once it is asked", async () => {
  const page = await newPage(site.url, { viewport: PHONE });
  await page.goto("/policies/privacy");
  await page.getByText("Before you come we ask for a health form").waitFor();
  expect(await page.getByText("This site does not ask for it").count()).toBe(0);
  await page.getByText("10 years after your last appointment").waitFor();
});

test.each(WIDTHS)("one press asks everyone who is coming for their form, once (%s)", async (width, viewport) => {
  const colorScheme = width === "phone" ? "dark" : "light";
  const { page } = await adminPage(site, { viewport, colorScheme });
  // Whom the other width has asked is not asked again.
  await app.db.kysely.deleteFrom("outbox").where("kind", "=", "health-form-client").execute();
  await page.goto("/admin/settings/health");
  await page.getByText(/coming appointment has not sent a form|coming appointment have not sent a form/).waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: /^Ask (one client|\d+ clients) by email$/ }).click();
  await page.getByText(/^(One client is|\d+ clients are) asked by email\.$/).waitFor();
  await page.getByText("Everyone with a coming appointment has sent their form or was asked by email.").waitFor();
});

test("while no email can leave, nobody is told that clients are asked by email", async () => {
  const { page, app: other } = await adminPage(silent, { viewport: PHONE });
  await switchedOn(other);
  await fixturesIn(other);
  await page.goto("/admin/settings/health");
  await page.getByText("No email can leave yet, so nobody can be asked.").waitFor();
  expect(await page.getByRole("button", { name: /by email$/ }).count()).toBe(0);
  await page.getByRole("link", { name: "Set up mail", exact: true }).waitFor();
});
