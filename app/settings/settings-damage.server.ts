import type { AppContext } from "#app/platform/app-context.server.ts";
import { listDamaged } from "#app/settings/settings.db.server.ts";

/** Why this server is not ready although it answers, or null: a damaged setting needs somebody to look at it. */
export async function notReadyBecause(app: AppContext): Promise<string | null> {
  const damaged = await listDamaged(app.db.kysely);
  return damaged.length > 0 ? `settings are damaged: ${damaged.join(", ")}` : null;
}
