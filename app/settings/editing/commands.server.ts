import { change } from "#app/platform/change.server.ts";
import type { Asker } from "#app/platform/editor.ts";
import type { World } from "#app/platform/world.server.ts";
import { readSettingVersion, writeSettingAt } from "#app/settings/editing/store.server.ts";
import type { SettingKey, Settings } from "#app/settings/settings.ts";
import { readSettings } from "#app/settings/store.server.ts";

export type SettingOutcome =
  | { kind: "saved" }
  /** Somebody has saved it since: nothing is written. */
  | { kind: "stale"; current: Settings; version: number }
  | { kind: "forbidden" };

/** Changes one setting of which the form showed this version. `next` makes the new value from the stored one. */
export async function saveSetting<Key extends SettingKey>(
  world: World,
  asker: Asker,
  { key, version, next }: { key: Key; version: number; next: (stored: Settings[Key]) => Settings[Key] },
): Promise<SettingOutcome> {
  return change(world, asker, async ({ tx, now, noted }) => {
    const current = await readSettings(tx, world.log);
    if (!(await writeSettingAt(tx, { key, value: next(current[key]), version, now }))) {
      return { kind: "stale", current, version: await readSettingVersion(tx, key) };
    }
    await noted("setting.change", { kind: "setting", id: key }, { version: version + 1 });
    return { kind: "saved" };
  });
}
