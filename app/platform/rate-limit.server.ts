import type { World } from "#app/platform/world.server.ts";

const DAY = 86_400_000;

export type Hit = { kind: "allowed" } | { kind: "limited"; retryAfterSeconds: number };

/**
 * Counts one attempt under `key`: at most `limit` of them in each fixed window of `windowSeconds` (a day at most).
 * The count lives in the database, so that several servers share it. RATE_LIMITS=off allows everything.
 */
export async function takeHit(
  world: World,
  { key, limit, windowSeconds }: { key: string; limit: number; windowSeconds: number },
): Promise<Hit> {
  if (!world.config.rateLimits) return { kind: "allowed" };
  const now = world.clock.now();
  const window = windowSeconds * 1000;
  const windowStart = now - (now % window);
  const { hits } = await world.db.kysely
    .insertInto("rate_limits")
    .values({ key, window_start: windowStart, hits: 1 })
    .onConflict((conflict) =>
      conflict.columns(["key", "window_start"]).doUpdateSet((fields) => ({ hits: fields("rate_limits.hits", "+", 1) })),
    )
    .returning("hits")
    .executeTakeFirstOrThrow();
  if (hits <= limit) return { kind: "allowed" };
  return { kind: "limited", retryAfterSeconds: Math.ceil((windowStart + window - now) / 1000) };
}

/** Removes the counts of windows that are over for certain. A job for now and then. */
export async function removeOldHits(world: World): Promise<void> {
  const before = world.clock.now() - 2 * DAY;
  await world.db.kysely.deleteFrom("rate_limits").where("window_start", "<", before).execute();
  await world.db.kysely.deleteFrom("auth_rate_limits").where("lastRequest", "<", before).execute();
}

/** Clears what was counted under `key`, as after a right password. */
export async function forgetHits(world: World, key: string): Promise<void> {
  await world.db.kysely.deleteFrom("rate_limits").where("key", "=", key).execute();
}
