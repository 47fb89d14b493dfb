import { isDouble } from "#app/appointments/overlaps.db.server.ts";
import { isStanding } from "#app/appointments/status.db.server.ts";
import { NOTHING_OF_ADDRESS, type Venue, venueFrom } from "#app/appointments/venue.ts";
import type { DayAppointment } from "#app/diary/day-entries.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

type Block = Pick<
  DayAppointment,
  "minutes" | "phone" | "blockStart" | "blockEnd" | "heldUntil" | "isFirstVisit" | "isDouble"
> & { venue: Venue };

/** What the day view needs of these appointments besides what every view draws, by id. */
export async function listBlocks(db: Queries, ids: readonly string[]): Promise<Map<string, Block>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("appointments as a")
    .leftJoin("booking_holds as hold", (join) =>
      join.onRef("hold.appointment_id", "=", "a.id").on("hold.kept_at", "is", null).on("hold.released_at", "is", null),
    )
    .select(["a.id", "a.minutes", "a.phone", "a.block_start", "a.block_end", "hold.until"])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("appointments")
            .select("appointments.id")
            .whereRef("appointments.client_id", "=", "a.client_id")
            .whereRef("appointments.starts_at", "<", "a.starts_at")
            // What someone typed tells a therapist nothing of visits to others.
            .where((visit) =>
              visit.or([
                visit("a.opens_record", "=", 1),
                visit("appointments.therapist_id", "=", visit.ref("a.therapist_id")),
              ]),
            )
            .where(isStanding),
        )
        .as("has_been"),
    )
    .select((eb) =>
      eb
        .exists(eb.selectFrom("appointments as other").select("other.id").where(isDouble("a", "other")))
        .as("is_double"),
    )
    .leftJoin("clients", "clients.id", "a.client_id")
    .select(["a.client_id", "a.venue", "a.venue_name", "clients.is_existing"])
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
        heldUntil: row.until,
        isFirstVisit: row.client_id !== null && !row.has_been && row.is_existing !== 1,
        isDouble: Boolean(row.is_double),
      },
    ]),
  );
}
