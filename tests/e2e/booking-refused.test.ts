import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { systemClock } from "#app/platform/clock.server.ts";
import { addDays, localDateOf, localTimeOf } from "#app/platform/date-time.ts";
import { expectNoViolations } from "#tests/support/axe.ts";
import {
  bookByApi,
  CONFIRM,
  chooseTime,
  confirm,
  fillPerson,
  openBooking,
  PERSON,
  untilScheduled,
} from "#tests/support/booking-page.ts";
import { newPage } from "#tests/support/browser.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
// The browser itself notes every answer of 4xx to a request of a script.
const refused = { expectedErrors: [/Failed to load resource.*(409|422)/] };
const wrong = { name: "Ada Smith", phone: "12", email: "ada" };

test("errors are summed up with the focus on them, tied to their fields, and nothing typed is lost", async () => {
  const page = await newPage(site.url, refused);
  await openBooking(page);
  const { start } = await chooseTime(page, 1);
  await fillPerson(page, wrong);
  await confirm(page);

  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await summary.waitFor();
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await summary.getByRole("link").allTextContents()).toEqual([
    "Enter a phone number, like 01632 960 001, 07700 900 982 or +44 808 157 0192",
    "Enter an email address in the correct format, like name@example.com",
  ]);
  await expectKept(page, { ...wrong, start });
  for (const field of ["phone", "email"]) {
    const input = page.locator(`input[name=${field}]`);
    expect(await input.getAttribute("aria-invalid")).toBe("true");
    const described = (await input.getAttribute("aria-describedby"))?.split(" ") ?? [];
    const words = await Promise.all(described.map((id) => page.locator(`[id="${id}"]`).textContent()));
    expect(words.join(" ")).toContain("Error: Enter a");
  }
  expect(await page.locator("input[name=name]").getAttribute("aria-invalid")).toBeNull();

  await summary.getByRole("link").first().click();
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe("phone");
  await confirm(page);
  await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
  await fillPerson(page, { phone: PERSON.phone, email: PERSON.email });
  await confirm(page);
  await untilScheduled(page);
});

test("without a script and without a time the summary leads to the times", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false, ...refused });
  await openBooking(page);
  await fillPerson(page);
  await confirm(page);
  const link = page.getByRole("alert").getByRole("link", { name: "Choose a day and a time" });
  await link.click();
  await page.waitForURL(/#start$/);
  expect(await page.getByLabel("Full name").inputValue()).toBe(PERSON.name);
});

test("without a script a wrong form comes back whole, with its errors", async () => {
  const page = await newPage(site.url, { javaScriptEnabled: false, ...refused });
  await openBooking(page);
  const { start } = await chooseTime(page, 1);
  // What the browser itself lets through, and we don't.
  const typed = { name: "Ada Smith", phone: "+12", email: PERSON.email };
  await fillPerson(page, typed);
  await confirm(page);
  await page.getByRole("heading", { name: "There is a problem" }).waitFor();
  await expectKept(page, { ...typed, start });
  await fillPerson(page, PERSON);
  await confirm(page);
  await untilScheduled(page);
});

test.each([
  ["with a script, the same time with somebody else", 0, true, true],
  ["with a script, a time close to it", 1, true, false],
  ["without one, the same time with somebody else", 2, false, true],
])("a time taken meanwhile: told at once, everything kept, and one press books %s", async (_, nth, script, other) => {
  const page = await newPage(site.url, { javaScriptEnabled: script, ...refused });
  const input = { service: "deep-tissue-massage", therapist: "tom-ellery" };
  const { day, start } = await sharedTime(input, nth);
  await openBooking(page, `?service=${input.service}&therapist=${input.therapist}&day=${day}&start=${start}`);
  const label = localTimeOf(Date.parse(start), "Europe/London");
  await fillPerson(page);
  expect(await bookByApi(site.url, { ...input, start })).toBe(201);
  await confirm(page);

  const told = page.getByRole("alert").filter({ hasText: `${label} has just been taken` });
  await told.waitFor();
  if (script)
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toMatch(/just been taken/);
  expect(await page.getByLabel("Full name").inputValue()).toBe(PERSON.name);
  expect(await page.getByLabel("Phone").inputValue()).toBe(PERSON.phone);
  expect(await page.getByLabel("E-mail").inputValue()).toBe(PERSON.email);
  const taken = page.locator(`[name=start][value="${start}"]`);
  await expect.poll(() => taken.count()).toBe(0);
  expect(await page.getByRole("button", { name: CONFIRM }).count()).toBe(script ? 0 : 1);
  const instead = await told.getByRole("button").allTextContents();
  expect(instead.length).toBeGreaterThan(3);
  for (const words of instead.slice(0, -3)) expect(words).toMatch(new RegExp(`^${label} with (Imogen|Priya) `));
  for (const words of instead.slice(-3)) expect(words).not.toContain("with");
  expect(await told.getByRole("link", { name: /^All times on \w+day$/ }).getAttribute("href")).toBe("#start");
  await told
    .getByRole("button")
    .nth(other ? 0 : -1)
    .click();
  await untilScheduled(page);
  const details = (await page.getByRole("main").textContent()) ?? "";
  expect(details).toContain(other ? label : instead.at(-1));
  const name = other ? (instead[0] ?? "").split(" with ")[1] : "Tom Ellery";
  expect(details).toContain(name);
});

