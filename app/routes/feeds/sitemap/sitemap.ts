import { listCatalogueChanges } from "#app/catalogue/catalogue.db.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { localDateOf } from "#app/platform/date-time.ts";
import { PAGE_CACHE_HEADER } from "#app/platform/http/page-cache-key.ts";
import { appContextOf } from "#app/platform/http/request.server.ts";
import { readPractice } from "#app/practice/read-practice.server.ts";
import { sellsVouchers } from "#app/settings/schemas/money-rules.ts";
import { listSettingTimes } from "#app/settings/settings.db.server.ts";
import type { SettingKey } from "#app/settings/settings.ts";
import { getOpening } from "#app/site/go-live/opening.server.ts";
import { PAGES, type PageKey } from "#app/site/page-words.ts";
import { getWordsDate } from "#app/site/words.server.ts";
import type { Route } from "./+types/sitemap.ts";

/** GET /sitemap.xml: every page that search engines may list, with the day of its last change; none before it opens. */
export async function loader({ context }: Route.LoaderArgs) {
  const app = appContextOf(context);
  const opening = await getOpening(app);
  const { settings } = await readPractice(app);
  const shop = sellsVouchers(settings) ? [{ path: "/vouchers", lastmod: null }] : [];
  const entries = opening?.state === "not-open" ? [] : [...sitemapEntries(PAGES, await readChanges(app)), ...shop];
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

/** When each source of the pages last changed, as local dates; null: never, or before it was recorded. */
export type Changes = {
  words: Record<PageKey, string>;
  settings: Partial<Record<SettingKey, string>>;
  services: readonly { slug: string; date: string | null }[];
  catalogue: string | null;
  therapists: string | null;
};

type SitemapEntry = { path: string; lastmod: string | null };

// What a page shows besides its words and the practice's name and address.
const MADE_OF: Record<PageKey, { settings?: readonly SettingKey[]; services?: true; therapists?: true }> = {
  home: { settings: ["openingHours", "videos", "pictures", "homeCards"], services: true },
  about: { settings: ["pictures"], therapists: true, services: true },
  services: { settings: ["pictures"], services: true },
  contact: { settings: ["openingHours", "operationHours", "pictures"] },
  faq: {},
  cancellations: {},
  privacy: {},
  cookies: {},
  terms: {},
  accessibility: {},
  complaints: {},
};

/** Every page that search engines may list, with the day on which its content last changed. */
export function sitemapEntries(pages: Record<PageKey, { address: string }>, changes: Changes): SitemapEntry[] {
  const { words, settings, services, catalogue, therapists } = changes;
  const ofWords = (Object.keys(pages) as PageKey[]).map((key) => {
    const { settings: keys = [], services: lists, therapists: people } = MADE_OF[key];
    const dates = [words[key], settings.business, ...keys.map((name) => settings[name])];
    return { path: pages[key].address, lastmod: latest([...dates, lists && catalogue, people && therapists]) };
  });
  const ofServices = services.map(({ slug, date }) => ({
    path: `/services/${slug}`,
    lastmod: latest([date, words.services, settings.business, therapists]),
  }));
  const book = { path: "/book", lastmod: latest([catalogue, therapists, settings.business, settings.bookingRules]) };
  return [...ofWords, ...ofServices, book];
}

export function sitemapXml(origin: string, entries: readonly SitemapEntry[]): string {
  const urls = entries.map(({ path, lastmod }) => {
    const when = lastmod ? `<lastmod>${lastmod}</lastmod>` : "";
    return `  <url><loc>${escaped(origin + path)}</loc>${when}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
}

function latest(dates: readonly (string | null | undefined)[]): string | null {
  return dates.reduce<string | null>((last, date) => (date && (!last || date > last) ? date : last), null);
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
