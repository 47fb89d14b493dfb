import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newId } from "#app/platform/ids.server.ts";
import { WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { switchedOn } from "#tests/support/health.ts";
import { insertVisits } from "#tests/support/past-visits.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { newSession, openBeside } from "#tests/support/signed-in.ts";
import { staffIn } from "#tests/support/staff.ts";

const site = sharedSite();
const IMOGEN = "demo-imogen-hartley";
let app: AppContext;
let therapist: string;
beforeAll(async () => {
  app = await switchedOn(await openBeside(site, site.dataDir));
  therapist = (await staffIn(app, { roles: ["therapist"], therapistId: IMOGEN, name: "Imogen" })).id;
});
afterAll(() => app.db.close());

async function treatedClient(): Promise<string> {
  const [id, client] = [newId(), newId()];
  const visit = { service: "demo-deep-tissue-massage", source: "website", minutes: 60, pence: 6000, cancelled: null };
  const start = app.clock.now() - 3_600_000;
  await insertVisits(app, [{ ...visit, id, start, therapist: IMOGEN, status: "Confirmed", state: "finished", client }]);
  return client;
}

test.each(byTurns(WIDTHS, 0))(
  "a therapist prints a blank form, and types in what came back on paper (%s)",
  async (_width, viewport) => {
    const client = await treatedClient();
    const page = await newPage(site.url, { viewport, expectedErrors: [/status of 422/] });
    await page.context().addCookies([{ ...(await newSession(app, therapist)).browserCookie, url: site.url }]);
    await page.goto(`/admin/clients/${client}`);
    await page.getByRole("link", { name: "Health form", exact: true }).click();
    await page.getByText("They have not sent a form yet.").waitFor();
    await page.getByRole("link", { name: "Form to print" }).click();
    const sheet = page.getByRole("article", { name: "Health form" });
    await sheet.getByText("Do you take blood thinners?").waitFor();
    await expectNoViolations(page);
    await page.emulateMedia({ media: "print" });
    expect(await page.getByRole("navigation").filter({ visible: true }).count()).toBe(0);
    expect(await sheet.isVisible()).toBe(true);
    await page.emulateMedia({ media: null });
    await page.goBack();

    await page.getByRole("link", { name: "Type in a form on paper" }).click();
    await page.getByRole("heading", { name: "Type in a form on paper" }).waitFor();
    await expectNoViolations(page);
    for (const group of await page
      .getByRole("group")
      .filter({ has: page.getByRole("radio", { name: "No", exact: true }) })
      .all())
      await group.getByLabel("No", { exact: true }).check();
    await page.getByRole("group", { name: "Are you 16 or over?" }).getByLabel("Yes", { exact: true }).check();
    await page.getByRole("group", { name: "Do you take blood thinners?" }).getByLabel("Yes", { exact: true }).check();
    await page.getByLabel("Medicines you take").fill("Warfarin");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: "Enter the date on the paper" }).waitFor();
    await page.getByRole("link", { name: /^Confirm that they signed/ }).waitFor();
    expect(await page.getByLabel("Medicines you take").inputValue()).toBe("Warfarin");
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain("Warfarin");
    const today = new Date(app.clock.now()).toISOString().slice(0, 10);
    await page.getByLabel("Date on the paper").fill(today);
    await page.getByRole("checkbox", { name: "They signed the consent on the paper" }).check();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText(/^On paper, dated .* and typed in by Imogen/).waitFor();
    await page.getByText("Yes: Do you take blood thinners?").waitFor();
    await page.getByText("Warfarin").waitFor();
    await expectNoViolations(page);
  },
);
