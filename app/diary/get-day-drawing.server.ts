import { isDouble } from "#app/appointments/appointments.db.server.ts";
import { NOTHING_OF_ADDRESS } from "#app/appointments/home-visit.ts";
import { type Venue, venueFrom } from "#app/appointments/venue.ts";
import { type DayDrawing, dayDrawing } from "#app/diary/day-columns.ts";
import type { DayAppointment } from "#app/diary/day-entries.ts";
import { isNewClient } from "#app/diary/diary-appointments.db.server.ts";
import type { Diary } from "#app/diary/get-diary.server.ts";
import { alertWithin, clientWithin } from "#app/diary/lists/appointment-list.db.server.ts";
import { listHomeVisitAddresses } from "#app/diary/lists/home-visit-addresses.db.server.ts";
import { whereInWords } from "#app/diary/lists/row-view.ts";
import type { AppContext, Queries } from "#app/platform/app-context.server.ts";
import { addDays } from "#app/platform/date-time.ts";
import { type Actor, requireScope, type Scope, scopeFor } from "#app/platform/permissions.ts";

/**
 * A day with a column for each therapist, or a week of the chosen one; null for other parts of the diary. For the
 * practice only.
 */
export async function getDayDrawing(app: AppContext, actor: Actor, diary: Diary): Promise<DayDrawing | null> {
  requireScope(actor, "see", "diary");
  const scope = requireScope(actor, "see", "appointments");
  const { place, therapist, therapists, colleagues, taken, zone, now, working, closures, busy, off } = diary;
  const isDay = place.view === "day";
  if (!isDay && !(therapist && place.view === "week")) return null;
  const blocks = await listBlocks(
    app.db.kysely,
    diary.appointments.map(({ id }) => id),
    scopeFor(actor, "see", "clients"),
  );
  const placed = diary.appointments.flatMap((row) => {
    const block = blocks.get(row.id);
    if (!block) return [];
    return [{ ...row, ...block, isOff: off.has(row.id), isDouble: scope === "all" && block.isDouble }];
  });
  const visits = await listHomeVisitAddresses(app.db.kysely, placed, { scope, now, zone });
  const appointments = placed.map(({ venue, ...row }) => ({
    ...row,
    where: whereInWords({ id: row.id, venue }, visits),
  }));
  const isChosen = ({ id }: { id: string }) => !therapist || therapist.id === id;
  const visible = therapists.filter(isChosen);
  const gone = appointments.filter(({ therapistId }) => !visible.some(({ id }) => id === therapistId));
  const hidden = new Map(gone.map((row) => [row.therapistId, { name: row.therapistName, short: row.therapistShort }]));
  return dayDrawing({
    zone,
    now,
    working,
    closures,
    busy,
    appointments,
    taken,
    dates: isDay ? [place.date] : daysOf(place),
    therapists: [
      ...visible.map(({ id, slug, name, short, picture }) => ({ id, slug, name, short, picture })),
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

type Block = Pick<
  DayAppointment,
  "minutes" | "phone" | "blockStart" | "blockEnd" | "holdUntil" | "isNewClient" | "isDouble" | "alertOf"
> & { venue: Venue };

/** What the day view needs of these appointments besides what every view draws, by id. */
export async function listBlocks(
  db: Queries,
  ids: readonly string[],
  clients: Scope | null = null,
): Promise<Map<string, Block>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("appointments as a")
    .leftJoin("booking_holds as hold", (join) =>
      join.onRef("hold.appointment_id", "=", "a.id").on("hold.kept_at", "is", null).on("hold.released_at", "is", null),
    )
    .select(["a.id", "a.minutes", "a.phone", "a.block_start", "a.block_end", "hold.until"])
    .select(isNewClient("a").as("is_new_client"))
    .select((eb) =>
      eb
        .exists(eb.selectFrom("appointments as other").select("other.id").where(isDouble("a", "other")))
        .as("is_double"),
    )
    .select(["a.venue", "a.venue_name"])
    .select([clientWithin("a", clients).as("client"), alertWithin("a").as("alert")])
    .where("a.id", "in", [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        minutes: row.minutes,
        venue: venueFrom({ ...row, ...NOTHING_OF_ADDRESS }),
        phone: row.phone,
        blockStart: row.block_start,
        blockEnd: row.block_end,
        holdUntil: row.until,
        isNewClient: Boolean(row.is_new_client),
        isDouble: Boolean(row.is_double),
        alertOf: row.alert === null ? null : row.client,
      },
    ]),
  );
}
