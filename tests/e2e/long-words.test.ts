import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { keptPage } from "#tests/support/browser.ts";
import { type Fixtures, fixturesIn } from "#tests/support/doors/fixtures.ts";
import { publicRoutes } from "#tests/support/public-routes.ts";
import { adminScreens } from "#tests/support/screens/admin-screens.ts";
import { sharedSite } from "#tests/support/shared-site.ts";
import { openBeside, type SignedIn, signedIn } from "#tests/support/signed-in.ts";

const site = sharedSite();
const WORD = "Neuromusculoskeletal".repeat(4);
const WIDTHS = [320, 768, 1440];
const PATIENCE = 400_000;

let fixtures: Fixtures;
let cookie: SignedIn["browserCookie"];
const pageAs = keptPage({ expectedErrors: [/status of (404|410)/] }, (page) =>
  page.context().addCookies([{ ...cookie, url: site.url }]),
);
const own = ["/account", "/my-appointments"];

beforeAll(async () => {
  const app = await openBeside(site, site.dataDir);
  fixtures = await fixturesIn(app);
  await lengthen(app);
  cookie = (await signedIn(app, { role: "admin", name: WORD })).browserCookie;
  await app.db.close();
});

/** One word of eighty letters wherever a person is, a treatment or the practice has a name. */
async function lengthen(app: AppContext): Promise<void> {
  await app.db.kysely.transaction().execute(async (tx) => {
    await tx
      .updateTable("services")
      .set({ title: WORD, summary: WORD })
      .where("slug", "=", "deep-tissue-massage")
      .execute();
    const therapist = { name: WORD, role: WORD, bio: WORD };
    await tx.updateTable("therapists").set(therapist).where("slug", "=", "tom-ellery").execute();
    await tx.updateTable("clients").set({ name: WORD }).execute();
    await tx.updateTable("appointments").set({ name: WORD }).execute();
    await tx.updateTable("enquiries").set({ first_name: WORD, last_name: WORD }).execute();
    const row = await tx.selectFrom("settings").select("value").where("key", "=", "business").executeTakeFirstOrThrow();
    const value = JSON.stringify({ ...JSON.parse(row.value), name: WORD });
    await tx.updateTable("settings").set({ value }).where("key", "=", "business").execute();
    await raiseContentVersion(tx, app.clock.now());
  });
}

const PARTS = { public: await publicRoutes(), practice: [...adminScreens, ...own] };

test.each(Object.entries(PARTS))(
  "no %s page scrolls sideways for a word of eighty letters, at any width",
  async (_, paths) => {
    const page = await pageAs(site.url);
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(fixtures.fill(path));
      // What a fold hides is as wide as the page, too.
      await page.evaluate(() => {
        for (const fold of document.querySelectorAll("details")) fold.open = true;
      });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 740 });
        const over = await drawnOver(page);
        if (over > 0) wide.push(`${path} at ${width} px: ${over} px`);
        // A name in a table's first column is no word of the site's own.
        for (const word of await brokenLabels(page))
          if (word !== WORD) wide.push(`${path} at ${width} px breaks ${word}`);
      }
    }
    expect(wide).toEqual([]);
  },
  PATIENCE,
);

/**
 * What a script does when the width changes is done with the next frame, but for the calendar, which measures itself in
 * between: a page that is too wide is looked at again until it has stood for half a second.
 */
function drawnOver(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    const over = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    await frame();
    await frame();
    for (let frames = 30; frames > 0 && over() > 0; frames--) await frame();
    return over();
  });
}

/** Short words of the site's own that stand on two lines, as a neighbour took their room. */
function brokenLabels(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const range = document.createRange();
    return [...document.querySelectorAll("main :is(th, [data-tag])")].flatMap((label) => {
      const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
      const broken: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        for (const { 0: word, index } of (text.textContent ?? "").matchAll(/\p{L}+/gu)) {
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) broken.push(word);
        }
      }
      return broken;
    });
  });
}
