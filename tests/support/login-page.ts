import type { Locator, Page } from "playwright-core";
import { PASSWORD } from "#tests/support/signed-in.ts";

export async function signUp(page: Page, { email, name }: { email: string; name: string }): Promise<void> {
  await page.goto("/login?mode=sign-up");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Username").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign Up" }).click();
}

export async function logIn(page: Page, { email, password = PASSWORD }: { email: string; password?: string }) {
  if (!page.url().includes("/login")) await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
}

/** A row of the account with its form open. */
export async function openRow(page: Page, title: string): Promise<Locator> {
  const row = page.getByRole("region", { name: title, exact: true });
  if ((await row.locator("details[open]").count()) === 0) await row.locator("summary").click();
  return row;
}

export function toast(page: Page, words: string) {
  return page.locator("[data-toast]:not([hidden])", { hasText: words });
}

/** What stands beside the form and has the focus; without a script, all that stands. */
export function problem(page: Page, words: string) {
  return page.locator("[data-error-summary]", { hasText: words });
}
