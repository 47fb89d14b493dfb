import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import { type SettingKey, type Settings, type StoredSetting, settingsFrom, textOf } from "#app/settings/settings.ts";

/** All of them, and the keys of those that can't be read. */
export async function readSettings(db: Queries, log: Log): Promise<{ settings: Settings; damaged: SettingKey[] }> {
  const read = settingsFrom(await readStored(db));
  if (read.damaged.length > 0) logDamage(log, read.damaged);
  return read;
}

export function logDamage(log: Log, keys: readonly SettingKey[]): void {
  log.error({ keys }, "settings are damaged: the last saved values are used");
}

export async function listDamaged(db: Queries): Promise<SettingKey[]> {
  return settingsFrom(await readStored(db)).damaged;
}

type StoredRow = StoredSetting & { version: number; at: number };

/** As stored, with how often each was saved and when last. */
export async function readStored(db: Queries): Promise<Map<string, StoredRow>> {
  const columns = ["key", "value", "last_good", "version", "updated_at"] as const;
  const rows = await db.selectFrom("settings").select(columns).execute();
  return new Map(
    rows.map(({ key, value, last_good, version, updated_at }) => [
      key,
      { value, lastGood: last_good, version, at: updated_at },
    ]),
  );
}

/** When each setting was last saved (epoch ms); settings with their defaults are left out. */
export async function listSettingTimes(db: Queries): Promise<Map<string, number>> {
  const rows = await db.selectFrom("settings").select(["key", "updated_at"]).execute();
  return new Map(rows.map((row) => [row.key, row.updated_at]));
}

/** Writes a setting whatever stood there; pages show it at once. */
export async function writeSetting<Key extends SettingKey>(
  db: Queries,
  { key, value, now }: { key: Key; value: Settings[Key]; now: number },
): Promise<void> {
  const text = textOf(key, value);
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
  await raiseContentVersion(db, now);
}

/** Why this server is not ready although it answers, or null: a damaged setting needs somebody to look at it. */
export async function notReadyBecause(app: AppContext): Promise<string | null> {
  const damaged = await listDamaged(app.db.kysely);
  return damaged.length > 0 ? `settings are damaged: ${damaged.join(", ")}` : null;
}
