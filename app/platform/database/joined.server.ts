import type { Database, Queries, Tx } from "#app/platform/database/database.server.ts";

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
