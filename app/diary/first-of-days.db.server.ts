import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { LocalDay } from "#app/diary/diary-appointment.ts";

/** A month shows all of a day that holds no more, and of any other the first few (decisions/0405). */
export const MOST_IN_DAY = 24;
export const FIRST_OF_DAY = 5;

type Placed = { id: string; day: string; place: number; booked: number };

/** The appointments of these days that match, as far as a month shows them; `booked`: how many the day holds. */
export function firstOfDays(days: readonly LocalDay[], matching: RawBuilder<SqlBool>) {
  const rows = days.map(({ date, start, end }) => sql`(${date}, cast(${start} as bigint), cast(${end} as bigint))`);
  return sql<Placed>`(with days (day, first_instant, next_instant) as (values ${sql.join(rows)})
    select id, day, place, booked from (
      select appointments.id, day, count(*) over (partition by day) as booked,
        row_number() over (partition by day order by starts_at, appointments.id) as place
      from days join appointments on starts_at >= first_instant and starts_at < next_instant
      where ${matching}) as ordered
    where booked <= ${sql.lit(MOST_IN_DAY)} or place <= ${sql.lit(FIRST_OF_DAY)})`.as<"placed">("placed");
}

/** What those days hold besides. */
export function beyondOf(rows: readonly Pick<Placed, "day" | "booked">[]): Map<string, number> {
  const full = rows.filter(({ booked }) => Number(booked) > MOST_IN_DAY);
  return new Map(full.map(({ day, booked }) => [day, Number(booked) - FIRST_OF_DAY]));
}
