import { type SqlBool, sql } from "kysely";
import type { Queries } from "#app/platform/database/database.server.ts";
import { isWithin } from "#app/platform/database/within-reach.server.ts";
import type { Reach } from "#app/platform/permissions.ts";

export type Unpaid = {
  id: string;
  name: string;
  service: string;
  therapist: string;
  start: number;
  owedPence: number;
};

const MOST = 200;

const OWED = sql<number>`case when bills.id is null then appointments.price_pence else
  (select coalesce(sum(pence), 0) from bill_items where bill_id = bills.id)
  - (select coalesce(sum(pence), 0) from allocations where bill_id = bills.id) end`;

/**
 * What is owed for appointments within reach, oldest first: of those that were attended since payments are taken here,
 * and of every bill that is not paid in full.
 */
export async function listUnpaid(
  db: Queries,
  { reach, now, since, clientId }: { reach: Reach; now: number; since: number; clientId?: string },
): Promise<{ rows: Unpaid[]; more: boolean }> {
  const rows = await db
    .selectFrom("appointments")
    .leftJoin("bills", "bills.appointment_id", "appointments.id")
    .leftJoin("attendances", "attendances.appointment_id", "appointments.id")
    .innerJoin("therapists", "therapists.id", "appointments.therapist_id")
    .select(["appointments.id", "appointments.name", "appointments.service_title", "appointments.starts_at"])
    .select(["therapists.name as therapist", OWED.as("owed")])
    .where(isWithin(reach))
    .$if(clientId !== undefined, (query) => query.where("appointments.client_id", "=", clientId ?? ""))
    .where(sql<SqlBool>`${OWED} > 0`)
    .where((one) =>
      one.or([
        one("bills.id", "is not", null),
        one.and([
          one("attendances.state", "in", ["arrived", "finished"]),
          one("appointments.starts_at", ">=", since),
          one("appointments.ends_at", "<=", now),
          sql<SqlBool>`lower(appointments.status) <> 'cancelled'`,
        ]),
      ]),
    )
    .orderBy("appointments.starts_at")
    .orderBy("appointments.id")
    .limit(MOST + 1)
    .execute();
  const shown = rows.slice(0, MOST).map((row) => ({
    id: row.id,
    name: row.name ?? "Unknown",
    service: row.service_title,
    therapist: row.therapist,
    start: row.starts_at,
    owedPence: Number(row.owed),
  }));
  return { rows: shown, more: rows.length > MOST };
}
