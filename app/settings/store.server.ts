import type { Queries } from "#app/platform/database/database.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { type SettingKey, type Settings, settingsFrom } from "#app/settings/settings.ts";

/** All settings in one read, defaults filled in. */
export async function readSettings(db: Queries, log: Log): Promise<Settings> {
  const rows = await db.selectFrom("settings").select(["key", "value"]).execute();
  const { settings, damaged } = settingsFrom(new Map(rows.map((row) => [row.key, row.value])));
  if (damaged.length > 0) log.error({ keys: damaged }, "settings rows are damaged: their defaults are shown");
  return settings;
}

/** When each setting was last saved (epoch ms). One that still has its defaults is not named. */
export async function readSettingTimes(db: Queries): Promise<Map<string, number>> {
  const rows = await db.selectFrom("settings").select(["key", "updated_at"]).execute();
  return new Map(rows.map((row) => [row.key, row.updated_at]));
}

/** Writes one setting. The version counts its saves, so that a stale form can be told. */
export async function writeSetting<Key extends SettingKey>(
  db: Queries,
  { key, value, now }: { key: Key; value: Settings[Key]; now: number },
): Promise<void> {
  const row = { key, value: JSON.stringify(value), version: 1, updated_at: now };
  await db
    .insertInto("settings")
    .values(row)
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet((fields) => ({
        value: row.value,
        updated_at: now,
        version: fields("settings.version", "+", 1),
      })),
    )
    .execute();
}
