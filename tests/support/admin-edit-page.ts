import type { Page } from "playwright-core";
import { adminPage } from "#tests/support/admin-page.ts";

export const DESKTOP = { width: 1440, height: 900 };

/** Console errors of a deliberately refused form: 409 and 422. */
export const REFUSED = [/Failed to load resource: the server responded with a status of 4(09|22)/];

/** A signed-in admin's page, on a phone by default. */
export async function adminEditPage(...inputs: Parameters<typeof adminPage>): Promise<Page> {
  return (await adminPage(...inputs)).page;
}
