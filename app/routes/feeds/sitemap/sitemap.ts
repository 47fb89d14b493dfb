import { listCatalogueChanges } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { appContextOf } from "#app/platform/http/context.server.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { type Changes, sitemapEntries, sitemapXml } from "#app/routes/feeds/sitemap/changes.ts";
import { listSettingTimes } from "#app/settings/settings.db.server.ts";
import { getOpening } from "#app/site/go-live/opening.server.ts";
import { PAGES, type PageKey } from "#app/site/page-words.ts";
import { getWordsDate } from "#app/site/words.server.ts";
import type { Route } from "./+types/sitemap.ts";

/** GET /sitemap.xml: every page that search engines may list, with the day of its last change; none before it opens. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const opening = await getOpening(app);
  const entries = opening?.state === "not-open" ? [] : sitemapEntries(PAGES, await readChanges(app));
  const xml = sitemapXml(app.config.publicUrl, entries);
  return new Response(xml, {
    headers: { "Content-Type": "application/xml; charset=utf-8", [PAGE_CACHE_HEADER]: "public" },
  });
}

async function readChanges(app: AppContext): Promise<Changes> {
  const db = app.db.kysely;
  const { zone } = (await readPractice(app)).settings.bookingRules;
  const dateOf = (at: number) => (at === 0 ? null : localDateOf(at, zone));
  const { services, latest, therapists } = await listCatalogueChanges(db);
  const settings = await listSettingTimes(db);
  const keys = Object.keys(PAGES) as PageKey[];
  const words = await Promise.all(keys.map(async (page) => [page, await getWordsDate(db, { page, zone })]));
  return {
    words: Object.fromEntries(words),
    settings: Object.fromEntries([...settings].map(([key, at]) => [key, dateOf(at)])),
    services: services.map(({ slug, at }) => ({ slug, date: dateOf(at) })),
    catalogue: dateOf(latest),
    therapists: dateOf(therapists),
  };
}
