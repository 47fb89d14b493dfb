import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { addDays } from "#app/platform/date-time.ts";
import { adminPage, adminToast, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { lastQuarter, londonToday } from "#tests/support/london-now.ts";
import { setStatus, walkedIn } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();

test.each(byTurns(WIDTHS, 1))(
  "who is here is marked as arrived, and that is taken back (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport });
    const name = `Nia ${width}`;
    const therapist = width === "phone" ? "tom-ellery" : "imogen-hartley";
    const { id } = await walkedIn(app, {
      ...lastQuarter(),
      minutes: "90",
      service: "deep-tissue-massage",
      name,
      therapist,
      phone: "07700 900982",
      despite: "on",
    });
    await page.goto("/admin");
    await page.getByRole("heading", { level: 1, name: /^Today: / }).waitFor();
    const card = page.getByRole("region", { name: `Now: ${name}` });
    expect(await card.getByRole("link", { name: `Call ${name}` }).getAttribute("href")).toBe("tel:+447700900982");
    await expectNoViolations(page);
    await card.getByRole("button", { name: `${name} has arrived` }).click();
    await adminToast(page, `${name}: Arrived.`).waitFor();
    await card.getByText("Arrived").waitFor();
    await adminToast(page, `${name}: Arrived.`).getByRole("button", { name: "Undo" }).click();
    await card.getByRole("button", { name: `${name} has arrived` }).waitFor();
    // The screen shows it at once, and takes it back if the practice's computer says no.
    const marked = () => app.db.kysely.selectFrom("attendances").selectAll().where("appointment_id", "=", id).execute();
    await expect.poll(marked).toEqual([]);
  },
);

test("what waits is counted, with the way to it, and each plot has its table", async () => {
  const { page, app } = await adminPage(site, { viewport: WIDTHS[1][1] });
  const { id } = await walkedIn(app, {
    day: addDays(londonToday(), 300),
    time: "03:00",
    name: "Will Wait",
    despite: "on",
  });
  await setStatus(app, id, "Waiting");
  await page.goto("/admin");
  const figures = page.getByRole("figure");
  expect(await figures.count()).toBe(6);
  for (const figure of await figures.all()) {
    // Nothing is drawn of nothing: the place says what will stand there.
    const isEmpty = (await figure.getByText(/appears? here|see how busy each hour is here/).count()) === 1;
    expect(await figure.getByRole("img").count()).toBe(isEmpty ? 0 : 1);
    if (isEmpty) continue;
    await figure.getByText("Show as table").click();
    await figure.getByRole("table").waitFor();
  }
  await expectNoViolations(page);
  await page.getByRole("link", { name: "Appointments to confirm" }).click();
  await page
    .getByRole("row")
    .filter({ hasText: "Will Wait" })
    .getByRole("button", { name: /^Confirm/ })
    .waitFor();
});

test("a phone shows one bar with title, search and add, and who is next, on its first screen", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 390, height: 844 } });
  await walkedIn(app, {
    ...lastQuarter(),
    service: "sport-foot-massage",
    name: "Nelly Now",
    therapist: "priya-sandhu",
    despite: "on",
  });
  await page.goto("/admin");
  const title = page.getByRole("heading", { level: 1, name: /^Today: \d+ booked/ });
  const bottomOf = async (part: Locator) => {
    const box = await part.boundingBox();
    return box ? box.y + box.height : Number.NaN;
  };
  expect(await bottomOf(title)).toBeLessThanOrEqual(56);
  await page.getByText(/^Demo/).filter({ visible: true }).waitFor();
  // The site's own header and ribbon are for wide screens.
  expect(await page.getByRole("banner").count()).toBe(0);
  expect(await page.getByText("A demonstration: everything here is invented.").filter({ visible: true }).count()).toBe(
    0,
  );
  const first = page.getByRole("region", { name: /^(Now|Next): / }).first();
  expect((await first.boundingBox())?.y).toBeLessThan(120);
  await expectNoViolations(page);
  await page.getByRole("link", { name: "Add Appointment" }).click();
  await page.getByRole("dialog", { name: "Add Appointment" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("link", { name: "Website" }).click();
  await page.getByRole("banner").waitFor();
});
