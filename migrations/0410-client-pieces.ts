import { type Kysely, PostgresAdapter, sql } from "kysely";
import type { Migration } from "kysely/migration";

/**
 * What a search reads of each client, and the three-letter pieces of its words, kept by PostgreSQL itself whoever writes
 * the client. In a table of their own, which a booking by somebody known does not write.
 */
export const clientPieces: Migration = { up: keepPieces };

async function keepPieces(db: Kysely<unknown>): Promise<void> {
  // SQLite reads 200,000 texts in less time than PostgreSQL takes for its rows.
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  await sql`create table client_pieces (
    client_id text primary key references clients (id) on delete cascade,
    words text not null,
    pieces tsvector not null)`.execute(db);
  await sql`create function pieces_of(words text) returns tsvector language sql immutable as $$
    select coalesce(array_to_tsvector(array_agg(distinct substr(word, place, 3))), '')
    from unnest(string_to_array(words, ' ')) as word, generate_series(1, length(word) - 2) as place
  $$`.execute(db);
  await sql`create function keep_client_pieces() returns trigger language plpgsql as $$ begin
    insert into client_pieces (client_id, words, pieces) values (new.id, new.search, pieces_of(new.search))
      on conflict (client_id) do update set words = excluded.words, pieces = excluded.pieces;
    return null;
  end $$`.execute(db);
  // First, as it keeps writers out until those of before are here, too.
  await sql`create trigger client_pieces_of_new after insert on clients
    for each row execute function keep_client_pieces()`.execute(db);
  await sql`create trigger client_pieces_of_changed after update of search on clients
    for each row when (old.search is distinct from new.search) execute function keep_client_pieces()`.execute(db);
  await sql`insert into client_pieces (client_id, words, pieces)
    select id, search, pieces_of(search) from clients`.execute(db);
  // What waits to be sorted in is read by every search: not more than of 200 clients or so.
  await sql`create index client_pieces_pieces on client_pieces using gin (pieces)
    with (gin_pending_list_limit = 128)`.execute(db);
  await sql`analyze client_pieces`.execute(db);
}
