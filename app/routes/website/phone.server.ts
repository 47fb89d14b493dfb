import type { World } from "#app/platform/world.server.ts";
import { reachOf } from "#app/settings/reach.ts";
import { readSettings } from "#app/settings/store.server.ts";

/** The practice's number as a link and as people read it. */
export async function phoneOf(world: World): Promise<{ href: string; label: string }> {
  const { business } = await readSettings(world.db.kysely, world.log);
  return reachOf(business).phone;
}
