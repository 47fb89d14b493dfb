import { ADAPTER_NAMES, ADAPTER_PAGES } from "#app/adapters/adapter.ts";
import { listAdapters } from "#app/adapters/adapters.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { dayInWords } from "#app/platform/day-in-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import type { Need } from "#app/routes/admin/need.ts";

/** The systems of other companies that don't work. */
export async function adapterNeeds(db: Queries, zone: string): Promise<Need[]> {
  const failing = (await listAdapters(db)).filter(({ state }) => state !== "ok");
  return failing.map(({ name, state, since }) => ({
    label: name === "films" ? "A film without its picture" : labelOf(ADAPTER_NAMES[name], state),
    count: 1,
    note: `since ${dayInWords(localDateOf(since, zone))}`,
    to: ADAPTER_PAGES[name],
  }));
}

function labelOf(system: string, state: string): string {
  return state === "revoked" ? `${system} refuses your key` : `${system} fails`;
}
