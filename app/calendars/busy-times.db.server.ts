import { insertScheduleChanges, type ScheduleChange } from "#app/appointments/schedule-changes.db.server.ts";
import { type Interval, intersect, merge, subtract } from "#app/availability/interval.ts";
import type { Tx } from "#app/platform/app-context.server.ts";
import { raiseContentVersion } from "#app/platform/http/content-version.server.ts";
import type { Actor } from "#app/platform/permissions.ts";

const DAY_MS = 86_400_000;
// Five values a row: SQLite takes 32,766 in one statement.
const ROWS_AT_ONCE = 5000;
// What follows changes looks at each of them: beyond this they are one, from the first to the last.
const MOST_CHANGES = 20;

type Link = { id: string; therapistId: string };

/**
 * Replaces the times of one sort that stand for a calendar within `window`, in a transaction that locks `offer` for
 * writing. What comes and goes from now on is noted for what follows the schedule. `times` are sorted and joined. Returns
 * whether anything changed.
 */
export async function writeBusyTimes(
  tx: Tx,
  { link, elsewhere, times }: { link: Link; elsewhere: "busy" | "unknown"; times: readonly Interval[] },
  { actor, now }: { actor: Actor; now: number },
): Promise<boolean> {
  const rows = await tx
    .selectFrom("busy_times")
    .select(["block_start as start", "block_end as end"])
    .where("link_id", "=", link.id)
    .where("elsewhere", "=", elsewhere)
    .execute();
  const missing = new Map(times.flatMap(inDays).map((piece) => [`${piece.start} ${piece.end}`, piece]));
  const gone = rows.filter(({ start, end }) => !missing.delete(`${start} ${end}`));
  for (let at = 0; at < gone.length; at += ROWS_AT_ONCE) {
    await tx
      .deleteFrom("busy_times")
      .where("link_id", "=", link.id)
      .where("elsewhere", "=", elsewhere)
      .where(
        "block_start",
        "in",
        gone.slice(at, at + ROWS_AT_ONCE).map(({ start }) => start),
      )
      .execute();
  }
  const added = [...missing.values()].map(({ start, end }) => ({
    ...{ therapist_id: link.therapistId, block_start: start, block_end: end },
    ...{ link_id: link.id, elsewhere },
  }));
  for (let at = 0; at < added.length; at += ROWS_AT_ONCE) {
    await tx
      .insertInto("busy_times")
      .values(added.slice(at, at + ROWS_AT_ONCE))
      .execute();
  }
  if (gone.length + added.length === 0) return false;
  // What is worked out of free times is kept by it.
  await raiseContentVersion(tx, now);
  const changes = changesBetween(merge(rows), times, now);
  const { therapistId } = link;
  await insertScheduleChanges(
    tx,
    [
      ...changes.freed.map((time) => changeOf({ freed: { therapistId, ...time } })),
      ...changes.taken.map((time) => changeOf({ taken: { therapistId, ...time } })),
    ],
    { actor, now },
  );
  return true;
}

function changeOf({ freed = null, taken = null }: Partial<Pick<ScheduleChange, "freed" | "taken">>): ScheduleChange {
  return { cause: "calendar", appointmentId: null, freed, taken };
}

/** A row lasts a day at most, like an appointment's block: so a read of one day finds all that reach into it. */
function inDays({ start, end }: Interval): Interval[] {
  const pieces: Interval[] = [];
  for (let from = start; from < end; from += DAY_MS) pieces.push({ start: from, end: Math.min(end, from + DAY_MS) });
  return pieces;
}

function changesBetween(before: readonly Interval[], after: readonly Interval[], now: number) {
  const ahead = { start: now, end: Number.POSITIVE_INFINITY };
  const without = (some: readonly Interval[], others: readonly Interval[]) =>
    fewer(some.flatMap((time) => subtract(intersect(time, ahead), others)));
  return { freed: without(before, after), taken: without(after, before) };
}

function fewer(times: Interval[]): Interval[] {
  const [first, last] = [times[0], times.at(-1)];
  if (!first || !last || times.length <= MOST_CHANGES) return times;
  return [{ start: first.start, end: last.end }];
}
