import type { Client, ClientBase } from "pg";
import { silenceAllowed } from "#app/platform/database/answer-within.server.ts";
import { databaseErrorOf, READ_ONLY } from "#app/platform/database/database-error.server.ts";

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
