import type { Tallies } from "#app/platform/database/copy-rows.server.ts";
import type { World } from "#app/platform/world.server.ts";
import { talliesOf } from "#tests/support/tallies.ts";

// Counted or renewed by looking: who tried how often, sessions, mails made readable, the version of the pages.
const ALIVE = ["rate_limits", "auth_rate_limits", "sessions", "outbox", "mails"];

/** Count and checksum of every table that a look may not change. Two that are equal: nothing was done between. */
export async function stateOf({ db }: World): Promise<Tallies> {
  return Object.fromEntries(Object.entries(await talliesOf(db)).filter(([table]) => !ALIVE.includes(table)));
}
