import { afterAll, beforeAll, expect, test } from "vitest";
import { getAppointment } from "#app/appointments/appointments.db.server.ts";
import { getManaged, manageSecretOf } from "#app/appointments/requests/manage-link.server.ts";
import { sendForm } from "#app/health/form/forms.server.ts";
import { keepRecords } from "#app/health/keeping/retention.server.ts";
import { withdrawConsent } from "#app/health/keeping/withdrawal.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localDateOf } from "#app/platform/date-time.ts";
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
  await withdrawConsent(app, { kind: "client", userId: fixtures.fill("{user}") });
});
afterAll(() => app.db.close());

test.each([
  [360, "light"],
  [1440, "dark"],
] as const)("an owner reads what ends within a month, at %i px (%s)", async (width, colorScheme) => {
  const page = await newPage(site.url, { viewport: { width, height: 844 }, colorScheme });
  const [name = "", value = ""] = ((await fixtures.cookieOf("admin")) ?? "").split(/=(.*)/s);
  await page.context().addCookies([{ name, value, url: site.url }]);
  await app.db.kysely.updateTable("health_withdrawals").set({ kept_until: "2099-01-01" }).execute();
  await keepRecords(app);
  await page.goto("/admin/settings/health");
  await page.getByRole("link", { name: "See what ends within a month" }).click();
  await page.getByText(/^No record ends within the next month/).waitFor();
  const soon = addDays(localDateOf(app.clock.now(), "Europe/London"), 20);
  await app.db.kysely.updateTable("health_withdrawals").set({ kept_until: soon }).execute();
  await keepRecords(app);
  await page.reload();
  await page.getByRole("heading", { name: "Records that end" }).waitFor();
  await page.getByText("Consent withdrawn: kept for claims").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  expect(await violationsOn(page)).toEqual([]);
});
