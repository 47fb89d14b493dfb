import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely";
import { type Client, type Details, foldedName, keysOf } from "#app/clients/client.ts";
import {
  CLIENTS_PER_PAGE,
  type ClientQuestion,
  type ClientSort,
  isFoundAnywhere,
  QUIET_MS,
  searchParts,
} from "#app/clients/client-list.ts";
import { clientsOf } from "#app/clients/clients.db.server.ts";
import { soundsLike } from "#app/clients/sounds.ts";
import { engineOf, type Queries } from "#app/platform/app-context.server.ts";
import { countListed, findPage } from "#app/platform/database/count-listed.server.ts";
import { MOST_LISTED } from "#app/platform/database/most-listed.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isClientWithin } from "#app/platform/database/within-scope.server.ts";
import type { Scope } from "#app/platform/permissions.ts";
import { folded } from "#app/platform/search-text.ts";

const COLUMNS: Record<ClientSort, "search" | "booked_at" | "created_at"> = {
  name: "search",
  booked: "booked_at",
  since: "created_at",
};

/** One page of matching clients, in order, and how many there are. Sorts only ids and then reads their rows. */
export async function listClientPage(
  db: Queries,
  question: ClientQuestion,
  scope: Scope,
): Promise<{ clients: Client[]; total: number }> {
  const { ids, total } = await pageOfIds(db, question, scope);
  return { clients: await inOrder(db, ids), total };
}

async function pageOfIds(
  db: Queries,
  { text, only = null, sort, down, page }: ClientQuestion,
  scope: Scope,
): Promise<{ ids: string[]; total: number }> {
  const columns = [COLUMNS[sort], "id"].map((column) => sql`${sql.ref(column)} ${sql.raw(down ? "desc" : "asc")}`);
  const place = { order: sql.join(columns), page, size: CLIENTS_PER_PAGE };
  const matches = db.selectFrom("clients").where(matching(text, scope)).where(isListed(only, scope));
  const inPlace = matches.select(["id", COLUMNS[sort]]).orderBy(place.order);
  const found = await findClientsByPieces(db, text);
  if (found && found.total <= MOST_LISTED) return findPage(db, inPlace.where(sql<SqlBool>`id in ${found.ids}`), place);
  if (!found && searchParts(text).length > 0) return findPage(db, inPlace, place);
  // So many that a page of them, and more than a list counts, are soon met along the order.
  const rows = await inPlace
    .limit(place.size)
    .offset((page - 1) * place.size)
    .execute();
  return { ids: rows.map(({ id }) => id), total: await countListed(db, matches.select("id")) };
}

/** The clients with these words, where they are found without reading all. */
export function findClientsByPieces(db: Queries, text: string): Promise<ByPieces | null> {
  const parts = searchParts(text);
  return findByPieces(db, { parts, patterns: parts.map(anywhere) });
}

/**
 * The clients that a few letters mean, whoever booked last first: walks an index of its own in that order and stops
 * when it has enough (docs/decisions/0411).
 */
export async function findClients(
  db: Queries,
  text: string,
  { most, scope }: { most: number; scope: Scope },
): Promise<Client[]> {
  const parts = searchParts(text);
  if (parts.length === 0) return [];
  const rows = await db
    .selectFrom("clients")
    .select("id")
    .where((eb) =>
      eb.and([
        eb("erased_at", "is", null),
        isClientWithin(scope),
        ...parts.map((part) => (isFoundAnywhere(part) ? containing(part) : beginning(part))),
      ]),
    )
    .orderBy("booked_at", "desc")
    .orderBy("id", "desc")
    .limit(most)
    .execute();
  return inOrder(
    db,
    rows.map(({ id }) => id),
  );
}

/** Of those who booked last: each name is compared while somebody waits. */
const MOST_COMPARED = 10_000;

