import { sql } from "kysely";
import { type AppContext, processAppOf, type Queries } from "#app/platform/app-context.server.ts";

const KEPT_FOR = 1000;
const PATIENCE = 500;
export const CONTENT_VERSION = "contentVersion";

type ContentVersion = {
  current: () => Promise<number>;
  /** Something may just have changed in this process: read the version again at the next request. */
  mayHaveChanged: () => void;
};

/**
 * Reads the version at most once a second, so that a change by another server shows within one. While the database is
 * away, the last known version applies: cached pages outlive an outage.
 */
export function contentVersion(app: AppContext): ContentVersion {
  let known = 0;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<number> | null = null;

  async function ask(): Promise<number> {
    checkedAt = app.clock.now();
    try {
      known = await getContentVersion(app);
    } catch (error) {
      app.log.warn({ code: (error as { code?: string }).code }, "the content version could not be read");
    }
    return known;
  }

  return {
    async current() {
      const age = app.clock.now() - checkedAt;
      // Negative: the clock was set back. The cached version would otherwise last until it catches up.
      if (age >= 0 && age < KEPT_FOR && !asking) return known;
      asking ??= ask().finally(() => {
        asking = null;
      });
      // One visitor waits for a database that hangs; the others know by now.
      const waited = Math.max(0, app.clock.now() - checkedAt);
      return Promise.race([asking, lastKnownAfter(Math.max(0, PATIENCE - waited), () => known)]);
    },
    mayHaveChanged() {
      checkedAt = Number.NEGATIVE_INFINITY;
    },
  };
}

/** Invalidates cached pages, in the transaction of the change that visitors may see. */
export async function raiseContentVersion(tx: Queries, now: number): Promise<void> {
  await tx
    .insertInto("settings")
    .values({ key: CONTENT_VERSION, value: "1", version: 1, updated_at: now })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        value: sql<string>`cast(cast(settings.value as integer) + 1 as text)`,
        updated_at: now,
      }),
    )
    .execute();
}

const answered = new WeakMap<AppContext, Promise<number>>();

/**
 * The current version, read once for a request that writes nothing. Read it before the content it describes: then it is
 * never newer than the content.
 */
export function getContentVersion(app: AppContext): Promise<number> {
  if (processAppOf(app) === app) return readContentVersion(app.db.kysely);
  const known = answered.get(app) ?? readContentVersion(app.db.kysely);
  answered.set(app, known);
  return known;
}

export async function readContentVersion(db: Queries): Promise<number> {
  const row = await db.selectFrom("settings").select("value").where("key", "=", CONTENT_VERSION).executeTakeFirst();
  return Number(row?.value ?? 0) || 0;
}

function lastKnownAfter(ms: number, known: () => number): Promise<number> {
  return new Promise((resolve) => setTimeout(() => resolve(known()), ms).unref());
}
