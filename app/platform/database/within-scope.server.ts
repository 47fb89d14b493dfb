import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Scope } from "#app/platform/permissions.ts";

const EVERY = sql<SqlBool>`1 = 1`;

/** Appointments within scope. */
export function isWithin(scope: Scope): RawBuilder<SqlBool> {
  return scope === "all" ? EVERY : sql<SqlBool>`appointments.therapist_id = ${scope.therapistId}`;
}

/**
 * Clients with a visit within scope, past or ahead. One that was matched by what someone typed counts once they have
 * attended, and not if it was written down afterwards.
 */
export function isClientWithin(scope: Scope): RawBuilder<SqlBool> {
  if (scope === "all") return EVERY;
  return sql<SqlBool>`clients.erased_at is null and exists (
    select 1 from appointments as visit
    where visit.client_id = clients.id and visit.therapist_id = ${scope.therapistId}
      and lower(visit.status) <> 'cancelled'
      and (visit.opens_record = 1 or (visit.created_at < visit.starts_at and exists (
        select 1 from attendances
        where attendances.appointment_id = visit.id and attendances.state in ('arrived', 'finished')))))`;
}
