import { ADAPTER_NAMES, ADAPTER_PAGES } from "#app/adapters/adapter.ts";
import { listAdapters } from "#app/adapters/adapters.db.server.ts";
import { countUnlike } from "#app/calendly/unlike.db.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { dayInWords } from "#app/platform/day-in-words.ts";
import { localDateOf } from "#app/platform/zoned-time.ts";
import type { Need } from "#app/routes/admin/need.ts";

/** What other companies' systems ask of the practice: those that don't work, and what has no place here. */
export async function adapterNeeds(db: Queries, { zone, now }: { zone: string; now: number }): Promise<Need[]> {
  const failing = (await listAdapters(db)).filter(({ state }) => state !== "ok");
  const { clashes, odd, unlike } = await countUnlike(db, now);
  return [
    { label: "Booked on Calendly, and taken here", count: clashes, to: ADAPTER_PAGES.calendly },
    { label: "Booked on Calendly, not in your diary", count: odd, to: ADAPTER_PAGES.calendly },
    { label: "Changed here, not on Calendly", count: unlike, to: ADAPTER_PAGES.calendly },
    ...failing.map(({ name, state, since }) => ({
      label: name === "films" ? "A film without its picture" : labelOf(ADAPTER_NAMES[name], state),
      count: 1,
      note: `since ${dayInWords(localDateOf(since, zone))}`,
      to: ADAPTER_PAGES[name],
    })),
  ];
}

function labelOf(system: string, state: string): string {
  return state === "revoked" ? `${system} refuses your key` : `${system} fails`;
}
