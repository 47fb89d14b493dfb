import { listExceptions } from "#app/availability/editing/store.server.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import type { Database } from "#app/platform/database/database.server.ts";
import { readContentVersion } from "#app/platform/http/content-version.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import type { Graph, SiteFacts } from "#app/routes/website/structured-data/graph.ts";
import { type Page, pageGraph } from "#app/routes/website/structured-data/page-graph.ts";
import { readSettings } from "#app/settings/store.server.ts";

const DAYS_AHEAD = 365;

/** The structured data of a page as things stand now. Its `meta` shows it as `{ "script:ld+json": graph }`. */
export async function readGraph(world: World, page: Page): Promise<Graph> {
  return pageGraph(await siteFacts(world), page);
}

type Kept = { version: number; zone: string; facts: SiteFacts };

const keptOf = new WeakMap<Database, Kept>();

/** Read once per content version and day: a page that is made for each visitor would read them all each time. */
async function siteFacts(world: World): Promise<SiteFacts> {
  // Before what it counts: then a change in between is seen at the next look.
  const version = await readContentVersion(world);
  const kept = keptOf.get(world.db);
  if (kept?.version === version && kept.facts.today === todayIn(world, kept.zone)) return kept.facts;
  const fresh = await readSiteFacts(world);
  keptOf.set(world.db, { version, ...fresh });
  return fresh.facts;
}

async function readSiteFacts(world: World): Promise<Omit<Kept, "version">> {
  const db = world.db.kysely;
  const settings = await readSettings(db, world.log);
  const { zone } = settings.bookingRules;
  const today = todayIn(world, zone);
  const exceptions = (await listExceptions(db, { from: today, to: addDays(today, DAYS_AHEAD) })).filter(
    ({ therapistId }) => therapistId === null,
  );
  const [services, therapists] = [await listServices(db), await listTherapists(db)];
  return { zone, facts: { origin: world.config.publicUrl, settings, services, therapists, today, exceptions } };
}

function todayIn(world: World, zone: string): string {
  return localDateOf(world.clock.now(), zone);
}
