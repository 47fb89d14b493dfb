import type { AppContext } from "#app/platform/app-context.server.ts";

const DAY = 86_400_000;

type RateLimitVerdict = { kind: "allowed" } | { kind: "limited"; retryAfterSeconds: number };

/** At most `limit` attempts under `key` in each fixed window of `windowSeconds` (at most a day). */
export type RateLimit = { key: string; limit: number; windowSeconds: number };

/** Counts one attempt under one limit: see `consumeRateLimits`. */
export function consumeRateLimit(app: AppContext, limit: RateLimit): Promise<RateLimitVerdict> {
  return consumeRateLimits(app, [limit]);
}

/**
 * Counts one attempt under several limits, or under none if one refuses it: a refused attempt writes nothing, so that
 * a flood can't fill or lock the table. Servers share the counts in the database, one row for each key and window.
 * RATE_LIMITS=off allows everything.
 */
export async function consumeRateLimits(app: AppContext, limits: readonly RateLimit[]): Promise<RateLimitVerdict> {
  if (!app.config.rateLimits) return { kind: "allowed" };
  const now = app.clock.now();
  const windows = limits.map((limit) => ({ ...limit, ...windowAt(now, limit) }));
  const full = await fullOf(app, windows);
  for (const window of full.length > 0 ? [] : windows) if (!(await count(app, window))) full.push(window);
  if (full.length === 0) return { kind: "allowed" };
  return { kind: "limited", retryAfterSeconds: Math.ceil((Math.max(...full.map(({ ends }) => ends)) - now) / 1000) };
}

type Window = RateLimit & { starts: number; ends: number };

function windowAt(now: number, { windowSeconds }: RateLimit): { starts: number; ends: number } {
  const starts = now - (now % (windowSeconds * 1000));
  return { starts, ends: starts + windowSeconds * 1000 };
}

async function fullOf(app: AppContext, windows: readonly Window[]): Promise<Window[]> {
  const keys = windows.map(({ key }) => key);
  const rows = await app.db.kysely.selectFrom("rate_limits").selectAll().where("key", "in", keys).execute();
  return windows.filter(({ key, starts, limit }) =>
    rows.some((row) => row.key === key && row.window_start === starts && row.hits >= limit),
  );
}

// The row itself decides races: of many attempts at once, no more than the limit are counted.
async function count(app: AppContext, { key, starts, limit }: Window): Promise<boolean> {
  const counted = await app.db.kysely
    .insertInto("rate_limits")
    .values({ key, window_start: starts, hits: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(["key", "window_start"])
        .doUpdateSet((fields) => ({ hits: fields("rate_limits.hits", "+", 1) }))
        .where("rate_limits.hits", "<", limit),
    )
    .returning("hits")
    .executeTakeFirst();
  return counted !== undefined;
}

/** Takes back one attempt of the current window that turned out not to count. */
export async function returnAttempt(
  app: AppContext,
  { key, windowSeconds }: { key: string; windowSeconds: number },
): Promise<void> {
  const now = app.clock.now();
  await app.db.kysely
    .updateTable("rate_limits")
    .set((row) => ({ hits: row("hits", "-", 1) }))
    .where("key", "=", key)
    .where("window_start", "=", now - (now % (windowSeconds * 1000)))
    .where("hits", ">", 0)
    .execute();
}

export async function removeOldRateLimits(app: AppContext): Promise<void> {
  const before = app.clock.now() - 2 * DAY;
  await app.db.kysely.deleteFrom("rate_limits").where("window_start", "<", before).execute();
  await app.db.kysely.deleteFrom("auth_rate_limits").where("lastRequest", "<", before).execute();
}

/** Clears the counts under `key`, as after a right password. */
export async function resetRateLimits(app: AppContext, key: string): Promise<void> {
  await app.db.kysely.deleteFrom("rate_limits").where("key", "=", key).execute();
}

/** Runs a limited amount of work at once and queues the rest; refuses work beyond the queue's end (`ECROWDED`). */
type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** For work that takes a core and much memory, such as hashing a password: more at once would only be slower. */
export function concurrencyLimit(most: number, limits: { mostWaiting: number }): ConcurrencyLimit {
  const { enter, leave } = limitedPlaces(most, limits);
  return async (work) => {
    const place = enter();
    if (place) await place;
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

/** The same for whoever can't say what they do as one function: who entered must leave. In the order of asking. */
export function limitedPlaces(most: number, { mostWaiting }: { mostWaiting: number }) {
  let inside = 0;
  const waiting: (() => void)[] = [];
  return {
    /** Undefined: there is a place at once. */
    enter(): Promise<void> | undefined {
      if (inside >= most) {
        if (waiting.length >= mostWaiting) throw crowded();
        return new Promise((taken) => waiting.push(taken));
      }
      inside += 1;
      return undefined;
    },
    /** Hands the place to the next, so that nothing can slip in between. */
    leave() {
      const next = waiting.shift();
      if (next) next();
      else inside -= 1;
    },
  };
}

function crowded(): Error {
  return Object.assign(new Error("too many are waiting for the same work"), { code: "ECROWDED" });
}
