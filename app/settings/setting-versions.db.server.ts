import type { Queries, Tx } from "#app/platform/database/database.server.ts";
import type { SettingKey, Settings } from "#app/settings/settings.ts";

/** How often a setting was saved; 0 while it has its defaults. */
export async function getSettingVersion(db: Queries, key: SettingKey): Promise<number> {
  const row = await db.selectFrom("settings").select("version").where("key", "=", key).executeTakeFirst();
  return row?.version ?? 0;
}

/** Writes a setting, unless somebody has saved it since this version. */
export async function writeSettingAt<Key extends SettingKey>(
  tx: Tx,
  { key, value, version, now }: { key: Key; value: Settings[Key]; version: number; now: number },
): Promise<boolean> {
  const text = JSON.stringify(value);
  const row = { value: text, last_good: text, version: version + 1, updated_at: now };
  if (version === 0) {
    const outcome = await tx
      .insertInto("settings")
      .values({ key, ...row })
      .onConflict((conflict) => conflict.column("key").doNothing())
      .executeTakeFirst();
    return Number(outcome.numInsertedOrUpdatedRows) === 1;
  }
  const outcome = await tx
    .updateTable("settings")
    .set(row)
    .where("key", "=", key)
    .where("version", "=", version)
    .executeTakeFirst();
  return Number(outcome.numUpdatedRows) === 1;
}
