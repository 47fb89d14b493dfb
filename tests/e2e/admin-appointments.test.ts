import { expect, test } from "vitest";
import { moveAppointment } from "#app/diary/booking/move-appointment.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast, showActions, WIDTHS } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { londonToday } from "#tests/support/london-now.ts";
import { setStatus, walkedIn } from "#tests/support/practice.ts";
import { mailingSite } from "#tests/support/shared-site.ts";

const site = mailingSite();
const TODAY = londonToday();
const NIGHT = "03:00";

const shownOnDesk = (width: string) => (width === "phone" ? "hidden" : "visible");

test.each(byTurns(WIDTHS, 1))(
  "whoever rings is booked, outside hours after a warning (%s)",
  async (width, viewport) => {
    const { page } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    await page.goto("/appointments");
    await page.getByRole("heading", { level: 1, name: "Appointments" }).waitFor();
    await expectNoViolations(page);
    await page.getByRole("link", { name: "Add Appointment" }).click();
    const dialog = page.getByRole("dialog", { name: "Add Appointment" });
    await dialog.getByRole("button", { name: "Close" }).waitFor();
    await dialog.getByLabel("Date").fill(addDays(TODAY, width === "phone" ? 400 : 401));
    await dialog.getByLabel("Time", { exact: true }).fill(NIGHT);
    await dialog.getByLabel("Name").fill(`Rita ${width}`);
    await expectNoViolations(page);
    await dialog.getByRole("button", { name: /^Book (appointment$|\d)/ }).click();
    await dialog.getByText("That is outside working hours, or the practice is closed then.").waitFor();
    await dialog.getByRole("button", { name: "Book anyway" }).click();
    await adminToast(page, "Appointment scheduled for").waitFor();
    await dialog.waitFor({ state: "detached" });
    // The list opens on what is next: so far ahead it is found by a search.
    await page.goto(`/appointments?q=${encodeURIComponent(`Rita ${width}`)}`);
    const row = page.getByRole("row").filter({ hasText: `Rita ${width}` });
    // A phone's row leaves out how to reach somebody: their record says it.
    for (const words of ["No Email", "No Phone"]) await row.getByText(words).waitFor({ state: shownOnDesk(width) });
    await row.getByText("Confirmed").waitFor({ state: shownOnDesk(width) });
    await showActions(row);
    await row.getByRole("button", { name: /^Delete / }).waitFor();
    expect(await row.getByRole("button", { name: /^(Confirm|Cancel) / }).count()).toBe(0);
  },
);

test.each(byTurns(WIDTHS, 0))(
  "a gap is filled with what fits, and an appointment moves over its own time (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport });
    // Wednesdays: Tom works from nine to five, and a quarter of an hour follows each appointment.
    const day = width === "phone" ? "2031-05-07" : "2031-05-14";
    const tom = { day, therapist: "tom-ellery", despite: "on" } as const;
    const early = await walkedIn(app, { ...tom, time: "10:00", name: "Early" });
    await walkedIn(app, { ...tom, time: "12:15", name: "Late" });
    await page.goto(`/appointments?add=1&day=${day}&time=11:15&until=12:15&with=tom-ellery`);
    const dialog = page.getByRole("dialog", { name: "Add Appointment" });
    await dialog.getByText("Free with Tom from 11:15 to 12:15. Only what fits is offered.").waitFor();
    const free = dialog.getByRole("group", { name: "Free times that day" });
    await expect.poll(() => free.getByRole("button").allInnerTexts()).toEqual(["11:15"]);
    expect(await dialog.getByLabel("Length").locator("option").allInnerTexts()).toEqual(["45 minutes"]);
    expect(await dialog.getByLabel("Service").locator("option").allInnerTexts()).not.toContain(
      "Personalized Wellness Plans",
    );
    await expectNoViolations(page);
    await dialog.getByLabel("Name").fill(`Filler ${width}`);
    await dialog.getByRole("button", { name: /^Book (appointment$|\d)/ }).click();
    await adminToast(page, "Appointment scheduled for").waitFor();
    await page.goto(`/admin/appointments/${early.id}`);
    const chips = page.getByRole("group", { name: "Free times that day" }).getByRole("button");
    await expect.poll(() => chips.allInnerTexts()).toEqual(expect.arrayContaining(["09:45", "10:00"]));
    expect(await chips.allInnerTexts()).not.toContain("10:15");
    await page.getByLabel("Minutes").fill("45");
    await expect.poll(() => chips.allInnerTexts()).toEqual(expect.arrayContaining(["10:00", "10:15"]));
  },
);

