import { type Changing, change } from "#app/platform/change.server.ts";
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

type Rework<Key extends SettingKey> = (at: Changing & { stored: Settings[Key] }) => Promise<Settings[Key] | null>;

const TRIES = 5;

/** Somebody saved the setting in between: all of it is rolled back and tried again. */
class SavedMeanwhile extends Error {}

/**
 * Changes one setting from what is stored now, whatever a form showed: who uploads a file has no version in hand.
 * `rework` makes the new value and notes what it did, or answers null where there is nothing to change.
 */
export async function reworkSetting<Key extends SettingKey>(
  world: World,
  asker: Asker,
  key: Key,
  rework: Rework<Key>,
): Promise<{ kind: "changed" | "unknown" | "forbidden" }> {
  for (let left = TRIES; ; left--) {
    try {
      return await reworkOnce(world, asker, key, rework);
    } catch (error) {
      if (!(error instanceof SavedMeanwhile) || left === 1) throw error;
    }
  }
}

async function reworkOnce<Key extends SettingKey>(world: World, asker: Asker, key: Key, rework: Rework<Key>) {
  return change(world, asker, async (changing): Promise<{ kind: "changed" | "unknown" }> => {
    const { tx, now } = changing;
    // Before what it counts: then a save in between is seen.
    const version = await readSettingVersion(tx, key);
    const stored = (await readSettings(tx, world.log))[key];
    const value = await rework({ ...changing, stored });
    if (value === null) return { kind: "unknown" };
    if (!(await writeSettingAt(tx, { key, value, version, now }))) throw new SavedMeanwhile();
    return { kind: "changed" };
  });
}
