import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { type Client, foldedName, keysOf } from "#app/clients/client.ts";
import {
  CLIENTS_PER_PAGE,
  type ClientQuestion,
  type ClientSort,
  isFoundAnywhere,
  searchParts,
} from "#app/clients/client-list.ts";
import { clientsOf } from "#app/clients/clients.db.server.ts";
import { countListed } from "#app/platform/database/count-listed.server.ts";
import type { Queries } from "#app/platform/database/database.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isClientWithin } from "#app/platform/database/within-reach.server.ts";
import { folded } from "#app/platform/folded.ts";
import type { Reach } from "#app/platform/permissions.ts";

const COLUMNS: Record<ClientSort, "search" | "booked_at" | "created_at"> = {
  name: "search",
  booked: "booked_at",
  since: "created_at",
};

/** One page of matching clients, in order. Sorts only ids and then reads their rows. */
export async function listClientPage(
  db: Queries,
  { text, sort, down, page }: ClientQuestion,
  reach: Reach,
): Promise<Client[]> {
  const direction = down ? "desc" : "asc";
  const rows = await db
    .selectFrom("clients")
    .select("id")
    .where(matching(text, reach))
    .orderBy(COLUMNS[sort], direction)
    .orderBy("id", direction)
    .limit(CLIENTS_PER_PAGE)
    .offset((page - 1) * CLIENTS_PER_PAGE)
    .execute();
  return inOrder(db, rows);
}

/**
 * The clients that a few letters mean, whoever booked last first: walks an index of its own in that order and stops
 * when it has enough (docs/decisions/0275).
 */
export async function findClients(
  db: Queries,
  text: string,
  { most, reach }: { most: number; reach: Reach },
): Promise<Client[]> {
  const parts = searchParts(text);
  if (parts.length === 0) return [];
  const rows = await db
    .selectFrom("clients")
    .select("id")
    .where((eb) =>
      eb.and([
        eb("erased_at", "is", null),
        isClientWithin(reach),
        ...parts.map((part) => (isFoundAnywhere(part) ? containing(part) : beginning(part))),
      ]),
    )
    .orderBy("booked_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return inOrder(db, rows);
}

async function inOrder(db: Queries, rows: readonly { id: string }[]): Promise<Client[]> {
  const ids = rows.map(({ id }) => id);
  const clients = new Map((await clientsOf(db, ids)).map((client) => [client.id, client]));
  return ids.flatMap((id) => clients.get(id) ?? []);
}

export async function countClients(db: Queries, text: string, reach: Reach): Promise<number> {
  return countListed(db, db.selectFrom("clients").select("id").where(matching(text, reach)));
}

function matching(text: string, reach: Reach) {
  return (eb: ExpressionBuilder<Tables, "clients">): Expression<SqlBool> =>
    eb.and([clientsMatching(text), isClientWithin(reach)]);
}

/** For queries of the table `clients`: those with these words. Reads all of a small index. */
export function clientsMatching(text: string): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`clients.erased_at is null`, ...searchParts(text).map(containing)];
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

function containing(part: string): Expression<SqlBool> {
  return like(`%${escaped(part)}%`);
}

/** At the start of a word of a name or an address. */
function beginning(part: string): Expression<SqlBool> {
  const letters = escaped(part);
  return sql<SqlBool>`(${like(`${letters}%`)} or ${like(`% ${letters}%`)} or ${like(`%-${letters}%`)})`;
}

function like(pattern: string): Expression<SqlBool> {
  return sql<SqlBool>`clients.search like ${pattern} escape '\\'`;
}

function escaped(part: string): string {
  return part.replace(/[\\%_]/g, "\\$&");
}

const MOST_ALIKE = 5;

/** Clients who may be the same person: the same name, or the same phone number or address. */
export async function listPossibleDuplicates(db: Queries, client: Client, reach: Reach): Promise<Client[]> {
  const name = foldedName(client.name);
  const keys = keysOf({ userId: null, email: client.email, phone: client.phone });
  if (!name && keys.length === 0) return [];
  const rows = await db
    .selectFrom("clients")
    .select("id")
    .where("id", "!=", client.id)
    .where("erased_at", "is", null)
    .where(isClientWithin(reach))
    .where((eb) =>
      eb.or([
        ...(name ? [eb("search", "=", name), eb("search", "like", `${name} %`)] : []),
        ...keys.map(({ value }) => containing(folded(value))),
      ]),
    )
    .orderBy("booked_at", "desc")
    .limit(MOST_ALIKE)
    .execute();
  return clientsOf(
    db,
    rows.map(({ id }) => id),
  );
}
