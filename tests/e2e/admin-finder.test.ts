import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { addDays, localTimeOf, startOfDay } from "#app/platform/date-time.ts";
import { REFUSED } from "#tests/support/admin-edit-page.ts";
import { adminPage, adminToast } from "#tests/support/admin-page.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import { walkedIn } from "#tests/support/practice.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
// A Wednesday, when Tom works from nine to five.
const DAY = "2031-05-21";
const MARIA = { name: "Maria Łopes", phone: "07700 900127", email: "maria@example.com" };
const WIDTHS = [
  ["phone", { width: 390, height: 844 }],
  ["desk", { width: 1440, height: 900 }],
] as const;

/** Counts what a hand does: presses, and letters typed. */
function hand(page: Page) {
  const done = { presses: 0, letters: 0 };
  return {
    done,
    async press(what: Locator, position?: { x: number; y: number }) {
      done.presses += 1;
      await what.click(position && { position });
    },
    async type(letters: string) {
      done.letters += letters.length;
      await page.keyboard.type(letters);
    },
  };
}

function focusedOn(page: Page) {
  return page.evaluate(() => document.activeElement?.id);
}

test("a known client is booked in four presses and three letters, on a phone from the diary's list", async () => {
  const { page, app } = await adminPage(site, { viewport: WIDTHS[0][1], hasTouch: true });
  await mariasLast(app, "2031-05-07");
  await page.goto(`/admin/diary?view=list&date=${DAY}`);
  const { press, type, done } = hand(page);
  await press(page.getByRole("region", { name: /Wednesday/ }).getByRole("link", { name: /^Add/ }));
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  await expect.poll(() => focusedOn(page)).toBe("find");
  await type("lop");
  const maria = page.getByRole("option", { name: /Maria Łopes/ });
  await maria.waitFor();
  await expectNoViolations(page);
  await press(maria);
  await dialog.getByRole("region", { name: "Chosen: Maria Łopes" }).waitFor();
  expect(await dialog.getByLabel("Length").inputValue()).toBe("90");
  expect(await dialog.getByLabel("Therapist").inputValue()).toBe("tom-ellery");
  expect(await dialog.getByLabel("Phone").inputValue()).toBe("07700 900 127");
  await press(dialog.getByRole("button", { name: "10:00", exact: true }));
  await press(dialog.getByRole("button", { name: /^Book (appointment$|\d)/ }));
  await adminToast(page, "Appointment scheduled for").waitFor();
  expect(done).toEqual({ presses: 4, letters: 3 });
  expect(await bookedOn(app, DAY)).toEqual({ time: "10:00", minutes: 90, email: MARIA.email, therapist: "tom-ellery" });
});

test("on a desk a press on an empty place carries therapist and time: three presses", async () => {
  const { page, app } = await adminPage(site, { viewport: WIDTHS[1][1] });
  const day = "2031-05-28";
  await mariasLast(app, "2031-05-14");
  await page.goto(`/admin/diary?view=day&date=${day}`);
  await expect.poll(() => page.getByRole("button", { name: "Block time" }).isEnabled()).toBe(true);
  const answer = await holdAnswers(page);
  const { press, type, done } = hand(page);
  const empty = page.getByRole("region", { name: "Imogen", exact: true }).locator("[data-column]");
  const height = (await empty.boundingBox())?.height ?? 0;
  // From eight to six: a fifth down is ten in the morning.
  await press(empty, { x: 80, y: height * 0.21 });
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  await expect.poll(() => focusedOn(page)).toBe("find");
  expect(await dialog.getByLabel("Time", { exact: true }).inputValue()).toBe("10:00");
  answer();
  await type("lop");
  await press(page.getByRole("option", { name: /Maria Łopes/ }));
  await dialog.getByRole("region", { name: "Chosen: Maria Łopes" }).waitFor();
  await press(dialog.getByRole("button", { name: /^Book (appointment$|\d)/ }));
  await adminToast(page, "Appointment scheduled for").waitFor();
  expect(done).toEqual({ presses: 3, letters: 3 });
  expect(await bookedOn(app, day)).toMatchObject({ time: "10:00", minutes: 90, therapist: "imogen-hartley" });
});

/** She was with Tom for an hour and a half. */
function mariasLast(app: AppContext, day: string) {
  return walkedIn(app, { ...MARIA, day, time: "10:00", minutes: "90", therapist: "tom-ellery", despite: "on" });
}

