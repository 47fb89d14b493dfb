import type { AppContext } from "#app/platform/app-context.server.ts";
import type { Checksums } from "#app/platform/database/copy-rows.server.ts";
import { talliesOf } from "#tests/support/tallies.ts";

// Tables that reads may change: rate limits, session renewals, rendered mails, the content version.
const ALIVE = ["rate_limits", "auth_rate_limits", "sessions", "outbox", "mails"];

/** Count and checksum of every table that a GET may not change. Equal tallies: nothing was written in between. */
export async function stateOf({ db }: AppContext): Promise<Checksums> {
  return Object.fromEntries(Object.entries(await talliesOf(db)).filter(([table]) => !ALIVE.includes(table)));
}
