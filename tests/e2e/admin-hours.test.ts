import { expect, test } from "vitest";
import { askFreeTimes } from "#app/appointments/booking/free-times/free-times.server.ts";
import { addException } from "#app/diary/stranded/closures.server.ts";
import { addDays, localDateOf, weekdayOf } from "#app/platform/date-time.ts";
import { adminActor } from "#tests/support/admin.ts";
import { adminEditPage, DESKTOP, REFUSED } from "#tests/support/admin-edit-page.ts";
import { showActions, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { booked } from "#tests/support/booked.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { editDay } from "#tests/support/edit-day.ts";
import { PUBLIC_PAGES } from "#tests/support/public-pages.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { appBeside } from "#tests/support/signed-in.ts";

const site = sharedSite();

/** Books Tom in the next two weeks; the local date of it. */
async function bookTom(name: string): Promise<string> {
  const app = await appBeside(site, site.dataDir);
  const today = localDateOf(app.clock.now(), "Europe/London");
  const input = { service: "deep-tissue-massage", therapist: "tom-ellery" };
  const times = await askFreeTimes(app, { ...input, from: addDays(today, 1), to: addDays(today, 14) });
  const slot = times.kind === "not-found" ? null : times.days.flatMap((day) => day.slots)[0];
  if (!slot) throw new Error("Tom has no time");
  await booked(app, { ...input, name, start: slot.start });
  return localDateOf(slot.start, "Europe/London");
}

test("on a phone a week is changed; whom it strands is shown first, and stays booked", async () => {
  const date = await bookTom("Wilma Week");
  const page = await adminEditPage(site, { expectedErrors: REFUSED });
  await page.goto("/admin/hours");
  await page
    .getByRole("listitem")
    .filter({ hasText: "Tom Ellery" })
    .getByText(/^[A-Z][a-z]{2} .*\d to \d/)
    .waitFor();
  await page.getByRole("link", { name: "Edit: Tom Ellery" }).click();
  await page.getByRole("heading", { level: 1, name: "Hours of Tom Ellery" }).waitFor();
  const name =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekdayOf(date) - 1] ?? "";
  const day = await editDay(page, name);
  await day.getByLabel("From, time 1").fill("");
  await day.getByLabel("To, time 1").fill("");
  await page.getByRole("button", { name: "Save" }).click();
  const notice = page.getByRole("alert");
  await notice.getByText("Wilma Week").waitFor();
  expect(await notice.textContent()).toContain("Nothing is saved yet");
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Save and deal with these later" }).click();
  await page.getByText("Saved. These appointments are now outside working hours.").waitFor();
  await page.getByRole("heading", { level: 2, name: "Wilma Week" }).waitFor();
  await page.goBack();
  expect(await day.getByLabel("From, time 1").inputValue()).toBe("");
  const app = await appBeside(site, site.dataDir);
  const kept = await app.db.kysely
    .selectFrom("appointments")
    .select("status")
    .where("name", "=", "Wilma Week")
    .execute();
  expect(kept).toEqual([{ status: "Confirmed" }]);
});

test("a mistake in a week is named by its day, without a script too", async () => {
  const page = await adminEditPage(site, { javaScriptEnabled: false, expectedErrors: REFUSED });
  await page.goto("/admin/hours/demo-priya-sandhu");
  const monday = await editDay(page, "Monday");
  await monday.getByLabel("From, time 1").fill("17:00");
  await monday.getByLabel("To, time 1").fill("09:00");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("link", { name: "Monday: the end must be after the start" }).waitFor();
  expect(await monday.getByLabel("From, time 1").inputValue()).toBe("17:00");
});

test("a day is closed from the calendar, taken back, and put back by Undo", async () => {
  const page = await adminEditPage(site, { viewport: DESKTOP });
  await page.goto("/admin/hours?month=2031-03");
  await page.getByRole("link", { name: "Wednesday 12 March 2031" }).click();
  await expect.poll(() => page.getByLabel("First day").inputValue()).toBe("2031-03-12");
  await page.getByLabel("Who").selectOption("Tom Ellery");
  await page.getByLabel("Reason").fill("Course");
  await page.getByRole("button", { name: "Add", exact: true }).click();
  const saved = page.locator(".admin-toast").filter({ hasText: "Saved." });
  await page.getByRole("link", { name: /Wednesday 12 March 2031 .*Closed: Tom, Course/ }).waitFor();
  await expectNoViolations(page);
  await saved.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Open again.").waitFor();
  await page.getByRole("link", { name: "Wednesday 12 March 2031", exact: true }).waitFor();
  await page.locator(".admin-toast").filter({ hasText: "Open again." }).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: /Wednesday 12 March 2031 .*Closed: Tom, Course/ }).waitFor();
  await page.getByText(/^\d+ more$/).click();
  await page.getByRole("button", { name: "Remove: Wednesday 12 March 2031, all day" }).click();
  await page.getByText("Removed.").waitFor();
  await page.getByRole("main").getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: /Wednesday 12 March 2031 .*Closed: Tom, Course/ }).waitFor();
});

test("no page, feed or answer for visitors tells why a day is closed", async () => {
  const app = await appBeside(site, site.dataDir);
  const day = addDays(localDateOf(app.clock.now(), "Europe/London"), 30);
  const times = { firstDay: day, lastDay: addDays(day, 6), fromMinute: null, toMinute: null, publicNote: null };
  for (const therapistId of [null, "demo-imogen-hartley"]) {
    const draft = { kind: "closure", ...times, therapistId, reason: "Imogen - migraine" } as const;
    expect((await addException(app, await adminActor(app), { draft, accepted: [] })).kind).toBe("changed");
  }
  const asked = `service=deep-tissue-massage&from=${day}&to=${addDays(day, 6)}`;
  const shown = [`/book?day=${day}`, `/book?day=${day}&therapist=imogen-hartley`, `/api/availability?${asked}`];
  for (const path of [...shown, ...PUBLIC_PAGES, "/api/services", "/api/openapi.json", "/sitemap.xml"]) {
    const text = await (await fetch(new URL(path, site.url))).text();
    expect(text, path).not.toContain("migraine");
    if (path.startsWith("/book?")) expect(text, path).toContain("Closed on ");
  }
});

test("one press closes on Scotland's bank holidays", async () => {
  const page = await adminEditPage(site);
  await page.goto("/admin/hours?tab=days-off");
  await page.getByLabel("Nation").selectOption("Scotland");
  await page.getByRole("button", { name: "Close on bank holidays" }).click();
  await page.getByText("Saved.").waitFor();
  expect(await page.getByText("St Andrew").count()).toBeGreaterThan(0);
  await expectNoViolations(page);
});

test.each(byTurns(WIDTHS, 0))(
  "a therapist is added, changed, and stops taking bookings (%s)",
  async (width, viewport) => {
    const page = await adminEditPage(site, { viewport, expectedErrors: REFUSED });
    const name = `Ada Kerr ${width}`;
    await page.goto("/admin/therapists/new");
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Role").fill("Therapist, Level 4");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await expectNoViolations(page);
    await page.getByLabel("Role").fill("Therapist, Level 5");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Saved.").waitFor();
    expect(await page.getByLabel("Role").inputValue()).toBe("Therapist, Level 5");
    await page.goto("/admin/therapists");
    const row = page.getByRole("row").filter({ hasText: name });
    await showActions(row);
    await row.getByRole("button", { name: `Stop bookings: ${name}` }).click();
    await row.getByRole("button", { name: `Take bookings: ${name}` }).waitFor();
    await expectNoViolations(page);
  },
);
