import { expect, test } from "vitest";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { adminPage } from "#tests/support/admin-page.ts";
import { sharedSite } from "#tests/support/shared-site.ts";

const site = sharedSite();
const LONG = "Neuromusculoskeletal".repeat(4);
const PAGES = [
  "/services",
  "/services/deep-tissue-massage",
  "/about",
  "/book?service=deep-tissue-massage",
  "/admin",
  "/admin/services",
  "/admin/services/demo-deep-tissue-massage",
  "/admin/therapists",
  "/admin/diary",
  "/appointments",
];

test.each([320, 390])("no page of %i px scrolls sideways for a word of eighty letters", async (width) => {
  const { page, app } = await adminPage(site, { viewport: { width, height: 740 } });
  await app.db.kysely.transaction().execute(async (tx) => {
    const words = { title: `${LONG} rehabilitation`, summary: LONG };
    await tx.updateTable("services").set(words).where("slug", "=", "deep-tissue-massage").execute();
    await tx.updateTable("therapists").set({ role: LONG, bio: LONG }).where("slug", "=", "tom-ellery").execute();
    await raiseContentVersion(tx, app.clock.now());
  });
  const wide: string[] = [];
  for (const path of PAGES) {
    await page.goto(path);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) wide.push(`${path}: ${over} px`);
  }
  expect(wide).toEqual([]);
});
