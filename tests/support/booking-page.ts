import type { Page } from "playwright-core";
import { expect } from "vitest";
import { systemClock } from "#app/platform/clock.server.ts";
import { addDays, localDateOf, weekdayOf } from "#app/platform/date-time.ts";

export const PERSON = { name: "Ada Smith", phone: "07700 900982", email: "ada@example.com" };

export const CONFIRM = /^Confirm booking(?: for (?:two|\d times))?, pay £[\d.]+ at the practice$/;
const ENOUGH = 6;
const TIME = /^\d{1,2}:\d{2}(\s(AM|PM))?(?!\d)/;
export const SCHEDULED = /^Appointment scheduled for .+ at .+/;

/**
 * Opens the booking page on a day with free times, even late in the day, and waits until its script runs, if it has
 * one.
 */
export async function openBooking(page: Page, query = ""): Promise<void> {
  await page.goto(`/book${query}`);
  if ((await times(page).count()) < ENOUGH)
    await page.goto(`/book${query}${query ? "&" : "?"}day=${await fullDay(page)}`);
  await page.getByRole("heading", { level: 1, name: "Book Your Appointment" }).waitFor();
  const form = page.locator("form#booking");
  // With a script our own messages replace the browser's.
  if (await scripted(page)) await expect.poll(() => form.getAttribute("novalidate")).not.toBeNull();
}

/** A date in three days, or the Tuesday after where that would be a Sunday or Monday: all work then, and changes are free. */
export function laterDay(): string {
  const day = addDays(localDateOf(systemClock.now(), "Europe/London"), 3);
  // On Mondays not everyone works.
  const skipped: Record<number, number> = { 7: 2, 1: 1 };
  return addDays(day, skipped[weekdayOf(day)] ?? 0);
}

/** The day of the strip with the most free times. */
async function fullDay(page: Page): Promise<string> {
  const days = await page.locator("input[name=day]").evaluateAll((radios) =>
    radios.map((radio) => ({
      date: (radio as HTMLInputElement).value,
      left: Number(/(\d+) times? left/.exec(radio.ariaLabel ?? "")?.[1] ?? 0),
    })),
  );
  const best = days.toSorted((a, b) => b.left - a.left)[0];
  if (!best || best.left < ENOUGH) throw new Error(`No day with enough times: ${JSON.stringify(days)}`);
  return best.date;
}

/** The times of the chosen day, as radios. */
export function times(page: Page) {
  return page.getByRole("radio", { name: TIME });
}

/** Chooses the nth of the times that are shown, or the last. Returns its instant and its label: `10:30`. */
export async function chooseTime(page: Page, nth = 0): Promise<{ start: string; label: string }> {
  const change = page.getByRole("link", { name: "Change the day or time" });
  if (await change.isVisible()) await change.click();
  await times(page).first().waitFor();
  const radio = times(page).nth(Math.min(nth, (await times(page).count()) - 1));
  const start = await radio.inputValue();
  const shown = (await radio.locator("xpath=..").textContent()) ?? "";
  // On a phone the times fold away as soon as one is pressed.
  await page.locator(`input[type=radio][name=start][value="${start}"]`).check();
  return { start, label: TIME.exec(shown)?.[0] ?? "" };
}

/** A day's title, of what its cell is called: `Today, Friday 27 November`. */
export function titleIn(label: string | null): string {
  return (label ?? "").replace(/, (\d+ times? left|full)$/, "");
}

/** Chooses another treatment, by its title. */
export async function chooseTreatment(page: Page, title: string): Promise<void> {
  const button = page.getByRole("button", { name: /^Treatment/ });
  if (!(await button.isVisible())) await page.getByText("Change treatment, length or therapist").click();
  await button.click();
  await page.getByRole("dialog", { name: "What would you like?" }).getByRole("link", { name: title }).click();
}

/** The slug of the chosen treatment. */
export function treatmentOn(page: Page): Promise<string> {
  return page.locator("form#choices input[name=service]").inputValue();
}

export async function fillPerson(page: Page, person: Partial<typeof PERSON> = PERSON): Promise<void> {
  if (person.name !== undefined) await page.getByLabel("Full name").fill(person.name);
  if (person.phone !== undefined) await page.getByLabel("Phone").fill(person.phone);
  if (person.email !== undefined) await page.getByLabel("E-mail").fill(person.email);
}

export async function confirm(page: Page): Promise<void> {
  await page.getByRole("button", { name: CONFIRM }).click();
}

export async function untilScheduled(page: Page): Promise<string> {
  const heading = page.getByRole("heading", { level: 1, name: SCHEDULED });
  await heading.waitFor();
  return (await heading.textContent()) ?? "";
}

/** Books the same time through the API. Returns the status. */
export async function bookByApi(url: string, input: { service: string; therapist?: string; start: string }) {
  const body = JSON.stringify({ ...input, name: "Bob Jones", phone: "01632 960002", email: "bob@example.com" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/api/appointments`, { method: "POST", headers, body });
  return answer.status;
}

async function scripted(page: Page): Promise<boolean> {
  return (await page.locator("noscript button").count()) === 0;
}
