import { beforeAll, expect, test } from "vitest";
import { markAttendance } from "#app/appointments/mark-attendance.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { adminActor } from "#tests/support/admin.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();
// A quarter that is over, whatever the day of the test.
const FIRST = "2026-04-06";

beforeAll(async () => {
  const app = await openBeside(site, site.dataDir);
  const admin = await adminActor(app);
  for (const [index, days] of [0, 1, 2, 30].entries()) {
    const { id } = await walkedIn(app, { day: addDays(FIRST, days), name: `Rae ${index}`, despite: "on" });
    const attendance = index === 3 ? "missed" : "finished";
    if (index > 0) await markAttendance(app, admin, { appointmentId: id, attendance });
  }
  await app.db.close();
});

test("a tax quarter is chosen by mouse, and a figure opens the appointments that make it", async () => {
  const { page } = await adminPage(site, { viewport: { width: 1440, height: 900 } });
  await page.goto("/admin");
  await page.getByRole("navigation", { name: "Admin" }).getByRole("link", { name: "Reports" }).click();
  await page.getByRole("heading", { level: 1, name: "Reports" }).waitFor();
  await page.goto(`/admin/reports?period=month&from=${FIRST}`);
  await page.getByRole("link", { name: "Tax quarter" }).click();
  await page.getByText("6 April 2026 to 5 July 2026: 2 came, 1 did not attend, £116 taken").waitFor();
  await page.getByText("1 not recorded, which count as nothing.").waitFor();
  await page.getByRole("link", { name: "By source" }).click();
  const parts = page.getByRole("table", { name: "Divided: By source" });
  await expect.poll(() => parts.getByRole("rowheader").allTextContents()).toEqual(["Phone or desk"]);
  await expectNoViolations(page);
  await parts.getByRole("link", { name: "2 (Phone or desk, Came)" }).click();
  await page.getByText("1 to 2 of 2 appointments").waitFor();
  expect(await page.getByLabel("What became of it").inputValue()).toBe("came");
});

test("free dates are chosen by keyboard on a phone, in the dark", async () => {
  const { page } = await adminPage(site, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await page.goto("/admin/reports");
  await page.getByRole("link", { name: "Dates", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("From").fill(addDays(FIRST, 1));
  await page.getByLabel("To", { exact: true }).fill(addDays(FIRST, 30));
  const link = page.getByRole("link", { name: "1 (Did not attend, These days)" });
  await link.waitFor();
  await expectNoViolations(page, COLOUR_RULES);
  await link.focus();
  await page.keyboard.press("Enter");
  await page.getByText("1 to 1 of 1 appointments").waitFor();
});
