import { isStanding } from "#app/appointments/status.db.server.ts";
import type { DayAppointment } from "#app/diary/day-entries.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

type Block = Pick<DayAppointment, "minutes" | "phone" | "blockStart" | "blockEnd" | "heldUntil" | "isFirstVisit">;

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
            .where(isStanding),
        )
        .as("has_been"),
    )
    .select("a.client_id")
    .where("a.id", "in", [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        minutes: row.minutes,
        phone: row.phone,
        blockStart: row.block_start,
        blockEnd: row.block_end,
        heldUntil: row.until,
        isFirstVisit: row.client_id !== null && !row.has_been,
      },
    ]),
  );
}
