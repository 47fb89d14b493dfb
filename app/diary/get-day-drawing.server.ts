import { listBlocks } from "#app/diary/day-blocks.db.server.ts";
import { type DayDrawing, dayDrawing } from "#app/diary/day-columns.ts";
import type { Diary } from "#app/diary/get-diary.server.ts";
import { whereInWords } from "#app/diary/shown-row.ts";
import { listVisitAddresses } from "#app/diary/visit-addresses.db.server.ts";
import type { Actor } from "#app/platform/actor.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { requireReach } from "#app/platform/permissions.ts";
import { addDays } from "#app/platform/zoned-time.ts";

/**
 * A day with a column for each therapist, or a week of the chosen one; null for other parts of the diary. For the
 * practice only.
 */
export async function getDayDrawing(app: AppContext, actor: Actor, diary: Diary): Promise<DayDrawing | null> {
  requireReach(actor, "see", "diary");
  const reach = requireReach(actor, "see", "appointments");
  const { place, therapist, therapists, colleagues, taken, zone, now, working, closures, off } = diary;
  const isDay = place.view === "day";
  if (!isDay && !(therapist && place.view === "week")) return null;
  const blocks = await listBlocks(
    app.db.kysely,
    diary.appointments.map(({ id }) => id),
  );
  const placed = diary.appointments.flatMap((row) => {
    const block = blocks.get(row.id);
    if (!block) return [];
    return [{ ...row, ...block, isOff: off.has(row.id), isDouble: reach === "all" && block.isDouble }];
  });
  const visits = await listVisitAddresses(app.db.kysely, placed, { reach, now, zone });
  const appointments = placed.map(({ venue, ...row }) => ({
    ...row,
    where: whereInWords({ id: row.id, venue }, visits),
  }));
  const isChosen = ({ id }: { id: string }) => !therapist || therapist.id === id;
  const shown = therapists.filter(isChosen);
  const gone = appointments.filter(({ therapistId }) => !shown.some(({ id }) => id === therapistId));
  const hidden = new Map(gone.map((row) => [row.therapistId, { name: row.therapistName, short: row.therapistShort }]));
  return dayDrawing({
    zone,
    now,
    working,
    closures,
    appointments,
    taken,
    dates: isDay ? [place.date] : daysOf(place),
    therapists: [
      ...shown.map(({ id, slug, name, short, picture }) => ({ id, slug, name, short, picture })),
      ...colleagues.filter(isChosen).map(({ id, name, short, picture }) => ({ id, slug: null, name, short, picture })),
      ...[...hidden].map(([id, names]) => ({ id, slug: null, ...names, picture: null })),
    ],
  });
}

function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
