import type { RootOperationNode } from "kysely";
import type { AppContext } from "#app/platform/app-context.server.ts";

/** The app with a fault of ours in each statement that fits: none that a database has. */
export function failingAt(app: AppContext, fits: (statement: RootOperationNode, text: string) => boolean): AppContext {
  const kysely = app.db.kysely.withPlugin({
    transformQuery({ node }) {
      if (fits(node, JSON.stringify(node))) throw new Error("not this time");
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { ...app, db: { ...app.db, kysely } };
}
