import { type RawBuilder, sql } from "kysely";

/**
 * A column of e-mail addresses in lower case, to be compared with `toLowerCase()` of ours. The capital I first: a
 * database whose language is Turkish makes `ı` of it.
 */
export function lowerCaseOf(column: string): RawBuilder<string> {
  return sql<string>`lower(replace(${sql.ref(column)}, 'I', 'i'))`;
}
