import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { ShownStatus } from "#app/appointments/appointment.ts";

// `shownStatus` in SQL: an import or another program may have written other capitals.

/** Occupies its time: any appointment that is not cancelled. */
export const isStanding = sql<SqlBool>`lower(status) <> 'cancelled'`;
export const isCancelled = sql<SqlBool>`lower(status) = 'cancelled'`;
export const isPending = sql<SqlBool>`lower(status) not in ('confirmed', 'cancelled')`;

export function isShownAs(status: ShownStatus): RawBuilder<SqlBool> {
  return status === "Pending" ? isPending : sql<SqlBool>`lower(status) = ${status.toLowerCase()}`;
}

/** Stands, with an address that nobody has proven, of someone who has never attended. */
export const isUnproven = sql<SqlBool>`(appointments.unproven = 1 and lower(appointments.status) <> 'cancelled'
  and not exists (
    select 1 from appointments as attended
    inner join attendances on attendances.appointment_id = attended.id
    where attended.client_id = appointments.client_id and attendances.state in ('arrived', 'finished')))`;
