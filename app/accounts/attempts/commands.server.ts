import { rateKeyOf } from "#app/platform/http/client-address.server.ts";
import { hashOf } from "#app/platform/ids.server.ts";
import { forgetHits, takeHit } from "#app/platform/rate-limit.server.ts";
import type { World } from "#app/platform/world.server.ts";

const QUARTER = 900;
const HOUR = 3600;

export type Attempt = "sign-in" | "sign-up" | "reset" | "confirm";
/** What is tried, from which address, and for whose account (an e-mail address or a user's id). */
export type Try = { attempt: Attempt; address: string; whose: string };
export type Verdict = { kind: "allowed" } | { kind: "limited"; retryAfterSeconds: number };

type Scope = "here" | "anywhere" | "from";
type Limit = { limit: number; windowSeconds: number };

/**
 * `here`: one account from one place, what a guesser gets. `anywhere`: one account from everywhere; high, as anybody
 * can run it up for somebody else. `from`: all accounts from one place.
 */
const LIMITS: Record<Attempt, Record<Scope, Limit>> = {
  "sign-in": limits({ here: [10, QUARTER], anywhere: [100, HOUR], from: [100, QUARTER] }),
  "sign-up": limits({ here: [5, HOUR], anywhere: [20, HOUR], from: [10, HOUR] }),
  reset: limits({ here: [5, HOUR], anywhere: [10, HOUR], from: [30, HOUR] }),
  confirm: limits({ here: [10, QUARTER], anywhere: [30, QUARTER], from: [100, QUARTER] }),
};

/** Counts one attempt. The library's own limits do not hold for calls from our commands, so these do. */
export async function takeAttempt(world: World, attempt: Try): Promise<Verdict> {
  const limit = LIMITS[attempt.attempt];
  const keys = keysOf(attempt);
  let verdict: Verdict = { kind: "allowed" };
  for (const scope of ["here", "anywhere", "from"] as const) {
    const hit = await takeHit(world, { key: keys[scope], ...limit[scope] });
    if (hit.kind === "limited" && verdict.kind === "allowed") verdict = hit;
  }
  return verdict;
}

/** A right password: what was counted for this person from this place was not guessing. */
export async function forgetAttempts(world: World, attempt: Try): Promise<void> {
  const keys = keysOf(attempt);
  await forgetHits(world, keys.here);
  await forgetHits(world, keys.from);
}

// An address never stands in the table as it is.
function keysOf({ attempt, address, whose }: Try) {
  const person = hashOf(whose.toLowerCase()).slice(0, 32);
  const place = rateKeyOf(address);
  return {
    here: `${attempt}:here:${person}:${place}`,
    anywhere: `${attempt}:anywhere:${person}`,
    from: `${attempt}:from:${place}`,
  };
}

function limits(table: Record<Scope, [limit: number, windowSeconds: number]>): Record<Scope, Limit> {
  const limit = ([most, windowSeconds]: [number, number]): Limit => ({ limit: most, windowSeconds });
  return { here: limit(table.here), anywhere: limit(table.anywhere), from: limit(table.from) };
}
