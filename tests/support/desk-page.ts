import type { Page } from "playwright-core";
import { adminPage } from "#tests/support/admin-page.ts";

export const DESKTOP = { width: 1440, height: 900 };

/** What a browser writes to its console for a form that is refused on purpose: 409 and 422. */
export const REFUSED = [/Failed to load resource: the server responded with a status of 4(09|22)/];

/** A page of an admin who has signed in; of a phone unless told. */
export async function deskPage(...wishes: Parameters<typeof adminPage>): Promise<Page> {
  return (await adminPage(...wishes)).page;
}