async function bookedOn(app: AppContext, day: string) {
  const row = await app.db.kysely
    .selectFrom("appointments")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(["minutes", "email", "starts_at", "slug as therapist"])
    .where("starts_at", ">=", startOfDay(day, "Europe/London"))
    .where("starts_at", "<", startOfDay(addDays(day, 1), "Europe/London"))
    .executeTakeFirst();
  if (!row) return null;
  const { starts_at, ...rest } = row;
  return { ...rest, time: localTimeOf(starts_at, "Europe/London") };
}

test("by keyboard alone: arrows choose, Enter takes, Escape closes the list and not the dialog", async () => {
  const { page, app } = await adminPage(site, { viewport: WIDTHS[1][1], expectedErrors: REFUSED });
  for (const [index, name] of ["Zora Quill", "Zoltan Quill"].entries()) {
    await walkedIn(app, { name, day: `2031-06-0${index + 3}`, time: "03:00", despite: "on" });
  }
  await page.goto(`/appointments?add=1&day=2031-06-11&time=04:00`);
  const field = page.getByRole("combobox", { name: "Client" });
  await expect.poll(() => focusedOn(page)).toBe("find");
  await page.keyboard.type("quill");
  const options = page.getByRole("listbox", { name: "Client" }).getByRole("option");
  await expect.poll(() => options.count()).toBe(3);
  await page.keyboard.press("Escape");
  await options.first().waitFor({ state: "detached" });
  expect(await field.getAttribute("aria-expanded")).toBe("false");
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  await page.keyboard.press("ArrowDown");
  await options.first().waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await dialog.getByRole("region", { name: /^Chosen: Zo\w+ Quill$/ }).waitFor();
  // The time was chosen already: the next Enter books, outside of hours after a question.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Book \d/);
  await page.keyboard.press("Enter");
  await dialog.getByText("That is outside working hours").waitFor();
});

test("a name that nobody has is a new client's, after a warning where the number is known", async () => {
  const { page, app } = await adminPage(site, { viewport: WIDTHS[0][1], expectedErrors: REFUSED, colorScheme: "dark" });
  await walkedIn(app, { ...MARIA, day: "2031-06-18", time: "09:00", therapist: "tom-ellery" });
  await page.goto(`/appointments?add=1&day=2031-06-18&time=13:00&with=tom-ellery`);
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  await dialog.getByRole("combobox", { name: "Client" }).fill("Ben Łopes");
  const newClient = page.getByRole("option", { name: "New client called “Ben Łopes”" });
  await newClient.waitFor();
  await expectNoViolations(page);
  // While a list is open, what stands around it is hidden from those who can't see; a press gets through.
  await dialog.locator("[data-book]").click();
  await dialog.getByText("Choose a client of the list").waitFor();
  await dialog.getByRole("combobox", { name: "Client" }).fill("Ben Łope");
  await page.getByRole("option", { name: "New client called “Ben Łope”" }).click();
  await expect.poll(() => dialog.getByLabel("Name").inputValue()).toBe("Ben Łope");
  await expect.poll(() => focusedOn(page)).toBe("phone");
  await page.keyboard.type(MARIA.phone);
  await dialog.getByRole("button", { name: /^Book (appointment$|\d)/ }).click();
  await dialog.getByText("07700 900 127 is the number of Maria Łopes. This makes a new client.").waitFor();
  await dialog.getByRole("button", { name: "Book anyway" }).click();
  await adminToast(page, "Appointment scheduled for").waitFor();
});

test("without a script it is a page: a search, a list of links, a form", async () => {
  const { page, app } = await adminPage(site, { javaScriptEnabled: false, expectedErrors: REFUSED });
  await walkedIn(app, {
    ...MARIA,
    name: "Plain Paula",
    phone: "07700 900188",
    email: "pp@example.com",
    day: "2031-06-25",
    time: "09:00",
    therapist: "tom-ellery",
  });
  await page.goto("/appointments?add=1&day=2031-06-25&time=03:00");
  await page.getByRole("link", { name: "Add the appointment" }).click();
  await page.getByRole("searchbox", { name: "Client" }).fill("900188");
  await page.getByRole("button", { name: "Find" }).click();
  await page.getByRole("list", { name: "Clients found" }).getByRole("link", { name: "Plain Paula" }).click();
  expect(await page.getByLabel("Email", { exact: true }).inputValue()).toBe("pp@example.com");
  expect(await page.getByLabel("Time", { exact: true }).inputValue()).toBe("03:00");
  await page.getByRole("button", { name: /^Book (appointment$|\d)/ }).click();
  await page.getByText("That is outside working hours").waitFor();
  await page.getByRole("button", { name: "Book anyway" }).click();
  await page.getByRole("heading", { level: 1, name: "Plain Paula" }).waitFor();
});

