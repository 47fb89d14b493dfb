import { sql } from "kysely";
import { isCancelled } from "#app/appointments/status.db.server.ts";
import type { Standing } from "#app/booking/booking-limits.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { lowerCaseOf } from "#app/platform/database/lower-case.server.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

export async function getStanding(
  db: Queries,
  { email, phone, origin, now }: { email: string; phone: string; origin: string; now: number },
): Promise<Standing> {
  const standing = sql`not (${isCancelled})`;
  const { rows } = await sql<Standing>`select
    (select count(*) from appointments
      where ${lowerCaseOf("email")} = ${email.toLowerCase()} and starts_at > ${now} and ${standing}) as "byEmail",
    (select count(*) from appointments
      where phone = ${phone} and starts_at > ${now} and ${standing}) as "byPhone",
    (select count(*) from appointments
      where origin = ${origin} and created_at > ${now - DAY_MS} and ${standing}) as "byOrigin",
    (select count(*) from appointments
      where origin is not null and created_at > ${now - HOUR_MS}) as "lastHour"`.execute(db);
  const { byEmail = 0, byPhone = 0, byOrigin = 0, lastHour = 0 } = rows[0] ?? {};
  return {
    byEmail: Number(byEmail),
    byPhone: Number(byPhone),
    byOrigin: Number(byOrigin),
    lastHour: Number(lastHour),
  };
}

/** Online bookings only. */
export async function countLastHour(db: Queries, now: number): Promise<number> {
  const { total } = await db
    .selectFrom("appointments")
    .select((eb) => eb.fn.countAll<number>().as("total"))
    .where("origin", "is not", null)
    .where("created_at", ">", now - HOUR_MS)
    .executeTakeFirstOrThrow();
  return Number(total);
}

/** Deletes the origins of bookings that no limit counts any more. */
export async function forgetOrigins(db: Queries, now: number): Promise<void> {
  await db
    .updateTable("appointments")
    .set({ origin: null })
    .where("origin", "is not", null)
    .where("created_at", "<=", now - DAY_MS)
    .execute();
}
