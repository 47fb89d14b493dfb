import { listExceptions } from "#app/availability/editing/store.server.ts";
import { listServices, listTherapists } from "#app/catalogue/store.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { addDays, localDateOf } from "#app/platform/zoned-time.ts";
import type { Graph, SiteFacts } from "#app/routes/website/structured-data/graph.ts";
import { type Page, pageGraph } from "#app/routes/website/structured-data/page-graph.ts";
import { readSettings } from "#app/settings/store.server.ts";

const DAYS_AHEAD = 365;

/** The structured data of a page as things stand now. Its `meta` shows it as `{ "script:ld+json": graph }`. */
export async function readGraph(world: World, page: Page): Promise<Graph> {
  return pageGraph(await readSiteFacts(world), page);
}

async function readSiteFacts(world: World): Promise<SiteFacts> {
  const db = world.db.kysely;
  const settings = await readSettings(db, world.log);
  const today = localDateOf(world.clock.now(), settings.bookingRules.zone);
  const exceptions = await listExceptions(db, { from: today, to: addDays(today, DAYS_AHEAD) });
  return {
    origin: world.config.publicUrl,
    settings,
    services: await listServices(db),
    therapists: await listTherapists(db),
    today,
    exceptions: exceptions.filter(({ therapistId }) => therapistId === null),
  };
}
