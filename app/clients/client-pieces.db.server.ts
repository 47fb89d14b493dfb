import { type RawBuilder, sql } from "kysely";
import { countListed } from "#app/platform/database/count-listed.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import { engineOf } from "#app/platform/database/engine-of.server.ts";
import { MOST_LISTED } from "#app/platform/most-listed.ts";

const LENGTH = 3;
// The same characters in any encoding of a database.
const PLAIN = /^[!-~]+$/;

/** `total`: how many clients have these words, counted as a list counts. `ids`: a query for those. */
export type ByPieces = { total: number; ids: RawBuilder<unknown> };

/**
 * The clients who have all of these in their words (`patterns`: the same for `like`), where the database keeps the pieces
 * of the words (migration 0410). Null: only reading all clients tells.
 */
export async function findByPieces(
  db: Queries,
  { parts, patterns }: { parts: readonly string[]; patterns: readonly string[] },
): Promise<ByPieces | null> {
  const pieces = new Set(parts.flatMap(piecesOf));
  if (pieces.size === 0 || engineOf(db) === "sqlite") return null;
  const query = [...pieces].map((piece) => `'${piece.replace(/['\\]/g, "$&$&")}'`).join(" & ");
  const likes = patterns.map((pattern) => sql` and words like ${pattern} escape '\\'`);
  const limit = (most: number) => sql`(select client_id from client_pieces
    where pieces @@ cast(${query} as tsquery)${sql.join(likes, sql``)} limit ${sql.lit(most)})`;
  return { total: await countListed(db, { limit }), ids: limit(MOST_LISTED) };
}

function piecesOf(part: string): string[] {
  const letters = [...part];
  return letters
    .slice(0, 1 - LENGTH)
    .map((_, at) => letters.slice(at, at + LENGTH).join(""))
    .filter((piece) => PLAIN.test(piece));
}
