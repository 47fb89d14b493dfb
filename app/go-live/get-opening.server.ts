import { listWorking } from "#app/availability/working-time.db.server.ts";
import { listServices } from "#app/catalogue/catalogue.db.server.ts";
import { isOpen } from "#app/go-live/opening.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { reachOf } from "#app/settings/reach.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

export type Opening = { name: string; phone: { href: string; label: string } };

/** What a visitor may know of a practice that is not open yet; null once it is, and for the demo. */
export async function getOpening(app: AppContext): Promise<Opening | null> {
  const db = app.db.kysely;
  const { business, demo } = await listSettings(db, app.log);
  if (demo.shown) return null;
  if (isOpen({ business, services: await listServices(db), working: await listWorking(db) })) return null;
  return { name: business.name, phone: reachOf(business).phone };
}
