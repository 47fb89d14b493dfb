import { type RawBuilder, type SqlBool, sql } from "kysely";

/**
 * A column of email addresses in lower case, to be compared with `toLowerCase()` of ours. The capital I first: a
 * database whose language is Turkish makes `ı` of it.
 */
export function lowerCaseOf(column: string): RawBuilder<string> {
  return sql<string>`lower(replace(${sql.ref(column)}, 'I', 'i'))`;
}

/** A condition as 1 or 0: one engine has booleans, the other none. */
export function flag(condition: RawBuilder<SqlBool>): RawBuilder<number> {
  return sql<number>`case when ${condition} then 1 else 0 end`;
}
