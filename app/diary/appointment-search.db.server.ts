import { type SqlBool, sql } from "kysely";
import { clientsMatching, findClientsByPieces } from "#app/clients/client-list.db.server.ts";
import { type ListQuery, matching } from "#app/diary/appointment-filter.db.server.ts";
import { searchTerms } from "#app/diary/appointment-list.ts";
import type { Queries } from "#app/platform/database/database.server.ts";

/** A search that finds more than these is answered along the order of the list: a page of many is found soon. */
export const FEW = 1000;

// Whose words may be others than those of their client's record.
const LATEST = 5000;

// An expression, so that the clients are read first: SQLite would walk all appointments and look up the client of each.
const CLIENT_FIRST = sql<string>`clients.id || ''`;

/**
 * The ids of all that a search finds, in no order, when they are few; otherwise null. It reads the clients, of whom
 * there are far fewer, and then their appointments; beside them the latest, those of nobody, and those with details of
 * their own that nobody has judged (decisions/0392).
 */
export async function searchFew(db: Queries, listQuery: ListQuery): Promise<string[] | null> {
  const text = listQuery.filter.text ?? "";
  const { reference } = searchTerms(text);
  const found = new Set<string>();
  const matches = db
    .selectFrom("appointments")
    .select("appointments.id")
    .where(matching(listQuery))
    .limit(FEW + 1);
  const latest = db
    .selectFrom("appointments")
    .selectAll()
    .orderBy("starts_at", "desc")
    .orderBy("id", "desc")
    .limit(LATEST)
    .as("appointments");
  const clients = await findClientsByPieces(db, text);
  const searches = [
    clients && clients.total <= FEW
      ? matches.where(sql<SqlBool>`client_id in ${clients.ids}`)
      : db
          .selectFrom("clients")
          .innerJoin("appointments", (join) => join.on("appointments.client_id", "=", CLIENT_FIRST))
          .select("appointments.id")
          .where(clientsMatching(text))
          .where((eb) => matching(listQuery)(eb))
          .limit(FEW + 1),
    db
      .selectFrom(latest)
      .select("appointments.id")
      .where((eb) => matching(listQuery)(eb))
      .limit(FEW + 1),
    matches.where("client_id", "is", null),
    matches.where("details_differ", "=", 1),
    ...(reference ? [matches.where("reference", "=", reference)] : []),
  ];
  for (const search of searches) {
    for (const { id } of await search.execute()) found.add(id);
    if (found.size > FEW) return null;
  }
  return [...found];
}
