import type { Page } from "playwright-core";
import { expect } from "vitest";

export const PERSON = { name: "Ada Smith", phone: "07700 900982", email: "ada@example.com" };

export const CONFIRM = /^Confirm booking, pay £[\d.]+ at the clinic$/;
const TIME = /^\d{1,2}:\d{2} (AM|PM)/;
export const SCHEDULED = /^Appointment scheduled for .+ at .+/;

/** Opens the booking page and waits until its script has taken over, where it has one. */
export async function openBooking(page: Page, query = ""): Promise<void> {
  await page.goto(`/book${query}`);
  await page.getByRole("heading", { level: 1, name: "Book Your Appointment" }).waitFor();
  const form = page.locator("form#booking");
  // With a script our own messages replace the browser's bubbles.
  if (await scripted(page)) await expect.poll(() => form.getAttribute("novalidate")).not.toBeNull();
}

/** The times of the chosen day, as radios. */
export function times(page: Page) {
  return page.getByRole("radio", { name: TIME });
}

/** Chooses the nth free time of the day shown. Its instant and its words: `10:30 AM`. */
export async function chooseTime(page: Page, nth = 0): Promise<{ start: string; label: string }> {
  const radio = times(page).nth(nth);
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