test("the button pressed twice books once", async () => {
  const page = await newPage(site.url);
  await openBooking(page, "?service=sport-foot-massage&therapist=priya-sandhu");
  const { start } = await chooseTime(page, 2);
  await fillPerson(page);
  await page.getByRole("button", { name: CONFIRM }).dblclick();
  await untilScheduled(page);
  const day = start.slice(0, 10);
  const query = `service=sport-foot-massage&therapist=priya-sandhu&from=${day}&to=${day}`;
  const { days } = await (await fetch(`${site.url}/api/availability?${query}`)).json();
  expect(days[0].slots.map((slot: { start: string }) => slot.start)).not.toContain(start);
});

/** A time that the therapist and at least one other can give, each time on another day. */
async function sharedTime({ service, therapist }: { service: string; therapist: string }, nth: number) {
  const today = localDateOf(systemClock.now(), "Europe/London");
  const query = `service=${service}&from=${addDays(today, 7)}&to=${addDays(today, 40)}`;
  const answer = await (await fetch(`${site.url}/api/availability?${query}`)).json();
  const days = answer.days as { date: string; slots: { start: string; therapists: string[] }[] }[];
  const found = days.flatMap(({ date, slots }) => {
    const slot = slots.find(({ therapists }) => therapists.includes(therapist) && therapists.length > 1);
    return slot && slots.length > 8 ? [{ day: date, start: slot.start }] : [];
  })[nth];
  if (!found) throw new Error("Nobody shares a time");
  return found;
}

async function expectKept(page: Page, kept: typeof PERSON & { start: string }): Promise<void> {
  expect(await page.getByLabel("Full name").inputValue()).toBe(kept.name);
  expect(await page.getByLabel("Phone").inputValue()).toBe(kept.phone);
  expect(await page.getByLabel("E-mail").inputValue()).toBe(kept.email);
  expect(await page.locator("input[name=start]:checked").inputValue()).toBe(kept.start);
}

test("the same device is asked before it books a second appointment at the same time", async () => {
  const page = await newPage(site.url, { viewport: { width: 390, height: 800 }, ...refused });
  const input = { service: "deep-tissue-massage", therapist: "imogen-hartley" };
  const { day, start } = await sharedTime(input, 9);
  const query = `?service=${input.service}&day=${day}`;
  await openBooking(page, query);
  await chooseAt(page, start);
  await fillPerson(page);
  await confirm(page);
  await untilScheduled(page);
  await openBooking(page, query);
  await chooseAt(page, start);
  await fillPerson(page);
  await confirm(page);
  const asked = page.getByRole("alert").filter({
    hasText: `You already have an appointment at ${localTimeOf(Date.parse(start), "Europe/London")} that day`,
  });
  await asked.waitFor();
  await expectNoViolations(page);
  const keep = asked.getByRole("link", { name: "Keep the first" });
  expect(await keep.getAttribute("href")).toMatch(/^\/booking\//);
  await asked.getByRole("button", { name: "Move it here" }).waitFor();
  await asked.getByRole("button", { name: "Book both" }).click();
  await untilScheduled(page);
});

/** The same start, with whoever is still free. */
async function chooseAt(page: Page, start: string): Promise<void> {
  await page.locator(`input[type=radio][name=start][value="${start}"]`).check();
}
