import { afterAll, beforeAll, expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { sendForm } from "#app/health/form/forms.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { violationsOn } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { fixturesIn } from "#tests/support/doors/fixtures.ts";
import { answered, switchedOn } from "#tests/support/health.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
let app: AppContext;
let fixtures: Awaited<ReturnType<typeof fixturesIn>>;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  fixtures = await fixturesIn(app);
  const appointment = await getAppointment(app.db.kysely, fixtures.fill("{appointment}"));
  const managed = appointment && (await getManaged(app, manageSecretOf(app, appointment)));
  if (!managed) throw new Error("The link opens nothing");
  await sendForm(app, managed, answered());
});
afterAll(() => app.db.close());

async function pageFor(visitor: "admin" | "client", width: number, colorScheme: "light" | "dark") {
  const page = await newPage(site.url, {
    viewport: { width, height: 844 },
    colorScheme,
    expectedErrors: [/status of 422/],
  });
  const [name = "", value = ""] = ((await fixtures.cookieOf(visitor)) ?? "").split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: site.url }]);
  return page;
}

test("an owner says whose record it is, finds it under their clients, and the client reads it", async () => {
  const page = await pageFor("admin", 360, "light");
  await page.goto(fixtures.fill("/admin/clients/{record}"));
  await page.getByRole("link", { name: "Whose record it is" }).click();
  await page.getByLabel("Who answers for this record").selectOption("Imogen Hartley, self-employed");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsOn(page)).toEqual([]);
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/saved/);
  const wide = await pageFor("admin", 1440, "dark");
  await wide.goto("/admin/settings/health");
  await wide.getByRole("link", { name: "Clients of Imogen Hartley" }).click();
  await wide.getByRole("heading", { name: "Imogen Hartley’s own records (1)" }).waitFor();
  await wide.getByRole("link", { name: "Cleo Client" }).waitFor();
  expect(await violationsOn(wide)).toEqual([]);
  const client = await pageFor("client", 360, "dark");
  await client.goto("/account/health");
  await client.getByText(/^Imogen Hartley answers for this record, self-employed at /).waitFor();
});

test("an owner puts a record on hold with a reason, the client reads that it is, and it is lifted again", async () => {
  const page = await pageFor("admin", 360, "light");
  await page.goto(fixtures.fill("/admin/clients/{record}"));
  await page.getByRole("link", { name: "Legal hold" }).click();
  await page.getByRole("heading", { name: "Legal hold" }).waitFor();
  await page.getByRole("button", { name: "Place a hold" }).click();
  await page.getByText("Enter the reason").first().waitFor();
  expect(await violationsOn(page)).toEqual([]);
  await page.getByLabel("Reason").fill("Zebra Insurance, claim 7");
  await page.getByRole("button", { name: "Place a hold" }).click();
  await page.waitForURL(/saved/);
  await page.getByRole("link", { name: "Legal hold" }).click();
  await page.getByText("Zebra Insurance, claim 7").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(await violationsOn(page)).toEqual([]);
  const client = await pageFor("client", 360, "dark");
  await client.goto("/account/health");
  await client.getByText(/ this record is kept for longer, because a complaint or a claim may need it\./).waitFor();
  expect(await client.content()).not.toContain("Zebra");
  await page.getByRole("button", { name: "Lift the hold" }).click();
  await page.waitForURL(/saved/);
});
