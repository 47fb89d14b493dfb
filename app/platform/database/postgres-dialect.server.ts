import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresAdapter,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
} from "kysely";
import type { Client, ClientBase, Pool } from "pg";
import type { Engine } from "#app/platform/app-context.server.ts";
import { silenceAllowed } from "#app/platform/database/answer-within.server.ts";
import { databaseErrorOf, READ_ONLY } from "#app/platform/database/database-error.server.ts";
import type { Met, MetOn } from "#app/platform/database/patient-kysely.server.ts";
import { isConflict, type Trying, tryAgain } from "#app/platform/database/try-again.ts";

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
  readonly engine: Engine = "postgres";
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

const FIRST_WORD = 5_000;
const NEVER_SENT = /not queryable/;

type Ask = (text: string, values?: unknown[]) => Promise<unknown>;

/** Whether a `commit` was carried out is not known: the connection ended before its answer came. */
class UnclearCommit extends Error {
  readonly code = "EUNCLEAR";
}

/**
 * Ends a connection that is silent for too long, or that leads to a server that only reads (a primary until a moment
 * ago), so that the pool opens another. Tells a lost `commit` from other losses.
 */
export function watchConnection(connection: ClientBase): void {
  const client = connection as Client;
  const ask = client.query.bind(client) as Ask;
  const end = () => void client.end().catch(() => undefined);
  let unclear: UnclearCommit | null = null;
  const watched: Ask = async (text, values) => {
    const limit = setTimeout(end, silenceAllowed());
    try {
      return await ask(text, values);
    } catch (error) {
      if (isReadOnly(error)) end();
      if (text === "commit" && wasLost(error)) unclear = new UnclearCommit("No answer came", { cause: error });
      // Kysely rolls back after it, and throws what became of that.
      throw unclear ?? error;
    } finally {
      clearTimeout(limit);
    }
  };
  client.query = watched as typeof client.query;
}

/**
 * Prepares a new connection: compiling a statement of ours takes longer than running it. (A pooler keeps that for whoever
 * gets the connection next, who is one of us.)
 */
export async function settle(connection: ClientBase): Promise<boolean> {
  const text = "select set_config('jit', 'off', false), current_setting('transaction_read_only') as reading";
  const question = { text, query_timeout: FIRST_WORD };
  const { rows } = await connection.query<{ reading: string }>(question);
  return rows[0]?.reading !== "on";
}

/** The same, and refuses a server that only reads: a standby, or a primary that was put aside. */
export async function mustWrite(connection: ClientBase): Promise<void> {
  if (await settle(connection)) return;
  throw Object.assign(new Error("This PostgreSQL only reads"), { code: READ_ONLY });
}

function isReadOnly(error: unknown): boolean {
  return (error as { code?: unknown }).code === READ_ONLY;
}

function wasLost(error: unknown): boolean {
  return databaseErrorOf(error) === "away" && !NEVER_SENT.test((error as Error).message);
}
