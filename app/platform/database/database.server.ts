import type { Kysely, Transaction } from "kysely";
import type { Engine } from "#app/platform/database/engine.ts";
import type { Tables } from "#app/platform/database/tables.ts";

/** The open database. `kysely` is the root; inside a transaction use only the transaction handed in. */
export type Database = {
  engine: Engine;
  kysely: Kysely<Tables>;
  close: () => Promise<void>;
};

/** What a store function takes: the root or a transaction, it need not know which. */
export type Queries = Kysely<Tables>;
export type Tx = Transaction<Tables>;
