import type { OfferedTime, TimeOffer } from "#app/appointments/time-offer.ts";
import type { Queries, Tx } from "#app/platform/database/database.server.ts";

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

/** The latest offer replaces the one before. */
export async function writeTimeOffer(tx: Tx, appointmentId: string, { times, ...offer }: TimeOffer): Promise<void> {
  const row = { ...offer, places: JSON.stringify(times) };
  await tx
    .insertInto("time_offers")
    .values({ appointment_id: appointmentId, ...row })
    .onConflict((conflict) => conflict.column("appointment_id").doUpdateSet(row))
    .execute();
}
