import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Tx } from "#app/platform/database/database.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import { getSetting, listSettingTimes, writeSetting } from "#app/settings/settings.db.server.ts";

/** Brings what visitors see in line with DEMO, at the start. A demo that was ended stays so. */
export async function followDemo(app: AppContext): Promise<void> {
  const now = app.clock.now();
  await app.db.kysely.transaction().execute(async (tx) => {
    const { shown, ended } = await getSetting(tx, app.log, "demo");
    const wanted = app.config.demo && !ended;
    if (shown !== wanted) await showDemo(tx, { shown: wanted, ended, now });
  });
}

/** Shows or hides all that the demo practice ships. */
export async function showDemo(
  tx: Tx,
  { shown, ended, now }: { shown: boolean; ended: boolean; now: number },
): Promise<void> {
  const hiddenAt = (await listSettingTimes(tx)).get("demo") ?? 0;
  await showOffer(tx, shown ? { shown, at: hiddenAt } : { shown, at: now });
  await writeSetting(tx, { key: "demo", value: { shown, ended }, now });
  await raiseContentVersion(tx, now);
}

/** The demo's services and therapists that nobody has edited. `at` tells those apart that the owner hid. */
async function showOffer(tx: Tx, { shown, at }: { shown: boolean; at: number }): Promise<void> {
  for (const table of ["services", "therapists"] as const) {
    const unedited = tx.updateTable(table).where("id", "like", "demo-%").where("version", "=", 1);
    if (shown) await unedited.set({ active: 1 }).where("active", "=", 0).where("updated_at", "=", at).execute();
    else await unedited.set({ active: 0, updated_at: at }).where("active", "=", 1).execute();
  }
}
