import type { Page } from "playwright-core";
import type { World } from "#app/platform/world.server.ts";
import { newPage } from "#tests/support/browser.ts";
import { type SignedIn, signedIn, worldBeside } from "#tests/support/signed-in.ts";

/** The widths at which every admin screen is tried. */
export const WIDTHS = [
  ["phone", { width: 360, height: 740 }],
  ["desktop", { width: 1440, height: 900 }],
] as const;

type Site = { url: string; dataDir: string };
type Visitor = NonNullable<Parameters<typeof newPage>[1]>;

/** A page of somebody who is signed in as an admin of their own, and the world beside the site. */
export async function adminPage(
  site: Site,
  visitor: Visitor = {},
): Promise<{ page: Page; world: World; admin: SignedIn }> {
  const world = await worldBeside(site, site.dataDir);
  const admin = await signedIn(world, { role: "admin", name: "Imogen Hartley" });
  const page = await newPage(site.url, visitor);
  await page.context().addCookies([{ ...admin.browserCookie, url: site.url }]);
  return { page, world, admin };
}

/** The toast that says this. */
export function adminToast(page: Page, words: string | RegExp) {
  return page.locator(".admin-toast").filter({ hasText: words });
}