test("Close closes, and what is wrong is said at its field", async () => {
  const { page } = await adminPage(site, { expectedErrors: REFUSED });
  await page.goto("/appointments?add=1");
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  await dialog.getByLabel("Email", { exact: true }).fill("nonsense");
  await dialog.getByRole("button", { name: /^Book (appointment$|\d)/ }).click();
  await dialog.getByText("Enter an email address in the correct format").waitFor();
  await dialog.getByText("Enter a time like 10:30").waitFor();
  expect(await dialog.getByLabel("Email", { exact: true }).inputValue()).toBe("nonsense");
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("");
});

test.each(byTurns(WIDTHS, 1))(
  "what waits is confirmed, cancelled and deleted, each after a question (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport });
    const day = addDays(TODAY, width === "phone" ? 410 : 411);
    const names = ["Una", "Vic"].map((name) => `${name} ${width}`);
    for (const [index, name] of names.entries()) {
      const time = `0${index * 2 + 1}:00`;
      const email = `${name.replace(" ", ".")}@example.com`;
      const { id } = await walkedIn(app, { day, time, name, email, despite: "on" });
      await setStatus(app, id, "Waiting");
    }
    await page.goto("/appointments?status=pending");
    const [una, vic] = names.map((name) => page.getByRole("row").filter({ hasText: name }));
    if (!una || !vic) throw new Error("Not listed");
    await showActions(una);
    await una.getByRole("button", { name: /^Confirm/ }).click();
    const question = page.getByRole("alertdialog");
    await question.getByRole("heading", { name: "Confirm this appointment?" }).waitFor();
    await expectNoViolations(page);
    await question.getByRole("button", { name: "Confirm appointment" }).click();
    await adminToast(page, "Confirmed. We have emailed the client.").waitFor();
    await una.waitFor({ state: "detached" });

    await showActions(vic);
    await vic.getByRole("link", { name: /^Cancel/ }).click();
    await page.getByRole("heading", { level: 1, name: `Cancel ${names[1]}?` }).waitFor();
    await page.getByLabel("Message to the client").fill("Imogen is away");
    await page.getByRole("button", { name: "Cancel: We are cancelling" }).click();
    await page.getByText("Cancelled. The time is free again.").waitFor();

    await page.goto(`/appointments?q=${names[1]}`);
    await vic.getByText("Cancelled").waitFor();
    await showActions(vic);
    await vic.getByRole("button", { name: /^Delete/ }).click();
    await question.getByRole("button", { name: "Keep" }).click();
    await vic.getByRole("button", { name: /^Delete/ }).click();
    await question.getByRole("button", { name: "Delete record" }).click();
    await page.getByText("No appointments found.").waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await expectNoViolations(page);
  },
);

test("the list is searched, filtered and sorted from the address, and several are changed at once", async () => {
  const { page, app } = await adminPage(site, { viewport: { width: 1440, height: 900 } });
  for (const [index, name] of ["Zoe Bulk", "Abe Bulk"].entries()) {
    await walkedIn(app, { day: addDays(TODAY, 420 + index), time: NIGHT, name, despite: "on" });
  }
  await page.goto("/appointments");
  await page.getByRole("searchbox", { name: "Search" }).fill("bulk");
  await page.waitForURL("**/appointments?q=bulk&sort=-date");
  const rows = page.getByRole("row").filter({ hasText: "Bulk" });
  await expect.poll(() => rows.count()).toBe(2);
  const byName = page.getByRole("columnheader", { name: "Name" });
  await byName.getByRole("link").click();
  // The later of the two stands first by date as well: it is the header that tells when the names are in order.
  await expect.poll(() => byName.getAttribute("aria-sort")).toBe("ascending");
  expect(await rows.first().textContent()).toContain("Abe Bulk");

  await page.getByRole("checkbox", { name: /Pick Abe/ }).check();
  await page.getByRole("checkbox", { name: /Pick Zoe/ }).check();
  await page.getByRole("button", { name: "Cancel all" }).click();
  await page.getByRole("radio", { name: /^The client asked/ }).check();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel 2 appointments" }).click();
  await adminToast(page, "Cancelled: 2.").waitFor();
  await expect.poll(() => rows.getByText("Cancelled").count()).toBe(2);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("appointments.csv");
});

