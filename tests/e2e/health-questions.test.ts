import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { newSession, openBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
let app: AppContext;
let address: string;
beforeAll(async () => {
  app = await openBeside(site, site.dataDir);
  address = (await fixturesIn(app)).fill("/booking/{secret}/form?step=all");
});
afterAll(() => app.db.close());

const PHONE = { width: 360, height: 740 };

test("a sole owner says which therapist they are, from the page that switches health records on", async () => {
  for (const table of ["staff", "staff_invites"] as const) await app.db.kysely.deleteFrom(table).execute();
  const { page, admin } = await adminPage(site, { viewport: PHONE });
  await page.goto("/admin/settings/health");
  await page.getByText("Only therapists open records: an owner who treats no one does not.").waitFor();
  await expectNoViolations(page);
  await page.getByRole("link", { name: "Open People" }).click();
  await page.getByRole("link", { name: "Choose which therapist you are" }).click();
  await page.getByText("As an owner you then set up a sign-in code before you go on").waitFor();
  await expectNoViolations(page);
  await page.getByRole("checkbox", { name: "Therapist" }).check();
  await page.getByLabel("Their diary").selectOption("Imogen Hartley");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/login/);
  await page.getByText("Forgot Password?").waitFor();
  await page.waitForLoadState("networkidle");
  await app.db.kysely.updateTable("users").set({ twoFactorEnabled: true }).where("id", "=", admin.id).execute();
  await page.context().addCookies([{ ...(await newSession(app, admin.id)).browserCookie, url: site.url }]);
  await page.goto("/admin/settings/health");
  await page.getByText("You treat as Imogen Hartley, so you read your clients’ forms").waitFor();
});

test("an owner signs the flags off, switches on, changes the questions, and clients are asked by the new version", async () => {
  const { page } = await adminPage(site, { viewport: PHONE, expectedErrors: [/status of 422/] });
  const client = await newPage(site.url, { viewport: PHONE, javaScriptEnabled: false });
  await page.goto("/admin/settings/health");
  await page.getByRole("button", { name: "Switch on health records" }).click();
  await page.getByText("Health records are still off. Read each question").waitFor();
  await page.getByText("No one has signed off its flags yet.").waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Sign off the flags" }).click();
  await page.getByRole("link", { name: "Enter the name of who has read what each yes means" }).waitFor();
  await page.getByLabel("Your full name").fill("Ada Admin");
  await page.getByRole("button", { name: "Sign off the flags" }).click();
  await page.getByText(/^Version 1 is in use\. Its flags were signed off by Ada Admin, /).waitFor();
  await page.getByRole("link", { name: "Health records", exact: true }).first().click();
  await page.getByRole("button", { name: "Switch on health records" }).click();
  await page.getByText("On, and the key is in place.").waitFor();
  await page.getByRole("link", { name: "Open the questions" }).click();

  await page.getByRole("link", { name: "Add a question" }).click();
  await page.getByRole("heading", { name: "Add a question" }).waitFor();
  await expectNoViolations(page);
  await page.getByLabel("Question", { exact: true }).fill("Have you fainted in the last month?");
  await page.getByLabel("Heading above it").fill("Right now");
  await page.getByLabel("What a yes means").selectOption("Call first");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("These changes are not in use yet").waitFor();
  await page.getByRole("button", { name: "Move Have you fainted in the last month? up" }).click();
  await page.getByRole("link", { name: "Preview" }).click();
  await page.getByText("With your changes, which are not in use yet.").waitFor();
  await page.getByRole("group", { name: "Have you fainted in the last month?" }).waitFor();
  await expectNoViolations(page);
  await client.goto(address);
  expect(await client.content()).not.toContain("fainted");

  await page.getByRole("link", { name: "All questions" }).click();
  await page.getByText("Clients answer version 1 until then.").waitFor();
  await expectNoViolations(page);
  await page.getByLabel("Your full name").fill("Ada Admin");
  await page.getByRole("button", { name: "Sign off and use" }).click();
  await page.getByText(/^Version 2 is in use\./).waitFor();
  await client.goto(address);
  await client.getByText("Have you fainted in the last month?").first().waitFor();
});
