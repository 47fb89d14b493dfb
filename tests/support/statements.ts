import type { AppContext } from "#app/platform/app-context.server.ts";

/** How many statements a piece of work sends to the database; `begin` and `commit` are not counted. */
export async function statementsOf<App extends AppContext>(
  app: App,
  work: (app: App) => Promise<unknown>,
): Promise<number> {
  const before = { ...app.db.statements };
  await work(app);
  return app.db.statements.read - before.read + app.db.statements.write - before.write;
}
