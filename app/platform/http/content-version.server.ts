import { sql } from "kysely";
import type { Tx } from "#app/platform/database/database.server.ts";
import type { World } from "#app/platform/world.server.ts";

const KEPT_FOR = 1000;
const PATIENCE = 500;
const KEY = "contentVersion";

export type ContentVersion = {
  /** The number that rises with every change of what visitors may read. */
  current: () => Promise<number>;
  /** Something may just have changed in this process: ask again at the next request. */
  mayHaveChanged: () => void;
};

/**
 * Reads the version from the settings table at most once a second, so a change by another server shows within
 * one. While the database does not answer, the last version known stands: kept pages outlive an outage.
 */
export function contentVersion(world: World): ContentVersion {
  let known = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<number> | null = null;

  async function ask(): Promise<number> {
    askedAt = world.clock.now();
    try {
      known = await readContentVersion(world);
    } catch (error) {
      world.log.warn({ code: (error as { code?: string }).code }, "the content version could not be read");
    }
    return known;
  }

  return {
    async current() {
      const age = world.clock.now() - askedAt;
      // Less than nothing: the clock was set back. Otherwise the answer would stand until it has caught up.
      if (age >= 0 && age < KEPT_FOR && !asking) return known;
      asking ??= ask().finally(() => {
        asking = null;
      });
      return Promise.race([asking, lastKnownAfter(PATIENCE, () => known)]);
    },
    mayHaveChanged() {
      askedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Something that visitors may read has changed: in the change's own transaction, so that no page is kept too long. */
export async function raiseContentVersion(tx: Tx, now: number): Promise<void> {
  await tx
    .insertInto("settings")
    .values({ key: KEY, value: "1", version: 1, updated_at: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        value: sql<string>`cast(cast(settings.value as integer) + 1 as text)`,
        updated_at: now,
      }),
    )
    .execute();
}

/** The version as it stands now. Read it before what it counts: then that is never older than it says. */
export async function readContentVersion(world: World): Promise<number> {
  const row = await world.db.kysely.selectFrom("settings").select("value").where("key", "=", KEY).executeTakeFirst();
  return Number(row?.value ?? 0) || 0;
}

function lastKnownAfter(ms: number, known: () => number): Promise<number> {
  return new Promise((resolve) => setTimeout(() => resolve(known()), ms).unref());
}
