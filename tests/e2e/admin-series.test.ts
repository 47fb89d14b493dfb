import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import type { Appointment } from "#app/appointments/appointment.ts";
import { manageUrlOf } from "#app/appointments/requests/manage-link.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { seriesFrom } from "#tests/support/series.ts";
import { mailingSite } from "#tests/support/shared-site.ts";

const site = mailingSite();
// A Wednesday with five ordinary ones after it: all three therapists work.
const DAY = "2033-06-08";
const SECOND = "2033-06-15";

test("390 px, by keyboard: Repeat in the dialog, a clash is given a near time, one mail, one of six", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 390, height: 844 }, colorScheme: "light" });
  await walkedIn(app, { day: SECOND, time: "10:15", therapist: "tom-ellery", name: "Was There" });
  await page.goto(`/appointments?add=1&day=${DAY}&time=10:00&with=tom-ellery`);
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  await dialog.getByLabel("Name").fill("Serena Ries");
  await dialog.getByLabel("Email", { exact: true }).fill("serena@example.com");
  await dialog.getByLabel("Time", { exact: true }).fill("10:00");
  await dialog.getByLabel("Date").fill(DAY);
  await dialog.getByLabel("Therapist").selectOption("tom-ellery");
  await dialog.getByRole("button", { name: "Book 10:00 with Tom" }).waitFor();
  await dialog.getByRole("button", { name: "Repeat" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Repeat for Serena Ries" }).waitFor();
  await page.getByRole("heading", { level: 2, name: "6 times, 1 to look at" }).waitFor();
  await expectNoViolations(page);
  const clash = page.getByRole("group", { name: /^2\.\s*Wed 15 Jun 2033/ });
  expect(await clash.getByRole("radio", { name: "Leave out" }).isChecked()).toBe(true);
  await clash.getByRole("radio", { name: "Leave out" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => clash.getByRole("radio", { name: "10:00 with Imogen" }).isChecked()).toBe(true);
  await page.getByRole("button", { name: "Book the chosen times" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("All of them are booked. One email to the client has them all.").waitFor();
  await page.getByText("1 of 6", { exact: true }).first().waitFor();
  await expectNoViolations(page);
  expect(await kindsFor(app, page.url())).toEqual(["series-booked-client", "series-booked-practice"]);
  await page.goto("/appointments?q=Serena+Ries");
  await page.getByText(/2 of 6, Deep Tissue Massage, 60 min/).waitFor();
});

test("dark: this one and those that follow are cancelled with one mail that is read first, and all undone", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 1440, height: 900 }, colorScheme: "dark" });
  const second = at(await seriesFrom(app, "2033-07-06", { name: "Carla Course", email: "carla@example.com" }), 2);
  await page.goto(`/admin/appointments/${second.id}`);
  await page.getByRole("link", { name: "Cancel this and following" }).click();
  await page.getByRole("heading", { level: 1, name: "Cancel 3 of Carla Course?" }).waitFor();
  await page.getByText("3 of 4", { exact: true }).waitFor();
  await page.getByLabel("Message to the client").fill("The boiler is out");
  await page.getByText("The boiler is out").waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Cancel: We are cancelling" }).click();
  await page.getByText("Cancelled. Their times are free again.").waitFor();
  await page.getByText(/^3 cancelled together\. The email to the client goes out at /).waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Undo all 3" }).click();
  await page.getByText("All of them are as they were.").waitFor();
  expect(await kindsFor(app, page.url())).not.toContain("series-cancelled-client");
});

test("without a script: repeated from the page, moved with those that follow, and the client reads its place", async () => {
  const quiet = { viewport: { width: 390, height: 844 }, javaScriptEnabled: false, expectedErrors: REFUSED };
  const { page, app } = await adminPage(site, { ...quiet, colorScheme: "dark" });
  await page.goto(`/admin/appointments/new?day=${DAY}&time=14:00&with=imogen-hartley`);
  await page.getByLabel("Name").fill("Nora Script");
  await page.getByLabel("Therapist").selectOption("imogen-hartley");
  await page.getByRole("button", { name: "Repeat" }).click();
  await page.getByLabel("Repeat").selectOption("2");
  await page.getByLabel("How many").selectOption("3");
  await page.getByRole("button", { name: "Show the times" }).click();
  await page.getByRole("heading", { level: 2, name: "3 times, all free" }).waitFor();
  await page.getByRole("button", { name: "Book the chosen times" }).click();
  await page.getByText("All of them are booked.", { exact: true }).waitFor();
  await page.getByRole("link", { name: /^Wed 22 Jun, / }).click();
  await page.getByRole("link", { name: "Move this and following" }).click();
  await page.getByLabel("Date of this one").fill("2033-06-23");
  await page.getByLabel("Time").fill("11:00");
  await page.getByRole("button", { name: "Show the times" }).click();
  await page.getByRole("group", { name: /^2\.\s*Thu 7 Jul 2033/ }).waitFor();
  await page.getByRole("button", { name: "Move to the chosen times" }).click();
  await page.getByText("They have moved.").waitFor();
  await page.getByText("Thu 23 Jun, 11:00, this one").waitFor();
  const rows = await app.db.kysely.selectFrom("appointments").select("id").where("name", "=", "Nora Script").execute();
  const id = rows.map((row) => row.id).find((found) => page.url().includes(found)) ?? "";
  await page.goto(manageUrlOf(app, { id, linkVersion: 1 }));
  await page.getByText("2 of 3 appointments").waitFor();
});

function at(list: readonly Appointment[], place: number): Appointment {
  const found = list[place - 1];
  if (!found) throw new Error(`there is no ${place}`);
  return found;
}

/** The kinds of the mails about the series of the appointment at this address, but for reminders. */
async function kindsFor(app: AppContext, url: ReturnType<Page["url"]>): Promise<string[]> {
  const id = new URL(url).pathname.split("/").at(-1) ?? "";
  const { series_id: series } = await app.db.kysely
    .selectFrom("appointments")
    .select("series_id")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const rows = await app.db.kysely.selectFrom("outbox").select("kind").where("subject_id", "=", series).execute();
  return rows.map(({ kind }) => kind).sort();
}
