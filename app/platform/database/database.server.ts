import type { Kysely, Transaction } from "kysely";
import type { Engine } from "#app/platform/database/engine.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Conflicts } from "#app/platform/database/try-again.ts";

export type StatementKind = "read" | "write";

/** The open database. `kysely` is the root; inside a transaction use only the transaction passed in. */
export type Database = {
  engine: Engine;
  kysely: Kysely<Tables>;
  conflicts: Readonly<Conflicts>;
  /** Statements sent since the start, without `begin`, `commit` and `rollback`. */
  statements: Readonly<Record<StatementKind, number>>;
  /** A read replica, whose answers may be seconds old. */
  replica: Database | null;
  close: () => Promise<void>;
};

/** The root or a transaction: functions with SQL need not know which. */
export type Queries = Kysely<Tables>;
export type Tx = Transaction<Tables>;