/** Those whose name sounds like the letters, whoever booked last first, for a name that nobody has as it is spelt. */
export async function findClientsBySound(
  db: Queries,
  text: string,
  { most, scope }: { most: number; scope: Scope },
): Promise<Client[]> {
  const isAlike = /[\d@]/.test(text) ? null : soundsLike(text);
  if (!isAlike) return [];
  const rows = await db
    .selectFrom("clients")
    .select(["id", "name"])
    .where("erased_at", "is", null)
    .where("name", "is not", null)
    .where(isClientWithin(scope))
    .orderBy("booked_at", "desc")
    .orderBy("id", "desc")
    .limit(MOST_COMPARED)
    .execute();
  const alike = rows.filter(({ name }) => isAlike(name ?? ""));
  return inOrder(
    db,
    alike.slice(0, most).map(({ id }) => id),
  );
}

async function inOrder(db: Queries, ids: readonly string[]): Promise<Client[]> {
  const clients = new Map((await clientsOf(db, ids)).map((client) => [client.id, client]));
  return ids.flatMap((id) => clients.get(id) ?? []);
}

function matching(text: string, scope: Scope) {
  return (eb: ExpressionBuilder<Tables, "clients">): Expression<SqlBool> =>
    eb.and([clientsMatching(text), isClientWithin(scope)]);
}

/** Only appointments within scope count. */
function isListed(only: ClientQuestion["only"], scope: Scope): RawBuilder<SqlBool> {
  if (!only) return sql<SqlBool>`1 = 1`;
  if (only.list === "no-email") return sql<SqlBool>`clients.email is null`;
  const theirs = scope === "all" ? sql`` : sql` and visit.therapist_id = ${scope.therapistId}`;
  const own = sql`visit.client_id = clients.id${theirs}`;
  const standing = sql`${own} and lower(visit.status) <> 'cancelled'`;
  const since = only.now - QUIET_MS;
  if (only.list === "quiet") {
    return sql<SqlBool>`clients.created_at <= ${since} and not exists (
      select 1 from appointments as visit where ${standing} and visit.starts_at > ${since})`;
  }
  if (only.list === "late") {
    return sql<SqlBool>`(select count(*) from appointments as visit
      inner join cancellations on cancellations.appointment_id = visit.id and cancellations.late = 1
      where ${own} and lower(visit.status) = 'cancelled') >= 2`;
  }
  return sql<SqlBool>`(select count(*) from appointments as visit
    inner join attendances on attendances.appointment_id = visit.id and attendances.state = 'missed'
    where ${standing}) >= 2`;
}

/** For queries of the table `clients`: those with these words. Reads all of a small index. */
export function clientsMatching(text: string): RawBuilder<SqlBool> {
  const all = [sql<SqlBool>`clients.erased_at is null`, ...searchParts(text).map(containing)];
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

function containing(part: string): Expression<SqlBool> {
  return like(anywhere(part));
}

function anywhere(part: string): string {
  return `%${escaped(part)}%`;
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
export async function listPossibleDuplicates(
  db: Queries,
  client: Details & { id: string },
  scope: Scope,
): Promise<Client[]> {
  const name = foldedName(client.name);
  const keys = keysOf({ userId: null, email: client.email, phone: client.phone });
  if (!name && keys.length === 0) return [];
  const rows = await db
    .selectFrom("clients")
    .select("id")
    .where("id", "!=", client.id)
    .where("erased_at", "is", null)
    .where(isClientWithin(scope))
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

const LENGTH = 3;
// The same characters in any encoding of a database.
const PLAIN = /^[!-~]+$/;

/** `total`: how many clients have these words, counted as a list counts. `ids`: a query for those. */
type ByPieces = { total: number; ids: RawBuilder<unknown> };

/**
 * The clients who have all of these in their words (`patterns`: the same for `like`), where the database keeps the pieces
 * of the words (migration 0410). Null: only reading all clients tells.
 */
async function findByPieces(
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
