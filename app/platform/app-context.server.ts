import type { Kysely, Transaction } from "kysely";
import type { Clock } from "#app/platform/clock.server.ts";
import type { Config } from "#app/platform/config.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import type { Conflicts } from "#app/platform/database/try-again.ts";
import type { Log } from "#app/platform/log.server.ts";

/** Everything outside that a command may use, passed as a plain object: no container, no globals. */
export type AppContext = {
  db: Database;
  clock: Clock;
  config: Config;
  log: Log;
  /** Signs links and sessions. From AUTH_SECRET or the data folder. */
  secret: string;
};

const processApps = new WeakMap<AppContext, AppContext>();

/** The app of one request that writes nothing: what it asks once stays so until it is answered. */
export function forOneRequest(app: AppContext): AppContext {
  if (processApps.has(app)) return app;
  const own = { ...app };
  processApps.set(own, app);
  return own;
}

/** The app that the process was started with: what outlives a request is remembered under it. */
export function processAppOf(app: AppContext): AppContext {
  return processApps.get(app) ?? app;
}

export type StatementKind = "read" | "write";

/** The open database. `kysely` is the root; inside a transaction use only the transaction passed in. */
export type Database = {
  engine: Engine;
  kysely: Kysely<Tables>;
  conflicts: Readonly<Conflicts>;
  /** Statements sent since the start, without `begin`, `commit` and `rollback`. */
  statements: Readonly<Record<StatementKind, number>>;
  /** Another number after each commit, by whichever process; null where the engine has none that is cheap to read. */
  written: () => number | null;
  /** A read replica, whose answers may be seconds old. */
  replica: Database | null;
  close: () => Promise<void>;
};

/** The root or a transaction: functions with SQL need not know which. */
export type Queries = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export type Engine = "sqlite" | "postgres";

/** What answers these queries: for the few that are asked otherwise of one engine. */
export function engineOf(db: Queries): Engine {
  const { adapter } = db.getExecutor();
  // Not by its class: a command that opens the built site has another copy of it.
  if ("engine" in adapter) return adapter.engine as Engine;
  throw new Error("This database was opened by something else");
}

/**
 * The database seen from inside a transaction: whatever opens a transaction of its own joins this one. Many commands
 * then succeed or fail together, so an error in one must end them all.
 */
export function joined(db: Database, tx: Tx): Database {
  const kysely = new Proxy<Queries>(tx, {
    get(target, name) {
      if (name === "transaction") return () => ({ execute: (work: (tx: Tx) => unknown) => work(tx) });
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { ...db, kysely };
}
