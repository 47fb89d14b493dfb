import type { AppContext } from "#app/platform/app-context.server.ts";
import { reachOf } from "#app/settings/reach.ts";
import { listSettings } from "#app/settings/settings.db.server.ts";

export async function phoneOf(app: AppContext): Promise<{ href: string; label: string }> {
  const { business } = await listSettings(app.db.kysely, app.log);
  return reachOf(business).phone;
}
