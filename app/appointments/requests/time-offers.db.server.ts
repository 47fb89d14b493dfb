import { isStanding } from "#app/appointments/appointments.db.server.ts";
import type { OfferedTime, TimeOffer } from "#app/appointments/requests/time-offer.ts";
import type { Queries, Tx } from "#app/platform/app-context.server.ts";

export async function getTimeOffer(db: Queries, appointmentId: string): Promise<TimeOffer | null> {
  const row = await db
    .selectFrom("time_offers")
    .select(["places", "sequence", "at", "actor"])
    .where("appointment_id", "=", appointmentId)
    .executeTakeFirst();
  if (!row) return null;
  const { places, ...offer } = row;
  return { ...offer, times: JSON.parse(places) as OfferedTime[] };
}

/** What is offered to clients of other appointments and may still be pressed, each with the length of its block. */
export async function listOtherOffers(
  db: Queries,
  { except, now }: { except: string; now: number },
): Promise<(OfferedTime & { lasts: number })[]> {
  const rows = await db
    .selectFrom("time_offers as offers")
    .innerJoin("appointments", (join) =>
      join
        .onRef("appointments.id", "=", "offers.appointment_id")
        .onRef("appointments.sequence", "=", "offers.sequence"),
    )
    .select(["places", "block_start", "block_end"])
    .where("offers.appointment_id", "!=", except)
    .where(isStanding)
    .execute();
  return rows.flatMap((row) =>
    (JSON.parse(row.places) as OfferedTime[])
      .filter(({ start }) => start > now)
      .map((time) => ({ ...time, lasts: row.block_end - row.block_start })),
  );
}

/** The latest offer replaces the one before. */
export async function writeTimeOffer(tx: Tx, appointmentId: string, { times, ...offer }: TimeOffer): Promise<void> {
  const row = { ...offer, places: JSON.stringify(times) };
  await tx
    .insertInto("time_offers")
    .values({ appointment_id: appointmentId, ...row })
    .onConflict((conflict) => conflict.column("appointment_id").doUpdateSet(row))
    .execute();
}
