import type { Page } from "playwright-core";
import { expect } from "vitest";

export const PERSON = { name: "Ada Smith", phone: "07700 900982", email: "ada@example.com" };

export const CONFIRM = /^Confirm booking, pay £[\d.]+ at the clinic$/;
const ENOUGH = 6;
const TIME = /^\d{1,2}:\d{2} (AM|PM)/;
export const SCHEDULED = /^Appointment scheduled for .+ at .+/;

/**
 * Opens the booking page, on a day with times to choose from even when today has few left, and waits until its
 * script has taken over, where it has one.
 */
export async function openBooking(page: Page, query = ""): Promise<void> {
  await page.goto(`/book${query}`);
  if ((await times(page).count()) < ENOUGH)
    await page.goto(`/book${query}${query ? "&" : "?"}day=${await fullDay(page)}`);
  await page.getByRole("heading", { level: 1, name: "Book Your Appointment" }).waitFor();
  const form = page.locator("form#booking");
  // With a script our own messages replace the browser's bubbles.
  if (await scripted(page)) await expect.poll(() => form.getAttribute("novalidate")).not.toBeNull();
}

/** The day of the strip with the most times left. */
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

/** Chooses the nth free time of the day shown, or its last. Its instant and its words: `10:30 AM`. */
export async function chooseTime(page: Page, nth = 0): Promise<{ start: string; label: string }> {
  await times(page).first().waitFor();
  const radio = times(page).nth(Math.min(nth, (await times(page).count()) - 1));
  await radio.check();
  const shown = (await radio.locator("xpath=..").textContent()) ?? "";
  return { start: await radio.inputValue(), label: TIME.exec(shown)?.[0] ?? "" };
}

export async function fillPerson(page: Page, person: Partial<typeof PERSON> = PERSON): Promise<void> {
  if (person.name !== undefined) await page.getByLabel("Full name").fill(person.name);
  if (person.phone !== undefined) await page.getByLabel("Phone").fill(person.phone);
  if (person.email !== undefined) await page.getByLabel("E-mail").fill(person.email);
}

export async function confirm(page: Page): Promise<void> {
  await page.getByRole("button", { name: CONFIRM }).click();
}

/** Waits for the line that ends every booking. What it says. */
export async function untilScheduled(page: Page): Promise<string> {
  const heading = page.getByRole("heading", { level: 1, name: SCHEDULED });
  await heading.waitFor();
  return (await heading.textContent()) ?? "";
}

/** Somebody else books the same time by the API: the status of the answer. */
export async function bookByApi(url: string, wish: { service: string; therapist?: string; start: string }) {
  const body = JSON.stringify({ ...wish, name: "Bob Jones", phone: "01632 960002", email: "bob@example.com" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/api/appointments`, { method: "POST", headers, body });
  return answer.status;
}

async function scripted(page: Page): Promise<boolean> {
  return (await page.locator("noscript button").count()) === 0;
}
