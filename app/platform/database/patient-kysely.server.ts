import {
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type KyselyPlugin,
  type QueryId,
  type RootOperationNode,
  type TransactionBuilder,
} from "kysely";
import type { StatementKind, Tx } from "#app/platform/app-context.server.ts";
import { noteTransaction, noteWrite } from "#app/platform/database/answer-within.server.ts";
import type { Tables } from "#app/platform/database/tables.ts";
import { isConflict, type Trying, tryAgain } from "#app/platform/database/try-again.ts";

type Options = { dialect: Dialect; plugins?: KyselyPlugin[]; trying: Trying; metOn?: MetOn };

/** What a connection's open transaction has met so far. */
export type Met = { conflict?: Error };
export type MetOn = (connection: DatabaseConnection) => Met | undefined;

/**
 * Where every transaction begins. After a conflict its whole body runs again, so a body changes nothing but the
 * database (decisions/0367). One that chooses an isolation level of its own runs once.
 */
export class PatientKysely extends Kysely<Tables> {
  readonly #options: Options;
  readonly statements: Readonly<Record<StatementKind, number>>;

  constructor(options: Options) {
    const statements = { read: 0, write: 0 };
    super({ ...options, plugins: [...(options.plugins ?? []), countInto(statements)] });
    this.#options = options;
    this.statements = statements;
  }

  override transaction(): TransactionBuilder<Tables> {
    const { trying, metOn } = this.#options;
    const builder = super.transaction();
    const once = builder.execute.bind(builder);
    builder.execute = (work) => noteTransaction(() => tryAgain(() => attempt(work), trying));
    return builder;

    async function attempt<Outcome>(work: (tx: Tx) => Promise<Outcome>): Promise<Outcome> {
      let met: Met | undefined;
      try {
        return await once(async (tx) => {
          met = await tx.getExecutor().provideConnection(async (connection) => metOn?.(connection));
          return work(tx);
        });
      } catch (error) {
        // After a conflict whatever else fails is its consequence, and what a library made of it says nothing.
        throw isConflict(error) ? error : (met?.conflict ?? error);
      }
    }
  }
}

function countInto(statements: Record<StatementKind, number>): KyselyPlugin {
  const kinds = new WeakMap<QueryId, StatementKind>();
  return {
    transformQuery({ node, queryId }) {
      const kind = kindOf(node);
      kinds.set(queryId, kind);
      if (kind === "write" && !isCounting(node)) noteWrite();
      return node;
    },
    // A select inside another is made ready by itself, too, and has no result of its own.
    transformResult: async ({ result, queryId }) => {
      statements[kinds.get(queryId) ?? "read"] += 1;
      return result;
    },
  };
}

// How often somebody tried is no change of theirs.
function isCounting(node: RootOperationNode): boolean {
  return node.kind === "InsertQueryNode" && node.into?.table.identifier.name === "rate_limits";
}

function kindOf(node: RootOperationNode): StatementKind {
  if (node.kind === "SelectQueryNode") return "read";
  const isReading = node.kind === "RawNode" && /^\s*(select|with|pragma|explain)\b/i.test(node.sqlFragments[0] ?? "");
  return isReading ? "read" : "write";
}
