import { type RawBuilder, type SqlBool, sql } from "kysely";

/** A condition as 1 or 0: one engine has booleans, the other none. */
export function flag(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`;
}
