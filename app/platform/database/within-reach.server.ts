import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Reach } from "#app/platform/permissions.ts";

const EVERY = sql<SqlBool>`1 = 1`;

/** Appointments within reach. */
export function isWithin(reach: Reach): RawBuilder<SqlBool> {
  return reach === "all" ? EVERY : sql<SqlBool>`appointments.therapist_id = ${reach.therapistId}`;
}

/** Clients with a visit within reach, past or ahead. */
export function isClientWithin(reach: Reach): RawBuilder<SqlBool> {
  if (reach === "all") return EVERY;
  return sql<SqlBool>`clients.erased_at is null and exists (
    select 1 from appointments as visit
    where visit.client_id = clients.id and visit.therapist_id = ${reach.therapistId}
      and lower(visit.status) <> 'cancelled')`;
}
