import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { book } from "#app/appointments/booking/book.server.ts";
import { listServices } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { visitor } from "#app/platform/permissions.ts";
import { firstFreeTime } from "#app/site/go-live/book-test.server.ts";
import { editDay } from "#tests/support/edit-day.ts";
import { FERRIER, LEGAL } from "#tests/support/ferrier.ts";
import { openRow, toast } from "#tests/support/login-page.ts";
import type { MailServer } from "#tests/support/mail-server.ts";
import { totp } from "#tests/support/totp.ts";

export const OWNER = { email: "jo@ferrier.example", password: "plaster thumb orchard 7" };

/** Types into a field as a keyboard does, over whatever stands in it. */
async function type(field: Locator, text: string): Promise<void> {
  await field.press("ControlOrMeta+a");
  await field.pressSequentially(text);
}

/** Types into fields, each by its label. */
export async function fill(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await type(page.getByLabel(label, { exact: true }), text);
}

export async function save(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByText("Saved.").waitFor();
}

async function isGreen(page: Page, id: string): Promise<void> {
  await page.goto("/admin/go-live");
  await page.locator(`[data-line="${id}"][data-state="done"]`).waitFor();
}

/** Presses what the checklist offers on one of its own lines. */
async function press(page: Page, { id, label }: { id: string; label: string }): Promise<void> {
  await page.goto("/admin/go-live");
  await page.getByRole("button", { name: label }).press("Enter");
  await page.locator(`[data-line="${id}"][data-state="done"]`).waitFor();
}

/** From the red line to the screen that it leads to. */
async function mend(page: Page, id: string): Promise<void> {
  await page.goto("/admin/go-live");
  await page.locator(`[data-line="${id}"][data-state="todo"] [data-mends="${id}"]`).press("Enter");
  await page.waitForURL((url) => url.pathname !== "/admin/go-live");
  await page.getByRole("heading", { level: 1 }).waitFor();
}

export async function sayWho(page: Page): Promise<void> {
  await mend(page, "identity");
  const { street, town, postcode } = FERRIER.address;
  await fill(page, { Name: FERRIER.name, Telephone: "01632 960552", "E-mail": FERRIER.email });
  await fill(page, { Street: street, Town: town, Postcode: postcode });
  await save(page);
  await isGreen(page, "identity");
  await mend(page, "legal");
  await page.getByRole("radio", { name: /Sole trader/ }).press("Space");
  await type(page.getByLabel("Legal name"), LEGAL.name);
  await save(page);
  await isGreen(page, "legal");
}

export async function sayWhat(page: Page): Promise<void> {
  await mend(page, "hours");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]) {
    const group = await editDay(page, day);
    await group.getByLabel("From, time 1").fill("09:00");
    await group.getByLabel("To, time 1").fill("17:00");
  }
  await save(page);
  await page.goto("/admin/therapists/new");
  await fill(page, { Name: "Jo Ferrier", Role: "Sports therapist, Level 5" });
  await save(page);
  await mend(page, "services");
  await page.goto("/admin/services/new");
  await fill(page, { Title: "Back and neck massage", "One line for the card": "For desks and steering wheels." });
  await fill(page, { Category: "Massage" });
  await fill(page, { "Minutes of length 1": "60", "Price in £ of length 1": "50" });
  // The only therapist is selected already.
  await page.getByRole("checkbox", { name: "Jo Ferrier", checked: true }).waitFor();
  await save(page);
  await isGreen(page, "services");
  await isGreen(page, "hours");
  await press(page, { id: "pictures", label: "Keep the drawings" });
}

export async function readPolicies(page: Page): Promise<void> {
  await mend(page, "policies");
  const buttons = page.getByRole("button", { name: /I have read it/ });
  // The address changes before the page does.
  await buttons.first().waitFor();
  for (let left = await buttons.count(); left > 0; left--) {
    await buttons.first().press("Enter");
    await expect.poll(() => buttons.count(), { timeout: 20_000 }).toBe(left - 1);
  }
  await isGreen(page, "policies");
}

export async function proveMail(page: Page, server: MailServer): Promise<void> {
  await page.goto("/admin/go-live");
  await page.getByRole("button", { name: "Send a test email" }).press("Enter");
  const link = () => server.arrived.map(({ mail }) => /https?:\S+test-mail\?code=[\w-]+/.exec(mail.text ?? "")?.[0]);
  await expect.poll(() => link().find(Boolean), { timeout: 30_000 }).toBeTruthy();
  await page.goto(link().find(Boolean) ?? "");
  await page.getByRole("button", { name: "It arrived" }).press("Enter");
  await page.locator('[data-line="mail"][data-state="done"]').waitFor();
}

export async function turnOnCodes(page: Page, now: number): Promise<void> {
  await mend(page, "second-factor");
  const part = await openRow(page, "Sign-in codes");
  const proof = part.getByLabel("Your password");
  if ((await proof.count()) > 0) await type(proof, OWNER.password);
  await part.getByRole("button", { name: "Set up an app" }).press("Enter");
  const key = ((await part.locator("p > code").textContent()) ?? "").replaceAll(" ", "");
  await type(part.getByLabel("Code"), totp(key, now));
  await part.getByRole("button", { name: "Turn on" }).press("Enter");
  await toast(page, "From now on you need a code when you log in").waitFor();
  await isGreen(page, "second-factor");
}

/** The switch of the checklist, with what it asks first. */
export async function openToVisitors(page: Page, choice: "Open" | "Open, book by phone"): Promise<void> {
  await page.goto("/admin/go-live");
  await page.getByRole("radio", { name: `${choice} Visitors` }).press("Space");
  await page.getByRole("region", { name: "Open to visitors" }).getByRole("button", { name: "Save" }).press("Enter");
}

export async function bookTest(page: Page): Promise<void> {
  await press(page, { id: "test-booking", label: "Book a test" });
}

/** A visitor books the first free time. */
export async function bookFirst(
  app: AppContext,
  person: { name: string; email: string; phone: string },
): Promise<void> {
  const first = await firstFreeTime(app);
  const [service] = await listServices(app.db.kysely);
  if (!first || !service) throw new Error("Nothing can be booked");
  const input = { service: service.slug, start: first.start, ...person };
  const outcome = await book(app, visitor, { input, idempotencyKey: null });
  if (outcome.kind !== "booked") throw new Error(outcome.kind);
}
