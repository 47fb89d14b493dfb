import type { TestProject } from "vitest/node";
import { type PostgresServer, startPostgres } from "#tests/support/postgres.ts";

declare module "vitest" {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be added to from outside
  interface ProvidedContext {
    /** Address of the server's own database, postgres://…/postgres; undefined in projects without one. */
    postgresUrl: string | undefined;
  }
}

type Shared = { server: Promise<PostgresServer>; users: number };

// Each project has this module for itself; what they set up, they do one after the other.
const run = globalThis as { testPostgres?: Shared };

/**
 * Starts one PostgreSQL for all projects that ask for it, and ends it after the last. TEST_POSTGRES_URL: one that runs
 * already, as `npm run proof -- engines` sets it up.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const running = process.env.TEST_POSTGRES_URL;
  if (running) {
    project.provide("postgresUrl", running);
    return async () => {};
  }
  // A test has a database of its own: among a thousand of them a worker would be at one or another ten times a second.
  run.testPostgres ??= { server: startPostgres({ settings: { autovacuum: "off" } }), users: 0 };
  const shared = run.testPostgres;
  shared.users += 1;
  const server = await shared.server;
  project.provide("postgresUrl", server.url);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete run.testPostgres;
    await server.discard();
  };
}
