import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
} from "kysely";
import type { Pool } from "pg";
import { isConflict } from "#app/platform/database/conflict.ts";
import type { Met, MetOn } from "#app/platform/database/patient-kysely.server.ts";
import { type Trying, tryAgain } from "#app/platform/database/try-again.ts";

/** Kysely's PostgreSQL, where a statement outside of a transaction is tried again after a conflict, too. */
export class PatientPostgresDialect extends PostgresDialect {
  readonly #driver: PatientDriver;

  constructor(pool: Pool, trying: Trying) {
    super({ pool });
    this.#driver = new PatientDriver(pool, trying);
  }

  override createDriver(): PostgresDriver {
    return this.#driver;
  }

  override createAdapter(): PostgresAdapter {
    return new UnlockedAdapter();
  }

  readonly metOn: MetOn = (connection) => this.#driver.metOn(connection);
}

// Kysely's lock belongs to a session, and a pooler would leave it with somebody else's: `migrate` takes its own.
class UnlockedAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

class PatientDriver extends PostgresDriver {
  readonly #trying: Trying;
  readonly #known = new WeakSet<DatabaseConnection>();
  /** Connections in a transaction. */
  readonly #open = new WeakMap<DatabaseConnection, Met>();

  constructor(pool: Pool, trying: Trying) {
    super({ pool });
    this.#trying = trying;
  }

  metOn(connection: DatabaseConnection): Met | undefined {
    return this.#open.get(connection);
  }

  override async acquireConnection(...options: Parameters<PostgresDriver["acquireConnection"]>) {
    const connection = await super.acquireConnection(...options);
    this.#open.delete(connection);
    if (this.#known.has(connection)) return connection;
    this.#known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <Row>(query: CompiledQuery) => this.#run<Row>(connection, () => execute<Row>(query));
    return connection;
  }

  override async beginTransaction(...begun: Parameters<PostgresDriver["beginTransaction"]>): Promise<void> {
    this.#open.set(begun[0], {});
    await super.beginTransaction(...begun);
  }

  // A statement that fails on its own was rolled back; one within a transaction takes the transaction along.
  async #run<Row>(connection: DatabaseConnection, execute: () => Promise<QueryResult<Row>>) {
    const transaction = this.#open.get(connection);
    if (!transaction) return tryAgain(execute, this.#trying);
    try {
      return await execute();
    } catch (error) {
      if (error instanceof Error && isConflict(error)) transaction.conflict ??= error;
      throw error;
    }
  }
}
