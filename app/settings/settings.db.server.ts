import type { Queries } from "#app/platform/database/database.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import {
  type SettingKey,
  type Settings,
  type StoredSetting,
  settingFrom,
  settingsFrom,
} from "#app/settings/settings.ts";

export async function listSettings(db: Queries, log: Log): Promise<Settings> {
  const { settings, damaged } = settingsFrom(await readStored(db));
  if (damaged.length > 0) logDamage(log, damaged);
  return settings;
}

type Factual = "business" | "openingHours" | "operationHours";

/** Reads one setting only. */
export async function getSetting<Key extends Exclude<SettingKey, Factual>>(
  db: Queries,
  log: Log,
  key: Key,
): Promise<Settings[Key]> {
  const row = await db
    .selectFrom("settings")
    .select(["value", "last_good as lastGood"])
    .where("key", "=", key)
    .executeTakeFirst();
  const { value, isDamaged } = settingFrom(key, row);
  if (isDamaged) logDamage(log, [key]);
  return value;
}

function logDamage(log: Log, keys: readonly SettingKey[]): void {
  log.error({ keys }, "settings are damaged: the last saved values are used");
}

export async function listDamaged(db: Queries): Promise<SettingKey[]> {
  return settingsFrom(await readStored(db)).damaged;
}

async function readStored(db: Queries): Promise<Map<string, StoredSetting>> {
  const rows = await db.selectFrom("settings").select(["key", "value", "last_good"]).execute();
  return new Map(rows.map(({ key, value, last_good }) => [key, { value, lastGood: last_good }]));
}

/** When each setting was last saved (epoch ms); settings with their defaults are left out. */
export async function listSettingTimes(db: Queries): Promise<Map<string, number>> {
  const rows = await db.selectFrom("settings").select(["key", "updated_at"]).execute();
  return new Map(rows.map((row) => [row.key, row.updated_at]));
}

export async function writeSetting<Key extends SettingKey>(
  db: Queries,
  { key, value, now }: { key: Key; value: Settings[Key]; now: number },
): Promise<void> {
  const text = JSON.stringify(value);
  const row = { key, value: text, last_good: text, version: 1, updated_at: now };
  await db
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((fields) => ({
        value: text,
        last_good: text,
        updated_at: now,
        version: fields("settings.version", "+", 1),
      })),
    )
    .execute();
}
