import type { Page } from "playwright-core";
import { systemClock } from "#app/platform/clock.server.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";

/** The server's secret, so that a test can have a form that was opened a while ago. */
export const LETTER_SECRET = "a-secret-that-the-tests-of-letters-know";

/** A draft as the server made it a minute ago. */
export function oldDraft(): string {
  return newDraft({ secret: LETTER_SECRET, clock: { now: () => systemClock.now() - 60_000 } });
}

/** Makes the forms of a page as old as if somebody had read it first. */
export async function readForAMinute(page: Page): Promise<void> {
  for (const field of await page.locator("input[name=draft]").all()) {
    await field.evaluate((element, value) => element.setAttribute("value", value), oldDraft());
  }
}

/** Sends a form as a browser does, without following where it leads. */
export function postForm(url: string, path: string, fields: Record<string, string>): Promise<Response> {
  const headers = { origin: new URL(url).origin, "sec-fetch-site": "same-origin" };
  return fetch(url + path, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}
