import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { addDays, localTimeOf } from "#app/platform/date-time.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { booked } from "#tests/support/booking-inputs.ts";
import {
  chooseTime,
  confirm,
  fillPerson,
  laterDay,
  openBooking,
  times,
  untilScheduled,
} from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const QUERY = "?service=deep-tissue-massage&minutes=60&therapist=tom-ellery";
const LOOKS = [
  ["390 px", { viewport: { width: 390, height: 844 } }],
  ["1440 px", { viewport: { width: 1440, height: 900 }, colorScheme: "dark" }],
  ["390 px, no script", { viewport: { width: 390, height: 844 }, javaScriptEnabled: false }],
  ["1440 px, no script", { viewport: { width: 1440, height: 900 }, javaScriptEnabled: false }],
] as const;

const question = (page: Page) => page.getByRole("group", { name: "Have you been to us before?" });
const starts = (page: Page) => times(page).evaluateAll((all) => all.map((radio) => (radio as HTMLInputElement).value));

test("nobody is asked until the owner says how much longer a first appointment takes", async () => {
  const { page } = await adminPage(site, { viewport: { width: 1440, height: 900 }, expectedErrors: REFUSED });
  const visitor = await newPage(site.url);
  await openBooking(visitor, QUERY);
  expect(await question(visitor).count()).toBe(0);
  await page.goto("/admin/services/demo-deep-tissue-massage");
  await page.getByText("More: place, time between").click();
  const field = page.getByLabel("Minutes more for a first appointment");
  expect(await field.inputValue()).toBe("0");
  await field.fill("12");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: /first appointment/ }).waitFor();
  expect(await field.inputValue()).toBe("12");
  await field.fill("15");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved.").waitFor();
  await visitor.reload();
  await question(visitor).getByText("A first appointment takes 15 minutes longer, at the same price.").waitFor();
  await expectNoViolations(visitor);
});

test.each([...byTurns(LOOKS.slice(0, 2), 0), ...byTurns(LOOKS.slice(2), 1)])(
  "a new client is asked, sees what fits and books it (%s)",
  async (look, visitor) => {
    const page = await newPage(site.url, { ...visitor, expectedErrors: [/Failed to load resource.*(409|422)/] });
    await openBooking(page, `${QUERY}&day=${laterDay()}`);
    const before = await starts(page);
    await chooseTime(page, 1);
    const name = `Nora ${look.replaceAll(/\W/g, "")}`;
    await fillPerson(page, { name, phone: "07700 900982", email: `${look.replaceAll(/\W/g, "")}@example.com` });
    if (look.includes("no script")) await page.getByRole("button", { name: /^Confirm booking/ }).click();
    else await confirm(page);
    if (look.includes("no script")) {
      // The browser itself asks for what is required.
      expect(await page.getByLabel("Full name").inputValue()).toBe(name);
    } else {
      await page.getByRole("link", { name: "Say whether you have been here before" }).click();
      await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe("before");
    }
    await question(page).getByRole("radio", { name: "No" }).check();
    if (!look.includes("no script")) {
      await page.waitForURL(/before=no/);
      // The last time of the day is too short by now.
      await expect.poll(() => starts(page)).not.toContain(before.at(-1));
      await expectNoViolations(page);
    }
    if (look.includes("no script")) {
      await page.getByRole("button", { name: /^Confirm booking/ }).click();
    } else {
      await chooseTime(page, 1);
      await confirm(page);
    }
    await untilScheduled(page);
    const { page: desk, app } = await adminPage(site, { viewport: visitor.viewport });
    const row = await app.db.kysely
      .selectFrom("appointments")
      .select(["id", "starts_at", "ends_at"])
      .where("name", "=", name)
      .executeTakeFirstOrThrow();
    expect((row.ends_at - row.starts_at) / 60_000).toBe(75);
    await desk.goto(`/admin/appointments/${row.id}`);
    await desk.getByText("60 minutes, and 15 more for a first appointment").waitFor();
    await expectNoViolations(desk);
  },
);

test.each(byTurns(LOOKS.slice(0, 2), 1))(
  "the desk sees that someone new said that they are known, and adds the minutes (%s)",
  async (look, visitor) => {
    const { page, app } = await adminPage(site, visitor);
    const from = addDays(laterDay(), 14);
    const asked = { service: "deep-tissue-massage", minutes: 60, therapist: "imogen-hartley" };
    const answer = await askFreeTimes(app, { ...asked, before: "no", from, to: addDays(from, 6) });
    const start = answer.kind === "times" ? answer.days.flatMap(({ slots }) => slots)[0]?.start : undefined;
    if (start === undefined) throw new Error("Imogen has no time that day");
    const { id, end } = await booked(app, {
      ...asked,
      start,
      before: "yes",
      name: look,
      email: `y${visitor.viewport.width}@example.com`,
    });
    await page.goto(`/admin/appointments/${id}`);
    await page
      .getByText(/^They said that they have been here before, and we know of no earlier appointment\. 15 minutes/)
      .waitFor();
    await expectNoViolations(page);
    await page.getByRole("button", { name: "Add 15 minutes" }).click();
    await page.getByText(`It now ends at ${localTimeOf(end + 900_000, "Europe/London")}.`).waitFor();
    await page.getByText("60 minutes, and 15 more for a first appointment").waitFor();
    expect(await page.getByRole("button", { name: "Add 15 minutes" }).count()).toBe(0);
  },
);

test("Add Appointment offers a first appointment longer, and a known client as long as ever", async () => {
  const { page } = await adminPage(site, { viewport: { width: 1440, height: 900 } });
  await page.goto("/appointments?add=1");
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  const box = dialog.getByLabel("First appointment: 15 minutes longer");
  await dialog.getByLabel("Service").selectOption("deep-tissue-massage");
  expect(await box.isChecked()).toBe(true);
  await dialog.getByLabel("Client", { exact: true }).fill("Nora 390px");
  await dialog
    .getByRole("option", { name: /Nora 390px/ })
    .first()
    .click();
  await expect.poll(() => box.isChecked()).toBe(false);
});
