import type { Locator, Page } from "playwright-core";
import { afterEach, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { COLOUR_RULES, expectNoViolations } from "#tests/support/axe.ts";
import { byTurns } from "#tests/support/by-turns.ts";
import { DESK_DAY, deskSite, deskTask, nobodyBooked } from "#tests/support/desk-site.ts";
import { walkedIn as walked } from "#tests/support/practice.ts";

const site = deskSite();
const SIZES = [
  ["390", { width: 390, height: 844 }],
  ["1440", { width: 1440, height: 900 }],
] as const;
const DAY = `/admin/diary?view=day&date=${DESK_DAY}`;
const HOUR_MS = 3_600_000;

const entryOf = (page: Page, name: string) => page.locator(".diary-entry").filter({ hasText: name });

// The app beside the site knows the real time, to which that day is past.
const walkedIn = (app: AppContext, typed: Parameters<typeof walked>[1]) => walked(app, { ...typed, despite: "on" });

function placeOf(app: AppContext, id: string) {
  return app.db.kysely
    .selectFrom("appointments")
    .select(["starts_at", "therapist_id", "minutes", "price_pence", "status"])
    .where("id", "=", id)
    .executeTakeFirst();
}

// Each test begins with an empty day.
afterEach(() => nobodyBooked(site));

/** On a phone toasts lie over the foot of the diary. */
async function pressEntry(entry: Locator) {
  await entry.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await entry.click();
}

/** Of a column that a phone has not in view, the name is pressed first: one press more. */
async function showColumn(page: Page, name: string) {
  const names = page.getByRole("navigation", { name: "Therapists in view" });
  if (await names.isVisible()) await names.getByRole("link", { name: new RegExp(`^${name}`) }).click();
}

test.each(byTurns(SIZES, 0))(
  "two swap in three presses, with one mail each, and Undo swaps them back (%s)",
  async (_, viewport) => {
    const { page, app } = await adminPage(site, { viewport });
    const tom = { day: DESK_DAY, therapist: "tom-ellery" };
    const one = await walkedIn(app, { ...tom, time: "13:00", name: "Nia First", email: "nia@example.com" });
    const other = await walkedIn(app, { ...tom, time: "15:00", name: "Otto Second", email: "otto@example.com" });
    await page.goto(DAY);
    await showColumn(page, "Tom");
    const task = deskTask();
    await task.press(entryOf(page, "Nia First"));
    const card = page.getByRole("dialog", { name: "Nia First", exact: true });
    await card.getByText("13:00 to 14:00").waitFor();
    await expectNoViolations(page);
    await task.press(card.getByRole("button", { name: "Swap with…" }));
    await page.getByText("Choose who swaps with Nia First, 13:00").waitFor();
    await expectNoViolations(page);
    await task.press(entryOf(page, "Otto Second"));
    const toast = adminToast(page, /Nia First: .* at 15:00\. Otto Second: .* at 13:00\./);
    await toast.waitFor();
    expect(task.cost()).toBe("3/0");
    expect(await placeOf(app, one.id)).toMatchObject({ starts_at: other.start });
    expect(await placeOf(app, other.id)).toMatchObject({ starts_at: one.start });
    const mails = await app.db.kysely
      .selectFrom("outbox")
      .select("subject_id")
      .where("kind", "=", "appointment-rescheduled-client")
      .where("done_at", "is", null)
      .execute();
    expect(mails.map(({ subject_id }) => subject_id).sort()).toEqual([one.id, other.id].sort());
    await toast.getByRole("button", { name: "Undo" }).click();
    await adminToast(page, /Nia First: .* at 13:00\. Otto Second: .* at 15:00\./).waitFor();
    expect(await placeOf(app, one.id)).toMatchObject({ starts_at: one.start });
  },
);

test.each(byTurns(SIZES, 1))(
  "a card doubles the length at its price, marks, cancels and takes each back (%s)",
  async (_, viewport) => {
    const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED, colorScheme: "dark" });
    const tom = { day: DESK_DAY, therapist: "tom-ellery", minutes: "30", service: "sport-foot-massage" };
    const { id } = await walkedIn(app, { ...tom, time: "12:00", name: "Lena Long", phone: "07700 900411" });
    await walkedIn(app, { ...tom, time: "14:30", name: "Next Nora" });
    await page.goto(DAY);
    await showColumn(page, "Tom");
    const lena = entryOf(page, "Lena Long");
    const card = page.getByRole("dialog", { name: "Lena Long", exact: true });
    const double = deskTask();
    await double.press(lena);
    await expectNoViolations(page, COLOUR_RULES);
    expect(await card.getByRole("link", { name: "Call Lena Long" }).getAttribute("href")).toBe("tel:07700900411");
    await double.press(card.getByRole("button", { name: "Double the length" }));
    const toast = adminToast(page, /Lena Long: .* at 12:00, 60 min, £\d+/);
    await toast.waitFor();
    expect(double.cost()).toBe("2/0");
    expect(await placeOf(app, id)).toMatchObject({ minutes: 60 });
    await toast.getByRole("button", { name: "Undo" }).click();
    await adminToast(page, /Lena Long: .* at 12:00, 30 min/).waitFor();
    expect(await placeOf(app, id)).toMatchObject({ minutes: 30 });

    // Its lower edge is pulled down by a quarter of an hour.
    const resize = deskTask();
    await lena.filter({ hasText: "30 min" }).waitFor();
    await resize.drag(lena, { edge: true, minutes: 15 });
    await expect.poll(async () => (await placeOf(app, id))?.minutes).toBe(45);
    expect(resize.cost()).toBe("1/0");
    await lena.filter({ hasText: "45 min" }).waitFor();
    await pressEntry(lena);
    await card.getByRole("button", { name: "15 minutes shorter" }).click();
    await lena.filter({ hasText: "30 min" }).waitFor();
    expect(await placeOf(app, id)).toMatchObject({ minutes: 30 });

    await lena.focus();
    await page.keyboard.press("Enter");
    await card.getByRole("button", { name: "Cancel" }).click();
    await card.getByRole("button", { name: "The client asked to cancel" }).click();
    const cancelled = adminToast(page, "Lena Long: cancelled. The time is free again.");
    await cancelled.waitFor();
    expect(await placeOf(app, id)).toMatchObject({ status: "Cancelled" });
    await cancelled.getByRole("button", { name: "Undo" }).click();
    await adminToast(page, "Appointment restored.").waitFor();
    expect(await placeOf(app, id)).toMatchObject({ status: "Confirmed" });
    await pressEntry(lena);
    await card.getByRole("button", { name: "Arrived" }).click();
    await adminToast(page, "Lena Long: Arrived.").waitFor();

    await card.waitFor({ state: "detached" });
    await pressEntry(entryOf(page, "Next Nora"));
    await page.getByRole("dialog", { name: "Next Nora", exact: true }).getByRole("link", { name: "Open" }).click();
    await page.getByRole("heading", { level: 1, name: "Next Nora" }).waitFor();
  },
);

