import type { Queries } from "#app/platform/database/database.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { lettered } from "#app/settings/booking-rules.ts";
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
  const stored = await readStored(db, [key, "demo"]);
  const { value, isDamaged } = settingFrom(key, stored.get(key));
  if (isDamaged) logDamage(log, [key]);
  if (key !== "bookingRules") return value;
  const { shown } = settingFrom("demo", stored.get("demo")).value;
  return lettered(value as Settings["bookingRules"], shown) as Settings[Key];
}

/** Several in one read. */
export async function pickSettings<Key extends Exclude<SettingKey, Factual>>(
  db: Queries,
  log: Log,
  keys: readonly Key[],
): Promise<Pick<Settings, Key>> {
  const { settings, damaged } = settingsFrom(await readStored(db, [...keys, "demo"]));
  if (damaged.length > 0) logDamage(log, damaged);
  return Object.fromEntries(keys.map((key) => [key, settings[key]])) as Pick<Settings, Key>;
}

function logDamage(log: Log, keys: readonly SettingKey[]): void {
  log.error({ keys }, "settings are damaged: the last saved values are used");
}

export async function listDamaged(db: Queries): Promise<SettingKey[]> {
  return settingsFrom(await readStored(db)).damaged;
}

async function readStored(db: Queries, keys?: readonly SettingKey[]): Promise<Map<string, StoredSetting>> {
  const query = db.selectFrom("settings").select(["key", "value", "last_good"]);
  const rows = await (keys ? query.where("key", "in", [...keys]) : query).execute();
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
