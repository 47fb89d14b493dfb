import { sql } from "kysely";
import type { Queries } from "#app/platform/app-context.server.ts";

/**
 * Counts violations of what must always hold: bookings without claims, bookings by our visitors without mails (Calendly writes to its own), claims
 * without a booking, two bookings at one time. A sound database has only zeros.
 */
export async function unsoundness(db: Queries): Promise<Record<string, number>> {
  const count = async (query: ReturnType<typeof sql<{ n: number }>>) => Number((await query.execute(db)).rows[0]?.n);
  return {
    claimsMissing: await count(sql`select count(*) as n from appointments a where a.status <> 'Cancelled' and
      (select count(*) from appointment_claims c where c.appointment_id = a.id) <> (a.block_end - a.block_start) / 300000`),
    claimsAlone: await count(sql`select count(*) as n from appointment_claims c
      where c.hold_id is null
        and not exists (select 1 from appointments a where a.id = c.appointment_id and a.status <> 'Cancelled')`),
    holdsAlone: await count(sql`select count(*) as n from time_holds h
      where not exists (select 1 from waiting_offers o where o.id = h.id and o.state = 'held')
        or (select count(*) from appointment_claims c where c.hold_id = h.id) <> (h.block_end - h.block_start) / 300000`),
    overlaps: await count(sql`select count(*) as n from appointments a join appointments b
      on a.therapist_id = b.therapist_id and a.id < b.id and a.block_start < b.block_end and b.block_start < a.block_end
      where a.status <> 'Cancelled' and b.status <> 'Cancelled'`),
    withoutMail: await count(sql`select count(*) as n from appointments a
      where a.source not in ('practice', 'import', 'calendly') and not exists (select 1 from outbox o where o.data like '%' || a.id || '%')`),
  };
}

export const SOUND = { claimsMissing: 0, claimsAlone: 0, holdsAlone: 0, overlaps: 0, withoutMail: 0 };