test("by keyboard: a swap is begun, ended by Escape, and refused where the longer one does not fit", async () => {
  const { page, app } = await adminPage(site, { viewport: SIZES[1][1], expectedErrors: REFUSED });
  const long = { day: DESK_DAY, therapist: "tom-ellery", minutes: "90", time: "12:00", name: "Long Lou" };
  const { id, start } = await walkedIn(app, long);
  await walkedIn(app, { day: DESK_DAY, therapist: "imogen-hartley", time: "14:00", name: "Short Sue" });
  await walkedIn(app, { day: DESK_DAY, therapist: "imogen-hartley", time: "15:15", name: "After Ann" });
  await page.goto(DAY);
  const begin = async () => {
    await entryOf(page, "Long Lou").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Swap with…" }).focus();
    await page.keyboard.press("Enter");
    await page.getByText("Choose who swaps with Long Lou, 12:00").waitFor();
  };
  await begin();
  await page.keyboard.press("Escape");
  await page.getByText("Choose who swaps with").waitFor({ state: "detached" });
  await begin();
  await entryOf(page, "Short Sue").focus();
  await page.keyboard.press("Enter");
  await adminToast(page, "Long Lou’s 90 minutes do not fit at 14:00. Nothing has changed.").waitFor();
  expect(await placeOf(app, id)).toMatchObject({ starts_at: start });
  expect(start % HOUR_MS).toBe(0);
});

test.each(byTurns(SIZES, 0))("a booking at the desk is undone from its toast (%s)", async (width, viewport) => {
  const { page, app } = await adminPage(site, { viewport, expectedErrors: REFUSED });
  const name = `Una Undone ${width}`;
  await page.goto(`/appointments?add=1&day=${DESK_DAY}&time=15:00&with=tom-ellery`);
  const form: Locator = page.getByRole("dialog", { name: "Add Appointment" });
  await form.getByLabel("Client").fill(name);
  await form.getByRole("option", { name: /^New client called/ }).click();
  await form.getByRole("button", { name: /^Book 15:00/ }).click();
  const toast = adminToast(page, "Appointment scheduled for");
  await toast.getByRole("button", { name: "Undo" }).click();
  await adminToast(page, "Booking undone. The time is free again.").waitFor();
  expect(await app.db.kysely.selectFrom("appointments").select("id").where("name", "=", name).execute()).toEqual([]);
});

test("a press in the week of everybody or in the month opens the card, and what it changes can be undone", async () => {
  const { page, app } = await adminPage(site, { viewport: SIZES[1][1] });
  const tom = { day: DESK_DAY, therapist: "tom-ellery" };
  const one = await walkedIn(app, { ...tom, time: "13:00", name: "Wanda Week" });
  for (const view of ["week", "month"]) {
    await page.goto(`/admin/diary?view=${view}&date=${DESK_DAY}`);
    await page.locator(".diary-event").filter({ hasText: "Wanda Week" }).click();
    const card = page.getByRole("dialog", { name: "Wanda Week", exact: true });
    await card.getByText("13:00 to 14:00").waitFor();
    await expectNoViolations(page);
    await card.getByRole("button", { name: "15 minutes longer" }).click();
    const toast = adminToast(page, /Wanda Week/);
    await expect.poll(async () => (await placeOf(app, one.id))?.minutes).toBe(75);
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await placeOf(app, one.id))?.minutes).toBe(60);
  }
});
