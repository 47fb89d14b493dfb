import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Appointment } from "#app/appointments/appointment.ts";
import { appointmentFrom, isStanding } from "#app/appointments/appointments.db.server.ts";
import type { Interval } from "#app/availability/interval.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { lowerCaseOf } from "#app/platform/database/expressions.server.ts";
import type { Scope } from "#app/platform/permissions.ts";

const DAY_MS = 86_400_000;

/** Whose they are known to be: an account's, of these manage links, or booked with this email address. */
type Whose = { userId: string } | { manageHashes: readonly string[] } | { email: string };

/** The first standing appointment of this person that shares time with `within`; `except`: not this one. */
export async function findOverlap(
  db: Queries,
  whose: Whose,
  { start, end, except = "" }: Interval & { except?: string },
): Promise<Appointment | null> {
  if ("manageHashes" in whose && whose.manageHashes.length === 0) return null;
  const row = await db
    .selectFrom("appointments")
    .selectAll()
    .where((eb) => {
      if ("userId" in whose) return eb("user_id", "=", whose.userId);
      if ("email" in whose) return eb(lowerCaseOf("email"), "=", whose.email.toLowerCase());
      return eb("manage_hash", "in", [...whose.manageHashes]);
    })
    .where("starts_at", "<", end)
    .where("starts_at", ">", start - DAY_MS)
    .where("ends_at", ">", start)
    .where("id", "!=", except)
    .where(isStanding)
    .orderBy("starts_at")
    .limit(1)
    .executeTakeFirst();
  return row ? appointmentFrom(row) : null;
}

/**
 * Whether two appointments may be one person's by mistake: they share time, and a client, an email address, a phone
 * number or an account. `one` and `other` name the tables.
 */
export function isDouble(one: string, other: string): RawBuilder<SqlBool> {
  const of = (table: string, column: string) => sql.ref(`${table}.${column}`);
  const same = (column: string) => sql`${of(one, column)} = ${of(other, column)}`;
  return sql<SqlBool>`(${of(one, "id")} <> ${of(other, "id")}
    and ${of(other, "starts_at")} < ${of(one, "ends_at")}
    and ${of(other, "starts_at")} > ${of(one, "starts_at")} - ${sql.lit(DAY_MS)}
    and ${of(other, "ends_at")} > ${of(one, "starts_at")}
    and lower(${of(one, "status")}) <> 'cancelled' and lower(${of(other, "status")}) <> 'cancelled'
    and (${same("client_id")} or ${same("phone")} or ${same("user_id")}
      or ${lowerCaseOf(`${one}.email`)} = ${lowerCaseOf(`${other}.email`)}))`;
}

/**
 * Of these appointments, those that may be doubles, each with the other. Only for who sees every diary: a therapist
 * learns nothing of what a typed address has booked with others.
 */
export async function listDoubles(
  db: Queries,
  ids: readonly string[],
  scope: Scope,
): Promise<Map<string, { id: string; start: number }>> {
  if (ids.length === 0 || scope !== "all") return new Map();
  const rows = await db
    .selectFrom("appointments as one")
    .innerJoin("appointments as other", (join) => join.on(isDouble("one", "other")))
    .select(["one.id", "other.id as otherId", "other.starts_at as start"])
    .where("one.id", "in", [...ids])
    .execute();
  return new Map(rows.map(({ id, otherId, start }) => [id, { id: otherId, start }]));
}
