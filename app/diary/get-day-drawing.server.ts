import { listBlocks } from "#app/diary/day-blocks.db.server.ts";
import { type DayDrawing, dayDrawing } from "#app/diary/day-columns.ts";
import type { Diary } from "#app/diary/get-diary.server.ts";
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
  const { place, therapist, therapists, colleagues, taken, zone, now, working, closures } = diary;
  const isDay = place.view === "day";
  if (!isDay && !(therapist && place.view === "week")) return null;
  const blocks = await listBlocks(
    app.db.kysely,
    diary.appointments.map(({ id }) => id),
  );
  const appointments = diary.appointments.flatMap((row) => {
    const block = blocks.get(row.id);
    return block ? [{ ...row, ...block }] : [];
  });
  const isChosen = ({ id }: { id: string }) => !therapist || therapist.id === id;
  const shown = therapists.filter(isChosen);
  const gone = appointments.filter(({ therapistId }) => !shown.some(({ id }) => id === therapistId));
  const hidden = new Map(gone.map((row) => [row.therapistId, row.therapistName]));
  return dayDrawing({
    zone,
    now,
    working,
    closures,
    appointments,
    taken,
    dates: isDay ? [place.date] : daysOf(place),
    therapists: [
      ...shown.map(({ id, slug, name, picture }) => ({ id, slug, name, picture })),
      ...colleagues.filter(isChosen).map(({ id, name, picture }) => ({ id, slug: null, name, picture })),
      ...[...hidden].map(([id, name]) => ({ id, slug: null, name, picture: null })),
    ],
  });
}

function daysOf({ from, to }: { from: string; to: string }): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}
