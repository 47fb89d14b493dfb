import type { KyselyPlugin } from "kysely";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** How many statements a piece of work sends to the database; `begin` and `commit` are not counted. */
export async function statementsOf<App extends AppContext>(
  app: App,
  work: (counted: App) => Promise<unknown>,
): Promise<number> {
  let sent = 0;
  const counting: KyselyPlugin = {
    transformQuery({ node }) {
      sent += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await work({ ...app, db: { ...app.db, kysely: app.db.kysely.withPlugin(counting) } });
  return sent;
}