test.each(byTurns(WIDTHS, 0))(
  "one appointment is moved and moved back, noted and attended (%s)",
  async (width, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
    const day = addDays(TODAY, width === "phone" ? 430 : 431);
    const name = `Mo ${width}`;
    const { id, start } = await walkedIn(app, { day, time: NIGHT, name, therapist: "tom-ellery", despite: "on" });
    const read = () => app.db.kysely.selectFrom("appointments").selectAll().where("id", "=", id).executeTakeFirst();
    await page.goto(`/admin/appointments/${id}`);
    await page.getByRole("heading", { level: 1, name }).waitFor();
    await expectNoViolations(page);
    await page.getByLabel("Time", { exact: true }).fill("04:00");
    await page.getByRole("button", { name: "Move appointment" }).click();
    await page.getByRole("button", { name: "Move anyway" }).click();
    await adminToast(page, name).waitFor();
    expect((await read())?.starts_at).toBe(start + 3_600_000);
    await adminToast(page, name).getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await read())?.starts_at).toBe(start);

    await page.getByLabel("Private note").fill("Prefers the quiet room");
    await page.getByRole("button", { name: "Save note" }).click();
    await adminToast(page, "Saved.").waitFor();
    await page.getByRole("button", { name: "Arrived" }).click();
    await adminToast(page, `${name}: Arrived.`).waitFor();
    await page.reload();
    expect(await page.getByLabel("Private note").inputValue()).toBe("Prefers the quiet room");
    await page.getByRole("button", { name: "Remove" }).waitFor();

    // Someone else moves the appointment while this form is being typed.
    await page.getByLabel("Time", { exact: true }).fill("06:00");
    const theirs = { appointmentId: id, start: start + 7_200_000, despite: true };
    expect((await moveAppointment(app, { kind: "admin", userId: "none" }, theirs)).kind).toBe("moved");
    await page.getByLabel("Time", { exact: true }).press("Enter");
    await adminToast(page, "Someone else moved this to").waitFor();
    await page.getByText("Someone changed this appointment while you were typing.").waitFor();
    expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("06:00");
    expect((await read())?.starts_at).toBe(theirs.start);
  },
);

test("what is typed before the page's script has started is what the script knows", async () => {
  const { page, app } = await adminPage(site, { expectedErrors: REFUSED });
  const place = { day: addDays(TODAY, 432), time: NIGHT, therapist: "tom-ellery", despite: "on" } as const;
  const { id, start } = await walkedIn(app, { ...place, name: "Early Typist" });
  let begin = () => {};
  const typed = new Promise<void>((resolve) => {
    begin = resolve;
  });
  await page.route("**/assets/entry.client*", async (route) => {
    await typed;
    await route.continue();
  });
  // The frame's own: the page's waits until the script runs.
  await page.mainFrame().goto(`/admin/appointments/${id}`, { waitUntil: "commit" });
  const time = page.getByLabel("Time", { exact: true });
  await time.fill("04:00");
  await page.getByLabel("Minutes").fill("75");
  await page.getByLabel("Therapist", { exact: true }).selectOption({ label: "Priya Sandhu" });
  begin();
  await page.getByRole("button", { name: "Move appointment" }).click();
  await page.getByRole("button", { name: "Move anyway" }).click();
  await adminToast(page, "Early Typist").waitFor();
  const read = () => app.db.kysely.selectFrom("appointments").selectAll().where("id", "=", id).executeTakeFirst();
  expect(await read()).toMatchObject({ starts_at: start + 3_600_000, minutes: 75 });
  expect((await read())?.therapist_id).toContain("priya");
});

test.each(byTurns(WIDTHS, 1))(
  "a date is typed in one go, and what narrows the list can be seen (%s)",
  async (_, viewport) => {
    const { page } = await adminPage(site, { viewport });
    await page.goto("/appointments");
    await page.getByText("More filters").click();
    const from = page.getByLabel("From");
    await from.focus();
    // Day and month alike: which comes first is the browser's own.
    await page.keyboard.type("11112031");
    await page.waitForURL(/from=2031-11-11/);
    await page.getByText("No appointments found.").waitFor();
    await expect.poll(() => from.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await from.inputValue()).toBe("2031-11-11");
    expect(await page.getByText("More filters, 1 in use").isVisible()).toBe(true);
    await page.reload();
    expect(await from.isVisible()).toBe(true);
    await page.getByRole("link", { name: "Cancelled", exact: true }).click();
    await page.waitForURL(/status=cancelled/);
    await expect.poll(() => from.inputValue()).toBe("");
    expect(await page.getByLabel("Status").inputValue()).toBe("cancelled");
  },
);
