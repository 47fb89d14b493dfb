import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { getContentVersion } from "#app/platform/http/content-version.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import { listAlternateDays, listPracticeExceptions, readPractice } from "#app/practice/read-practice.server.ts";
import type { Graph, SiteFacts } from "#app/routes/website/structured-data/graph.ts";
import { type Page, pageGraph } from "#app/routes/website/structured-data/page-graph.ts";

const DAYS_AHEAD = 365;

/** A page's structured data; its `meta` returns it as `{ "script:ld+json": graph }`. */
export async function getGraph(app: AppContext, page: Page): Promise<Graph> {
  return pageGraph(await siteFacts(app), page);
}

type CachedFacts = { version: number; zone: string; facts: SiteFacts };

const cachedOf = new WeakMap<Database, CachedFacts>();

/** Cached per content version and day: otherwise a personal page would read everything for each request. */
async function siteFacts(app: AppContext): Promise<SiteFacts> {
  // Read before the facts: a change in between then gets a new version at the next read.
  const version = await getContentVersion(app);
  const cached = cachedOf.get(app.db);
  if (cached?.version === version && cached.facts.today === todayIn(app, cached.zone)) return cached.facts;
  const fresh = await readSiteFacts(app);
  cachedOf.set(app.db, { version, ...fresh });
  return fresh.facts;
}

async function readSiteFacts(app: AppContext): Promise<Omit<CachedFacts, "version">> {
  const { settings, services, therapists } = await readPractice(app);
  const { zone } = settings.bookingRules;
  const today = todayIn(app, zone);
  const exceptions = await listPracticeExceptions(app, { from: today, to: addDays(today, DAYS_AHEAD) });
  const alternate = await listAlternateDays(app, today);
  const origin = app.config.publicUrl;
  return { zone, facts: { origin, settings, services, therapists, today, exceptions, alternate } };
}

function todayIn(app: AppContext, zone: string): string {
  return localDateOf(app.clock.now(), zone);
}
