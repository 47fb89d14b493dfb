import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { systemClock } from "#app/platform/clock.server.ts";
import { newDraft } from "#app/platform/form-draft.server.ts";

type Site = { url: string; dataDir: string };

/** A draft that the server made a minute ago. */
export function oldDraft({ dataDir }: Pick<Site, "dataDir">): string {
  const secret = readFileSync(join(dataDir, "auth-secret"), "utf8");
  return newDraft({ secret, clock: { now: () => systemClock.now() - 60_000 } });
}

/** Backdates the forms of a page, as if somebody had read it first. */
export async function readForAMinute(page: Page, site: Site): Promise<void> {
  for (const field of await page.locator("input[name=draft]").all()) {
    await field.evaluate((element, value) => element.setAttribute("value", value), oldDraft(site));
  }
}

export function postForm({ url }: Site, path: string, fields: Record<string, string>): Promise<Response> {
  const headers = { origin: url, "sec-fetch-site": "same-origin" };
  return fetch(url + path, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" });
}