const BY_LINK = (page: Page) => page.getByRole("link", { name: "Add Appointment" }).first().click();
const WAYS = [
  ["the list", "/appointments", BY_LINK],
  ["the diary", "/admin/diary?view=day", BY_LINK],
  ["the dashboard", "/admin", BY_LINK],
  ["the palette", "/admin/clients", byPalette],
  ["the palette, by a finger", "/admin/diary?view=week", byFinger],
] as const;

async function byPalette(page: Page) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Client, reference, page or action" }).fill("add app");
  await page.getByRole("option", { name: "Add Appointment" }).waitFor();
  await page.keyboard.press("Enter");
}

async function byFinger(page: Page) {
  await page.keyboard.press("Control+k");
  await page.getByRole("option", { name: "Add Appointment" }).click();
}

async function holdAnswers(page: Page) {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route("**/*.data*", async (route) => {
    await held;
    await route.continue();
  });
  return () => answer();
}

/** Until then a press on a link loads a page, as anywhere. */
async function scriptHasStarted(page: Page) {
  const palette = page.getByRole("dialog", { name: "Find" });
  await expect
    .poll(async () => {
      await page.keyboard.press("Control+k");
      return palette.isVisible();
    })
    .toBe(true);
  await page.keyboard.press("Escape");
  await palette.waitFor({ state: "detached" });
}

test.each(WAYS)("every letter from the first key is taken from %s", async (_, at, press) => {
  const { page } = await adminPage(site, { viewport: WIDTHS[1][1] });
  await page.goto(at);
  await scriptHasStarted(page);
  // The server answers when the name has long been typed.
  const answer = await holdAnswers(page);
  await press(page);
  await page.keyboard.type("jones", { delay: 90 });
  const field = page.getByRole("combobox", { name: "Client" });
  expect(await field.inputValue()).toBe("jones");
  answer();
  await page.waitForURL(/[?&]add=1/);
  await page.getByRole("option", { name: "New client called “jones”" }).waitFor();
  expect(await field.inputValue()).toBe("jones");

  // Enter makes no client of a few letters, nor of a name alone.
  await page.keyboard.press("Enter");
  await field.fill("ar");
  await page.keyboard.press("Enter");
  expect(await page.getByRole("option", { name: /New client/ }).count()).toBe(0);
  expect(await page.getByLabel("Name").inputValue()).toBe("");
  await field.fill("07700 900555");
  await page.getByRole("option", { name: "New client with “07700 900555”" }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.getByLabel("Phone").inputValue()).toBe("07700 900555");
  const dialog = page.getByRole("dialog", { name: "Add Appointment" });
  await expect.poll(() => dialog.getByLabel("Service").inputValue()).not.toBe("");
  expect(await dialog.getByLabel("Date").inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/);
});

test("closed before the server has answered, the dialog leaves the page as it was", async () => {
  const { page } = await adminPage(site, { viewport: WIDTHS[1][1] });
  await page.goto("/admin");
  await scriptHasStarted(page);
  await page.route("**/appointments.data*", () => {});
  await BY_LINK(page);
  await page.getByRole("dialog", { name: "Add Appointment" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("heading", { level: 1, name: /^Today: / }).waitFor();
  expect(page.url()).not.toContain("add=1");
});

test("a form starts clean: what was typed before is offered, and the finder is not filled", async () => {
  const { page } = await adminPage(site, { viewport: WIDTHS[1][1] });
  await page.goto("/appointments?add=1");
  await expect.poll(() => focusedOn(page)).toBe("find");
  await page.keyboard.type("fern");
  await page.getByLabel("Name").fill("jones");
  await page.reload();
  await page.getByText("Continue with “jones”?").waitFor();
  await expect.poll(() => focusedOn(page)).toBe("find");
  await page.keyboard.type("li");
  expect(await page.getByRole("combobox", { name: "Client" }).inputValue()).toBe("li");
  expect(await page.getByLabel("Name").inputValue()).toBe("");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  expect(await page.getByLabel("Name").inputValue()).toBe("jones");
  expect(await page.getByRole("combobox", { name: "Client" }).inputValue()).toBe("li");
});
