import { wrapKeysAnew } from "#app/health/record-key.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { writeAudit } from "#app/platform/audit.server.ts";
import { lockForWriting } from "#app/platform/database/lock.server.ts";
import { makeNextHealthKey, readHealthKey, useNextHealthKey } from "#app/platform/encryption.server.ts";
import { readSettings, writeSetting } from "#app/settings/settings.db.server.ts";

type Rotated =
  /** No health records are kept here. */
  | { kind: "none" }
  /** The key in the data folder does not open every record: nothing was changed. */
  | { kind: "shut" }
  /**
   * `isFinished`: a change that was cut off is finished, and no other was begun. `aside`: the former key's file, unless the
   * site, which ran meanwhile, named it.
   */
  | { kind: "changed"; isFinished: boolean; keys: number; aside: string | null };

/**
 * Wraps every client's key with a new health key: beside the former one first, then in the database, in one transaction,
 * then in its place. Cut off anywhere, records open all the same, and the next run finishes it or begins anew.
 */
export async function rotateHealthKey(app: Pick<AppContext, "db" | "config" | "log" | "clock">): Promise<Rotated> {
  const now = app.clock.now();
  const db = app.db.kysely;
  const { health } = (await readSettings(db, app.log)).settings;
  if (health.keyId === "") return { kind: "none" };
  const finished = useNextHealthKey(app.config, health.keyId, now);
  if (finished !== null) return { kind: "changed", isFinished: true, keys: await countKeys(app), aside: finished };
  const former = readHealthKey(app.config);
  if (former?.id !== health.keyId) return { kind: "shut" };
  const next = makeNextHealthKey(app.config, now);
  const isDone = await db.transaction().execute(async (tx) => {
    await lockForWriting(tx, "health key");
    const stored = (await readSettings(tx, app.log)).settings.health;
    if (stored.keyId !== former.id || !(await wrapKeysAnew(tx, former, next))) return false;
    await writeSetting(tx, { key: "health", value: { ...stored, keyId: next.id }, now });
    const subject = { kind: "setting", id: "health" };
    await writeAudit(tx, {
      at: now,
      actor: "system",
      action: "setting.change",
      subject,
      detail: { health: "new key" },
    });
    return true;
  });
  if (!isDone) return { kind: "shut" };
  const aside = useNextHealthKey(app.config, next.id, now);
  return { kind: "changed", isFinished: false, keys: await countKeys(app), aside };
}

async function countKeys({ db }: Pick<AppContext, "db">): Promise<number> {
  const all = db.kysely.selectFrom("record_keys").select((eb) => eb.fn.countAll<number>().as("keys"));
  return Number((await all.executeTakeFirstOrThrow()).keys);
}
