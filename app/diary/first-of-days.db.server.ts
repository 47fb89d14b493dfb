import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Beyond, LocalDay } from "#app/diary/diary-appointment.ts";

/** A month shows all of a day that holds no more, and of any other the first few (decisions/0405). */
export const MOST_IN_DAY = 24;
export const FIRST_OF_DAY = 5;

/** `day`: which of the days, from 0. */
type Placed = { id: string; day: number; place: number; booked: number };

/** The appointments of these days that match, as far as a month shows them; `booked`: how many the day holds. */
export function firstOfDays(days: readonly LocalDay[], matching: RawBuilder<SqlBool>) {
  const [start, end] = [days[0]?.start ?? 0, days.at(-1)?.end ?? 0];
  // A join with the days is one that PostgreSQL takes for millions of rows.
  const day = days.map((one, at) => sql`when starts_at < ${one.end} then ${sql.lit(at)}`);
  return sql<Placed>`(select id, day, place, booked from (
      select id, day, count(*) over (partition by day) as booked,
        row_number() over (partition by day order by starts_at, id) as place
      from (select appointments.id, starts_at, case ${sql.join(day, sql` `)} end as day
        from appointments where starts_at >= ${start} and starts_at < ${end} and ${matching}) as dated) as ordered
    where booked <= ${sql.lit(MOST_IN_DAY)} or place <= ${sql.lit(FIRST_OF_DAY)}
    limit ${sql.lit(days.length * MOST_IN_DAY)})`.as<"placed">("placed");
}

/** What those days hold besides. */
export function beyondOf(days: readonly LocalDay[], rows: readonly Pick<Placed, "day" | "booked">[]): Beyond {
  const full = rows.filter(({ booked }) => Number(booked) > MOST_IN_DAY);
  return new Map(full.map(({ day, booked }) => [days[day]?.date ?? "", Number(booked) - FIRST_OF_DAY]));
}
