import type { Locator, Page } from "playwright-core";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { newPage } from "#tests/support/browser.ts";
import { appBeside, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

export const WIDTHS = [
  ["phone", { width: 360, height: 740 }],
  ["desktop", { width: 1440, height: 900 }],
] as const;

/** The widths that money is walked through at. */
export const MONEY_WIDTHS = [
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1440, height: 900 }],
] as const;

type Site = { url: string; dataDir: string; databaseUrl?: string | null };
type Visitor = NonNullable<Parameters<typeof newPage>[1]>;

/** A page signed in as a new admin, and the app beside the site. */
export async function adminPage(
  site: Site,
  visitor: Visitor = {},
): Promise<{ page: Page; app: AppContext; admin: SignedIn }> {
  const app = await appBeside(site, site.dataDir);
  const admin = await signedIn(app, { role: "admin", name: "Imogen Hartley" });
  const page = await newPage(site.url, visitor);
  await page.context().addCookies([{ ...admin.browserCookie, url: site.url }]);
  return { page, app, admin };
}

/** A row's actions, which are behind a button of the row on a phone. */
export async function showActions(row: Locator): Promise<void> {
  const more = row.getByRole("button", { name: /^Actions for / });
  await row.waitFor();
  if ((await more.count()) > 0 && (await more.getAttribute("aria-expanded")) === "false") await more.click();
}

export function adminToast(page: Page, words: string | RegExp) {
  return page.locator(".admin-toast").filter({ hasText: words });
}
